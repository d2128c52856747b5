// Elements of a set of durations that are at given places in their order, without sorting it:
// counting durations by size leaves few that have to be looked at.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace paje::gui {

/// Median, 90th and 99th percentile.
inline constexpr std::array<double, 3> kShares{0.5, 0.9, 0.99};
using Percentiles = std::array<double, kShares.size()>;

/// Place in the order, from 0, of the least of `count` elements that at least `share` (0 to 1) of
/// them do not exceed.
std::size_t rank_of(std::size_t count, double share);

/// The element at place `rank`, which is less than durations.size(). Reorders them. O(n).
double select(std::vector<double>& durations, std::size_t rank);

/// Cells of equal width in bits, for doubles that are not negative are ordered as their bits are.
/// Zero has a cell of its own; the first and the last of the others hold what is less or greater
/// than all of the sample that made them.
class DurationCells {
 public:
  /// `most` is a power of two, and at least 4.
  DurationCells(std::vector<double> sample, std::size_t most);
  /// A power of two.
  [[nodiscard]] std::size_t size() const { return last_ + 1; }
  [[nodiscard]] std::size_t of(double duration) const {
    const auto bits = std::bit_cast<uint64_t>(duration);
    if (bits < least_) return bits == 0 ? 0 : 1;
    return std::min<uint64_t>(((bits - least_) >> shift_) + 2, last_);
  }

 private:
  uint64_t least_ = 1;
  uint32_t shift_ = 0;
  std::size_t last_ = 0;
};

/// Where the percentiles are found: in which cells, and at which places in the order of those.
struct PercentileCells {
  std::array<uint32_t, kShares.size()> cell{};
  std::array<uint64_t, kShares.size()> within{};

  PercentileCells() = default;
  /// `counts` of each cell add up to `all`, which is not 0.
  template <class Count>
  PercentileCells(std::span<const Count> counts, uint64_t all);
  /// The first percentile that lies in the same cell as the i-th.
  [[nodiscard]] std::size_t first_of(std::size_t i) const {
    while (i > 0 && cell[i - 1] == cell[i]) --i;
    return i;
  }
};

template <class Count>
PercentileCells::PercentileCells(std::span<const Count> counts, uint64_t all) {
  uint32_t at = 0;
  uint64_t before = 0;
  for (std::size_t i = 0; i < kShares.size(); ++i) {
    const uint64_t rank = rank_of(all, kShares[i]);
    while (rank >= before + counts[at]) before += counts[at++];
    cell[i] = at;
    within[i] = rank - before;
  }
}

}  // namespace paje::gui
