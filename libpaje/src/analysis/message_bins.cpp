#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/equal_bins.hpp"
#include "paje/communication.hpp"

namespace paje {

namespace {

constexpr double kNever = std::numeric_limits<double>::infinity();

// Calls visit(row) for links with both halves.
template <class Visit>
void for_each_link(const Trace& trace, Visit&& visit) {
  const LinkColumns links = trace.links();
  for (uint64_t row = 0; row < links.start.size(); ++row) {
    if (links.start_container[row].valid() && links.end_container[row].valid()) visit(row);
  }
}

}  // namespace

std::vector<HistogramBin> histogram(std::span<const double> numbers, uint32_t bins) {
  double least = kNever, greatest = -kNever;
  for (const double number : numbers) {
    if (!std::isfinite(number)) continue;
    least = std::min(least, number);
    greatest = std::max(greatest, number);
  }
  if (least > greatest || bins == 0) return {};
  const EqualBins parts(least, greatest, bins);
  std::vector<HistogramBin> result(parts.size());
  for (uint32_t i = 0; i < parts.size(); ++i) {
    result[i].low = parts.edge(i);
    result[i].high = parts.edge(i + 1);
  }
  for (const double number : numbers) {
    if (std::isfinite(number)) ++result[parts.bin_of(number)].count;
  }
  return result;
}

std::vector<HistogramBin> size_histogram(const Trace& trace, std::span<const double> sizes,
                                         uint32_t bins) {
  if (sizes.empty()) return {};
  std::vector<double> known;
  for_each_link(trace, [&](uint64_t row) { known.push_back(sizes[row]); });
  return histogram(known, bins);
}

std::vector<HistogramBin> latency_histogram(const Trace& trace, uint32_t bins) {
  const LinkColumns links = trace.links();
  std::vector<double> latencies;
  for_each_link(trace,
                [&](uint64_t row) { latencies.push_back(links.end[row] - links.start[row]); });
  return histogram(latencies, bins);
}

std::vector<TrafficBin> traffic_over_time(const Trace& trace, std::span<const double> sizes,
                                          uint32_t bins) {
  const LinkColumns links = trace.links();
  double first = kNever, last = -kNever;
  for_each_link(trace, [&](uint64_t row) {
    first = std::min(first, links.start[row]);
    last = std::max(last, links.start[row]);
  });
  if (first > last || bins == 0) return {};
  const EqualBins parts(first, last, bins);
  std::vector<TrafficBin> result(parts.size());
  for (uint32_t i = 0; i < parts.size(); ++i) {
    result[i].start = parts.edge(i);
    result[i].end = parts.edge(i + 1);
  }
  for_each_link(trace, [&](uint64_t row) {
    TrafficBin& bin = result[parts.bin_of(links.start[row])];
    ++bin.messages;
    if (!sizes.empty() && !std::isnan(sizes[row])) bin.bytes += sizes[row];
  });
  return result;
}

}  // namespace paje
