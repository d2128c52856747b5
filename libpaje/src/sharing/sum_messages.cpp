// Figures of the messages of all processes: counts and exact sums are added up.
#include "analysis/message_parts.hpp"
#include "paje/shared_analysis.hpp"
#include "sharing/exact_messages.hpp"
#include "sharing/share_words.hpp"

namespace paje {

namespace {

// The range of all numbers, from those of each process.
NumberRange range_of_all(const NumberRange& mine, Exchange& exchange) {
  std::string message;
  put(message, mine.least);
  put(message, mine.greatest);
  NumberRange all;
  for (const std::string& each : exchange.all_gather(std::move(message))) {
    MessageReader from = read_message(each);
    const auto least = from.number<double>(), greatest = from.number<double>();
    if (least > greatest) continue;  // it has none
    all.add(least);
    all.add(greatest);
  }
  return all;
}

std::vector<HistogramBin> histogram_of_all(std::span<const double> numbers, uint32_t bins,
                                           Exchange& exchange) {
  const NumberRange range = range_of_all(range_of(numbers), exchange);
  std::vector<HistogramBin> result = histogram(numbers, range, bins);
  std::vector<uint64_t> counts;
  for (const HistogramBin& bin : result) counts.push_back(bin.count);
  counts = exchange.sum(std::move(counts));
  for (std::size_t i = 0; i < result.size(); ++i) result[i].count = counts[i];
  return result;
}

// On rank 0.
PairSums pairs_of_all(PairSums sums, Exchange& exchange) {
  std::string message;
  if (exchange.rank() != 0) {
    for (const auto& [key, sum] : sums) {
      put(message, key);
      put_varint(message, sum.messages);
      put_sum(sum.bytes, message);
    }
  }
  for (const std::string& each : exchange.gather(std::move(message))) {
    for (auto from = read_message(each); has_more(from);) {
      PairSum& sum = sums[from.number<uint64_t>()];
      sum.messages += from.varint();
      sum.bytes.add(take_sum(from));
    }
  }
  return sums;
}

// On rank 0.
std::vector<TrafficBin> traffic_of_all(const Trace& trace, std::span<const double> sizes,
                                       uint32_t bins, Exchange& exchange) {
  const NumberRange range = range_of_all(range_of_starts(trace), exchange);
  TrafficSums sums = sum_traffic(trace, sizes, range, bins);
  std::string message;
  if (exchange.rank() != 0) {
    for (std::size_t i = 0; i < sums.bins.size(); ++i) {
      put_varint(message, sums.bins[i].messages);
      put_sum(sums.bytes[i], message);
    }
  }
  for (const std::string& each : exchange.gather(std::move(message))) {
    MessageReader from = read_message(each);
    for (std::size_t i = 0; has_more(from); ++i) {
      sums.bins[i].messages += from.varint();
      sums.bytes[i].add(take_sum(from));
    }
  }
  return rounded(sums);
}

}  // namespace

MessageFigures messages_together(SharedTrace& share, std::string_view size_field, uint32_t bins,
                                 Exchange& exchange) {
  share_word_facts(share.trace, TypeKind::link, exchange);
  const Trace& trace = share.trace;
  const std::vector<double> sizes = link_sizes(trace, size_field);
  MessageFigures figures;
  figures.has_sizes = any_of_all(!sizes.empty(), exchange);
  figures.pairs = pairs_of(pairs_of_all(sum_pairs(trace, sizes), exchange));
  figures.traffic = traffic_of(figures.pairs, trace.containers().size());
  figures.sizes = histogram_of_all(known_sizes(trace, sizes), bins, exchange);
  figures.latencies = histogram_of_all(latencies_of(trace), bins, exchange);
  figures.over_time = traffic_of_all(trace, sizes, bins, exchange);
  return figures;
}

}  // namespace paje
