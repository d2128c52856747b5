// What sorting keeps of an event besides its text: when it is, and where it comes from.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

namespace paje {

struct SortEntry {
  uint64_t time;    ///< see time_order()
  uint32_t piece;   ///< of the input: its number in Origins
  uint32_t offset;  ///< of the event's line in the piece
  uint32_t line;    ///< lines of the piece before it
  uint32_t size;    ///< of the text with its newline (the last line may lack it), or of the record
};
static_assert(sizeof(SortEntry) == 24);  // there is one for each line

/// In SortEntry::line until its piece is put in order: the line's time is spelled in the simplest
/// form (see fast_time.hpp), so that it can be taken from there once more. A piece has fewer lines.
inline constexpr uint32_t kFastLine = uint32_t{1} << 31U;

/// Comes before all times: that of events before the first one with a time.
inline constexpr uint64_t kBeforeAllTimes = 0;

/// A number that orders as the time does: from -infinity to infinity, -0 as 0, and last what is no
/// number.
[[nodiscard]] inline uint64_t time_order(double time) {
  constexpr uint64_t kSign = uint64_t{1} << 63U;
  if (time != time) return UINT64_MAX;
  const auto bits = std::bit_cast<uint64_t>(time + 0.0);
  return (bits & kSign) != 0 ? ~bits : bits | kSign;
}

/// The order of a sorted trace: by time, then by the order in which files were named, then by
/// place in the file. No two entries are equal.
class SortOrder {
 public:
  /// The rank of each piece's file, by number of the piece.
  explicit SortOrder(const uint32_t* file_ranks) : file_ranks_(file_ranks) {}

  template <class Left, class Right>
  bool operator()(const Left& left, const Right& right) const {
    if (left.time != right.time) return left.time < right.time;
    if (left.piece == right.piece) return left.offset < right.offset;
    const uint32_t left_rank = file_ranks_[left.piece];
    const uint32_t right_rank = file_ranks_[right.piece];
    return left_rank != right_rank ? left_rank < right_rank : left.piece < right.piece;
  }

 private:
  const uint32_t* file_ranks_;
};

}  // namespace paje
