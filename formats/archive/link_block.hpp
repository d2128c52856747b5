// A block of links.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "formats/archive/texts.hpp"

namespace paje::archive {

/// The rows of a block, in the order in which their second halves arrived.
struct LinkRows {
  std::vector<double> start, end;
  std::vector<uint32_t> value, source, target;
  std::vector<std::string_view> key;  ///< as written; only for write_links()

  [[nodiscard]] std::size_t size() const { return start.size(); }
  void resize(std::size_t rows);
};

struct LinkChoices {
  Choice source, end, duration;
};

/// The pieces: head, targets, sources, ends, durations, values, keys.
inline constexpr std::size_t kLinkPieces = 7;

void write_links(const LinkRows& rows, LinkChoices& choices, PieceWriter& out);
/// All but the keys. Throws Damage.
void read_links(PieceReader& from, std::size_t count, LinkRows& rows);
/// The keys of rows that read_links() gave.
TextList read_link_keys(PieceReader& from, const LinkRows& rows);

}  // namespace paje::archive
