// How much containers send to each other: by pair, by container, by size and over time.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "paje/export.hpp"
#include "paje/trace.hpp"

namespace paje {

/// The size of each link by row, NaN where it has none; empty if links have no field for it.
/// `field` names the field, see UserColumns. All functions below take the result; of links without
/// a size they count no bytes. They leave out links with a missing half.
PAJE_EXPORT std::vector<double> link_sizes(const Trace& trace, std::string_view field = {});

/// All links from one container to another.
struct ContainerPair {
  ContainerId from;
  ContainerId to;
  uint64_t messages = 0;
  double bytes = 0;  ///< of those links whose size is known
};

/// By `from`, then `to`, those of links that exist. Sums of bytes, here and below, are exact and
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

/// By container, those that have links. O(links).
PAJE_EXPORT std::vector<ContainerTraffic> traffic_by_container(const Trace& trace,
                                                               std::span<const double> sizes);

/// A part of a histogram.
struct HistogramBin {
  double low = 0;
  double high = 0;     ///< in the next bin, except for the last one
  uint64_t count = 0;  ///< numbers from `low` on and below `high`
};

/// As many bins as asked for, all equally wide, from the least to the greatest finite number; one
/// bin if all are equal, none without numbers. O(numbers + bins).
PAJE_EXPORT std::vector<HistogramBin> histogram(std::span<const double> numbers, uint32_t bins);

/// Of the sizes that are known.
PAJE_EXPORT std::vector<HistogramBin> size_histogram(const Trace& trace,
                                                     std::span<const double> sizes, uint32_t bins);
/// Of the times from the start of a link to its end.
PAJE_EXPORT std::vector<HistogramBin> latency_histogram(const Trace& trace, uint32_t bins);

/// Links that start in a part of the time.
struct TrafficBin {
  double start = 0;
  double end = 0;
  uint64_t messages = 0;
  double bytes = 0;
};

/// Equal parts of the time from the first to the last start of a link; one if all start at once,
/// none without links. O(links + bins).
PAJE_EXPORT std::vector<TrafficBin> traffic_over_time(const Trace& trace,
                                                      std::span<const double> sizes, uint32_t bins);

/// All of that: each member is what the function for it returns.
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
