// The lines of a piece that stay where they are: those in order whose times can be taken once more
// from there.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pipeline/sorting/sort_entry.hpp"

namespace paje {

/// What spares it to look at the text of lines once more, a few bytes for each: where the next one
/// begins, and nearly when it is.
struct LineCodes {
  uint64_t first_time = 0;
  unsigned shift = 0;
  std::vector<uint8_t> sizes;   ///< of each line of the piece; 0 if it has more bytes
  std::vector<uint16_t> times;  ///< code() of each that stays

  [[nodiscard]] bool empty() const { return sizes.empty(); }
  [[nodiscard]] std::size_t bytes() const {
    return sizes.size() * sizeof sizes[0] + times.size() * sizeof times[0];
  }
  /// Rises with the time, if not always at once.
  [[nodiscard]] uint16_t code(uint64_t time) const {
    if (time <= first_time) return 0;
    return static_cast<uint16_t>(std::min<uint64_t>((time - first_time) >> shift, UINT16_MAX));
  }
  void clear() {
    sizes.clear();
    times.clear();
  }
};

struct KeptLines {
  /// Of the first and the last ones, that many are known.
  static constexpr std::size_t kEnds = 4;

  std::vector<uint64_t> stays;     ///< a bit for each line of the piece, the first lowest
  std::vector<SortEntry> samples;  ///< the first line, and some others
  std::array<SortEntry, kEnds> first{};
  std::array<SortEntry, kEnds> last{};  ///< in order, as are the first ones
  LineCodes codes;
  uint64_t count = 0;
  uint64_t bytes = 0;

  void clear() {
    samples.clear();
    codes.clear();
    count = bytes = 0;
  }
  /// Few of the first ones are no longer among them. Of `first`, nothing is known then.
  void drop_first(std::size_t few) {
    const std::size_t before = recorded_ends();
    count -= few;
    std::rotate(last.begin(), last.begin() + (before - recorded_ends()), last.end());
  }
  [[nodiscard]] std::size_t recorded_ends() const {
    return count < kEnds ? static_cast<std::size_t>(count) : kEnds;
  }
};

/// Takes them out of the entries of a piece of that many lines: those with kFastLine. None if few
/// would stay.
void keep_lines(std::vector<SortEntry>& entries, uint32_t lines, KeptLines& kept);

}  // namespace paje
