// Message statistics of a part of the links, and how parts are combined. Sums are exact, so the
// order does not matter.
#pragma once

#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include "paje/communication.hpp"
#include "paje/exact_sum.hpp"

namespace paje {

struct PairSum {
  uint64_t messages = 0;
  ExactSum bytes;
};
/// By container ids: `from` in the upper half of the key, `to` in the lower.
using PairSums = std::unordered_map<uint64_t, PairSum>;
PairSums sum_pairs(const Trace& trace, std::span<const double> sizes);
std::vector<ContainerPair> pairs_of(const PairSums& sums);
std::vector<ContainerTraffic> traffic_of(const std::vector<ContainerPair>& pairs,
                                         std::size_t containers);

/// The least and greatest finite number.
struct NumberRange {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();

  void add(double number) {
    if (number < least) least = number;
    if (number > greatest) greatest = number;
  }
};
NumberRange range_of(std::span<const double> numbers);
/// A histogram over the given range; `numbers` may be only some of them.
std::vector<HistogramBin> histogram(std::span<const double> numbers, const NumberRange& range,
                                    uint32_t bins);
/// Values of links with both halves.
std::vector<double> known_sizes(const Trace& trace, std::span<const double> sizes);
std::vector<double> latencies_of(const Trace& trace);

/// The range of the starts of links with both halves.
NumberRange range_of_starts(const Trace& trace);
struct TrafficSums {
  std::vector<TrafficBin> bins;  ///< without bytes
  std::vector<ExactSum> bytes;
};
TrafficSums sum_traffic(const Trace& trace, std::span<const double> sizes, const NumberRange& range,
                        uint32_t bins);
std::vector<TrafficBin> rounded(const TrafficSums& sums);

}  // namespace paje
