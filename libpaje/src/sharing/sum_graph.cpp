// What is said of the whole graph of a run that several processes have a share of.
#include <algorithm>

#include "analysis/profile_parts.hpp"
#include "analysis/time_order.hpp"
#include "analysis/violations.hpp"
#include "paje/shared_analysis.hpp"
#include "sharing/exact_messages.hpp"
#include "sharing/share_words.hpp"

namespace paje {

namespace {

// On rank 0.
std::vector<double> gather_seconds(const SharedGraph& shared, Exchange& exchange) {
  std::vector<ExactSum> sums(shared.graph.values().size());
  for (uint32_t track = 0; track < shared.is_mine.size(); ++track) {
    if (!shared.is_mine[track]) continue;
    const auto seconds = seconds_of_track(shared.graph, shared.graph.tracks()[track]);
    for (std::size_t value = 0; value < sums.size(); ++value) sums[value].add(seconds[value]);
  }
  std::string message;
  for (const ExactSum& sum : sums) put_sum(sum, message);
  sums.assign(sums.size(), {});
  for (const std::string& each : exchange.gather(std::move(message))) {
    MessageReader from = read_message(each);
    for (ExactSum& sum : sums) sum.add(take_sum(from));
  }
  std::vector<double> seconds;
  for (const ExactSum& sum : sums) seconds.push_back(sum.rounded());
  return seconds;
}

std::vector<PlacedWait> gather_waits(const SharedGraph& shared, const std::vector<Wait>& waits,
                                     Exchange& exchange) {
  std::string message;
  for (const PlacedWait& wait : place_waits(shared.graph, waits)) {
    if (shared.is_mine[wait.track]) put(message, wait);
  }
  std::vector<PlacedWait> all;
  for (const std::string& each : exchange.gather(std::move(message))) {
    for (auto from = read_message(each); has_more(from);) all.push_back(from.number<PlacedWait>());
  }
  // Each track is in one process, which has its waits in order.
  std::stable_sort(all.begin(), all.end(),
                   [](const PlacedWait& a, const PlacedWait& b) { return a.track < b.track; });
  return all;
}

}  // namespace

std::optional<GraphFacts> graph_facts_together(const SharedGraph& shared, Exchange& exchange) {
  if (any_of_all(!is_in_time_order(shared.graph, shared.is_mine), exchange)) return std::nullopt;
  const Violations mine = find_violations(shared.graph, shared.is_mine);
  std::string message;
  put_varint(message, mine.ends_before_start);
  put_varint(message, mine.left_before_last_came);
  put_sum(mine.amount, message);
  GraphFacts facts;
  ExactSum amount;
  for (const std::string& each : exchange.gather(std::move(message))) {
    MessageReader from = read_message(each);
    facts.check.ends_before_start += from.varint();
    facts.check.left_before_last_came += from.varint();
    amount.add(take_sum(from));
  }
  facts.check.violation = amount.rounded();
  facts.seconds = gather_seconds(shared, exchange);
  return facts;
}

std::vector<PlacedWait> waits_together(const SharedGraph& shared, Exchange& exchange) {
  return gather_waits(shared, find_waits(shared.graph), exchange);
}

std::vector<PlacedWait> root_waits_together(const SharedGraph& shared, Exchange& exchange) {
  return gather_waits(shared, find_root_waits(shared.graph), exchange);
}

}  // namespace paje
