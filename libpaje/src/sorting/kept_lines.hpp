// The lines of a piece that stay where they are: those in order whose times can be taken once more
// from there.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sorting/sort_entry.hpp"

namespace paje {

struct KeptLines {
  /// Of the first and the last ones, so many are known.
  static constexpr std::size_t kEnds = 4;

  std::vector<uint64_t> stays;     ///< a bit for each line of the piece, the first lowest
  std::vector<SortEntry> samples;  ///< the first line, and some others
  std::array<SortEntry, kEnds> first{};
  std::array<SortEntry, kEnds> last{};  ///< in order, as are the first ones
  uint64_t count = 0;
  uint64_t bytes = 0;

  void clear() {
    samples.clear();
    count = bytes = 0;
  }
  /// Few of the first ones are no longer among them. Of `first`, nothing is known then.
  void drop_first(std::size_t few) {
    const std::size_t before = known_ends();
    count -= few;
    std::rotate(last.begin(), last.begin() + (before - known_ends()), last.end());
  }
  [[nodiscard]] std::size_t known_ends() const {
    return count < kEnds ? static_cast<std::size_t>(count) : kEnds;
  }
};

/// Takes them out of the entries of a piece of so many lines: those with kPlainLine. None if few
/// would stay.
void keep_lines(std::vector<SortEntry>& entries, uint32_t lines, KeptLines& kept);

}  // namespace paje
