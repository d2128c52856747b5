// User-defined fields of the rows of a block: each row has those of some events, each event has a
// definition and words.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "formats/archive/texts.hpp"

namespace paje::archive {

struct UserRows {
  std::vector<uint32_t> events;         ///< how many each row has
  std::vector<uint32_t> definitions;    ///< of each event
  std::vector<uint32_t> words;          ///< how many each event has
  std::vector<std::string_view> texts;  ///< all words, in order
};

/// One piece.
void write_user_fields(const UserRows& rows, PieceWriter& out);

/// The same as read; the texts point into this.
struct StoredUserRows {
  UserRows rows;
  std::vector<TextList> columns;
};
/// `definitions`: how many the trace has. Throws Damage.
StoredUserRows read_user_fields(ByteReader from, std::size_t rows, uint64_t definitions);

}  // namespace paje::archive
