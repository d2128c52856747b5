// Message statistics: by pair of containers, by container, by size and over time.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "paje/export.hpp"
#include "paje/trace.hpp"

namespace paje {

/// The size of each link, by row; NaN for a link without one; empty if links have no size field.
/// `field` names the field, see UserColumns. All functions below take the result as `sizes`: links
/// without a size count as messages, but not in bytes. They ignore links with a missing half.
PAJE_EXPORT std::vector<double> link_sizes(const Trace& trace, std::string_view field = {});

/// All links from one container to another.
struct ContainerPair {
  ContainerId from;
  ContainerId to;
  uint64_t messages = 0;
  double bytes = 0;  ///< of links with a size
};

/// The pairs that have links, by `from`, then `to`. Sums of bytes, here and below, are exact and
/// rounded once. O(links).
PAJE_EXPORT std::vector<ContainerPair> message_matrix(const Trace& trace,
                                                      std::span<const double> sizes);

/// All links of a container.
struct ContainerTraffic {
  ContainerId container;
  uint64_t sent = 0;
  uint64_t received = 0;
  double bytes_sent = 0;
  double bytes_received = 0;
};

/// The containers that have links, in order. O(links).
PAJE_EXPORT std::vector<ContainerTraffic> traffic_by_container(const Trace& trace,
                                                               std::span<const double> sizes);

/// A bin of a histogram: numbers in [low, high).
struct HistogramBin {
  double low = 0;
  double high = 0;     ///< included only in the last bin
  uint64_t count = 0;  ///< numbers in the bin
};

/// Bins of equal width from the least to the greatest finite number; one bin if all numbers are
/// equal, none without numbers. O(numbers + bins).
PAJE_EXPORT std::vector<HistogramBin> histogram(std::span<const double> numbers, uint32_t bins);

/// A histogram of the sizes, without NaN.
PAJE_EXPORT std::vector<HistogramBin> size_histogram(const Trace& trace,
                                                     std::span<const double> sizes, uint32_t bins);
/// A histogram of latencies: end - start of links.
PAJE_EXPORT std::vector<HistogramBin> latency_histogram(const Trace& trace, uint32_t bins);

/// Links that start in an interval.
struct TrafficBin {
  double start = 0;
  double end = 0;
  uint64_t messages = 0;
  double bytes = 0;
};

/// Equal intervals from the first to the last start of a link; one if all start at once, none
/// without links. O(links + bins).
PAJE_EXPORT std::vector<TrafficBin> traffic_over_time(const Trace& trace,
                                                      std::span<const double> sizes, uint32_t bins);

/// All of these: each member is the result of its function.
struct MessageFigures {
  bool has_sizes = false;
  std::vector<ContainerPair> pairs;
  std::vector<ContainerTraffic> traffic;
  std::vector<HistogramBin> sizes;
  std::vector<HistogramBin> latencies;
  std::vector<TrafficBin> over_time;
};
PAJE_EXPORT MessageFigures measure_messages(const Trace& trace, std::string_view size_field,
                                            uint32_t bins);

}  // namespace paje
