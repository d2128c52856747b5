// Figures of messages in parts: those of some links, and how parts are put together. Sums are
// exact, so the order in which that is done does not matter.
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
/// By `from` in the upper half, and `to`.
using PairSums = std::unordered_map<uint64_t, PairSum>;
PairSums sum_pairs(const Trace& trace, std::span<const double> sizes);
std::vector<ContainerPair> pairs_of(const PairSums& sums);
std::vector<ContainerTraffic> traffic_of(const std::vector<ContainerPair>& pairs,
                                         std::size_t containers);

/// The least and the greatest of numbers that are finite.
struct NumberRange {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();

  void add(double number) {
    if (number < least) least = number;
    if (number > greatest) greatest = number;
  }
};
NumberRange range_of(std::span<const double> numbers);
/// Of numbers in that range, or in a part of it.
std::vector<HistogramBin> histogram(std::span<const double> numbers, const NumberRange& range,
                                    uint32_t bins);
/// The numbers of links with both halves.
std::vector<double> known_sizes(const Trace& trace, std::span<const double> sizes);
std::vector<double> latencies_of(const Trace& trace);

/// The starts of such links.
NumberRange range_of_starts(const Trace& trace);
struct TrafficSums {
  std::vector<TrafficBin> bins;  ///< without bytes
  std::vector<ExactSum> bytes;
};
TrafficSums sum_traffic(const Trace& trace, std::span<const double> sizes, const NumberRange& range,
                        uint32_t bins);
std::vector<TrafficBin> rounded(const TrafficSums& sums);

}  // namespace paje
