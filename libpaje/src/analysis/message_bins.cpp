#include <cmath>

#include "analysis/equal_bins.hpp"
#include "analysis/message_parts.hpp"

namespace paje {

namespace {

// Calls visit(row) for links with both halves.
template <class Visit>
void for_each_link(const Trace& trace, Visit&& visit) {
  const LinkColumns links = trace.links();
  for (uint64_t row = 0; row < links.start.size(); ++row) {
    if (links.start_container[row].valid() && links.end_container[row].valid()) visit(row);
  }
}

}  // namespace

NumberRange range_of(std::span<const double> numbers) {
  NumberRange range;
  for (const double number : numbers) {
    if (std::isfinite(number)) range.add(number);
  }
  return range;
}

std::vector<HistogramBin> histogram(std::span<const double> numbers, const NumberRange& range,
                                    uint32_t bins) {
  if (range.least > range.greatest || bins == 0) return {};
  const EqualBins parts(range.least, range.greatest, bins);
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

std::vector<HistogramBin> histogram(std::span<const double> numbers, uint32_t bins) {
  return histogram(numbers, range_of(numbers), bins);
}

std::vector<double> known_sizes(const Trace& trace, std::span<const double> sizes) {
  std::vector<double> known;
  if (sizes.empty()) return known;
  for_each_link(trace, [&](uint64_t row) { known.push_back(sizes[row]); });
  return known;
}

std::vector<double> latencies_of(const Trace& trace) {
  const LinkColumns links = trace.links();
  std::vector<double> latencies;
  for_each_link(trace,
                [&](uint64_t row) { latencies.push_back(links.end[row] - links.start[row]); });
  return latencies;
}

std::vector<HistogramBin> size_histogram(const Trace& trace, std::span<const double> sizes,
                                         uint32_t bins) {
  return histogram(known_sizes(trace, sizes), bins);
}

std::vector<HistogramBin> latency_histogram(const Trace& trace, uint32_t bins) {
  return histogram(latencies_of(trace), bins);
}

NumberRange range_of_starts(const Trace& trace) {
  NumberRange range;
  for_each_link(trace, [&](uint64_t row) { range.add(trace.links().start[row]); });
  return range;
}

TrafficSums sum_traffic(const Trace& trace, std::span<const double> sizes, const NumberRange& range,
                        uint32_t bins) {
  if (range.least > range.greatest || bins == 0) return {};
  const EqualBins parts(range.least, range.greatest, bins);
  TrafficSums sums;
  sums.bins.resize(parts.size());
  sums.bytes.resize(parts.size());
  for (uint32_t i = 0; i < parts.size(); ++i) {
    sums.bins[i].start = parts.edge(i);
    sums.bins[i].end = parts.edge(i + 1);
  }
  const LinkColumns links = trace.links();
  for_each_link(trace, [&](uint64_t row) {
    const uint32_t bin = parts.bin_of(links.start[row]);
    ++sums.bins[bin].messages;
    if (!sizes.empty() && !std::isnan(sizes[row])) sums.bytes[bin].add(sizes[row]);
  });
  return sums;
}

std::vector<TrafficBin> rounded(const TrafficSums& sums) {
  std::vector<TrafficBin> bins = sums.bins;
  for (std::size_t i = 0; i < bins.size(); ++i) bins[i].bytes = sums.bytes[i].rounded();
  return bins;
}

std::vector<TrafficBin> traffic_over_time(const Trace& trace, std::span<const double> sizes,
                                          uint32_t bins) {
  return rounded(sum_traffic(trace, sizes, range_of_starts(trace), bins));
}

MessageFigures measure_messages(const Trace& trace, std::string_view size_field, uint32_t bins) {
  const std::vector<double> sizes = link_sizes(trace, size_field);
  MessageFigures figures;
  figures.has_sizes = !sizes.empty();
  figures.pairs = message_matrix(trace, sizes);
  figures.traffic = traffic_of(figures.pairs, trace.containers().size());
  figures.sizes = size_histogram(trace, sizes, bins);
  figures.latencies = latency_histogram(trace, bins);
  figures.over_time = traffic_over_time(trace, sizes, bins);
  return figures;
}

}  // namespace paje
