// A block of states.
#pragma once

#include <cstdint>
#include <vector>

#include "formats/archive/block.hpp"

namespace paje::archive {

/// The rows of a block, those of one segment after those of another, in each by start.
struct StateRows {
  std::vector<double> start, end;
  std::vector<uint32_t> value, depth;

  [[nodiscard]] std::size_t size() const { return start.size(); }
  void resize(std::size_t rows);
};

struct StateChoices {
  Choice start, duration;
};

/// The pieces: head, depths, values, durations, starts.
inline constexpr std::size_t kStatePieces = 5;

void write_states(const StateRows& rows, SegmentRows segments, StateChoices& choices,
                  PieceWriter& out);
/// As many rows as the segments have. Throws Damage.
void read_states(PieceReader& from, SegmentRows segments, StateRows& rows);

}  // namespace paje::archive
