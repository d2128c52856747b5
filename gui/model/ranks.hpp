// The elements of a set of durations that stand at given places in their order, without sorting:
// counting them by size tells which few have to be looked at.
#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

namespace paje::gui {

/// Median, 90th and 99th percentile.
inline constexpr std::array<double, 3> kShares{0.5, 0.9, 0.99};
using Percentiles = std::array<double, kShares.size()>;

/// Place in the order, from 0, of the least of `count` elements that at least `share` (0 to 1) of
/// them do not exceed.
std::size_t rank_of(std::size_t count, double share);

/// The element at place `rank`, which is less than durations.size(); none is negative. Reorders
/// them. O(n).
double select(std::vector<double>& durations, std::size_t rank);
/// Their percentiles; of no durations, zeros. Reorders them. O(n).
Percentiles percentiles_of(std::span<double> durations);

}  // namespace paje::gui
