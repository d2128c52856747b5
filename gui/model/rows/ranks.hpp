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

/// Median, 90th and 99th percentile. Each lies between two neighbours in the order.
inline constexpr std::array<double, 3> kShares{0.5, 0.9, 0.99};
inline constexpr std::size_t kPlaces = 2 * kShares.size();
/// The elements there.
using Neighbours = std::array<double, kPlaces>;

/// Place in the order of `count` elements, from 0: that of the lower neighbour of the share
/// `place` / 2, or of the upper one if `place` is odd.
std::size_t rank_of(std::size_t count, std::size_t place);

/// On the straight line between the neighbours, as percentile() of SQL has it.
double percentile(const Neighbours& found, std::size_t count, std::size_t share);

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
  std::array<uint32_t, kPlaces> cell{};
  std::array<uint64_t, kPlaces> within{};

  PercentileCells() = default;
  /// `counts` of each cell add up to `all`, which is not 0.
  template <class Count>
  PercentileCells(std::span<const Count> counts, uint64_t all);
  /// The first place that lies in the same cell as the i-th.
  [[nodiscard]] std::size_t first_of(std::size_t i) const {
    return static_cast<std::size_t>(std::find(cell.begin(), cell.end(), cell[i]) - cell.begin());
  }
};

template <class Count>
PercentileCells::PercentileCells(std::span<const Count> counts, uint64_t all) {
  uint32_t at = 0;
  uint64_t before = 0;
  for (std::size_t i = 0; i < kPlaces; ++i) {
    const uint64_t rank = rank_of(all, i);
    // Of few elements an upper neighbour may come after the lower one of a greater share.
    if (rank < before) at = 0, before = 0;
    while (rank >= before + counts[at]) before += counts[at++];
    cell[i] = at;
    within[i] = rank - before;
  }
}

}  // namespace paje::gui
