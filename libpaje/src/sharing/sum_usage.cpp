// Profiles of the tracks of all processes: figures of tracks are gathered, exact sums are added up.
#include <map>

#include "analysis/profile_parts.hpp"
#include "analysis/utilisation_parts.hpp"
#include "analysis/value_numbers.hpp"
#include "base/thread_pool.hpp"
#include "paje/shared_analysis.hpp"
#include "sharing/exact_messages.hpp"

namespace paje {

namespace {

// Tracks of a process, and what values mean.
struct Mine {
  const DependencyGraph& graph;
  const std::vector<bool>& is_mine;
  std::vector<uint32_t> tracks;
  std::vector<uint32_t> numbers;

  explicit Mine(const SharedGraph& shared)
      : graph(shared.graph), is_mine(shared.is_mine), numbers(value_numbers(shared.graph)) {
    for (uint32_t i = 0; i < is_mine.size(); ++i) {
      if (is_mine[i]) tracks.push_back(i);
    }
  }
  [[nodiscard]] const DependencyGraph::Track& track(uint32_t number) const {
    return graph.tracks()[number];
  }
};

// On rank 0.
Profile gather_profile(const Mine& mine, Exchange& exchange, ThreadPool& pool) {
  const std::size_t values = mine.graph.values().size();
  std::vector<StateSum> all(values);
  std::string message;
  pool.ordered(
      mine.tracks.size(),
      [&](std::size_t i) {
        return sums_of_track(mine.graph, mine.track(mine.tracks[i]), mine.numbers);
      },
      [&](const std::vector<StateSum>& sums) {
        for (std::size_t value = 0; value < values; ++value) all[value].add(sums[value]);
        std::string own;
        uint64_t count = 0;
        for (uint32_t value = 0; value < values; ++value) {
          if (sums[value].count == 0) continue;
          ++count;
          put_varint(own, value);
          put(own, rounded(sums[value]));
        }
        put_varint(message, count);
        message += own;
      });
  std::string totals;
  for (const StateSum& sum : all) put_states(sum, totals);
  std::string tracks;
  for (const uint32_t track : mine.tracks) {
    put_varint(tracks, track);
    put(tracks, uncovered_time(mine.graph, mine.track(track)));
  }
  std::string whole;
  for (const std::string* part : {&totals, &tracks, &message}) put_text(whole, *part);
  Profile profile;
  const auto gathered = exchange.gather(std::move(whole));
  if (exchange.rank() != 0) return profile;
  profile.by_track.resize(mine.graph.tracks().size() * values);
  profile.uncovered.resize(mine.graph.tracks().size());
  all.assign(values, {});
  for (const std::string& each : gathered) {
    MessageReader from = read_message(each);
    MessageReader sums = read_message(from.text());
    for (StateSum& sum : all) sum.add(take_states(sums));
    MessageReader of_tracks = read_message(from.text());
    for (MessageReader by_track = read_message(from.text()); has_more(of_tracks);) {
      const uint64_t track = of_tracks.varint();
      profile.uncovered[track] = of_tracks.number<double>();
      for (uint64_t count = by_track.varint(); count != 0; --count) {
        const uint64_t value = by_track.varint();
        profile.by_track[track * values + value] = by_track.number<ValueProfile>();
      }
    }
  }
  for (const StateSum& sum : all) profile.values.push_back(rounded(sum));
  return profile;
}

// On rank 0.
std::vector<CallNode> gather_tree(const Mine& mine, Exchange& exchange, ThreadPool& pool) {
  CallTree tree;
  pool.ordered(
      mine.tracks.size(),
      [&](std::size_t i) {
        return tree_of_track(mine.graph, mine.track(mine.tracks[i]), mine.numbers);
      },
      [&](const std::vector<CallNode>& nodes) { tree.add(nodes); });
  std::string message;
  if (exchange.rank() != 0) {
    for (const CallTree::Node& node : tree.nodes()) {
      put_varint(message, node.value);
      put(message, node.parent);
      put_varint(message, node.count);
      put_sum(node.inclusive, message);
      put_sum(node.exclusive, message);
    }
  }
  for (const std::string& each : exchange.gather(std::move(message))) {
    std::vector<CallTree::Node> nodes;
    for (auto from = read_message(each); has_more(from);) {
      CallTree::Node& node = nodes.emplace_back();
      node.value = static_cast<uint32_t>(from.varint());
      node.parent = from.number<uint32_t>();
      node.count = from.varint();
      node.inclusive = take_sum(from);
      node.exclusive = take_sum(from);
    }
    tree.add(nodes);
  }
  return tree.in_order();
}

// On rank 0.
TimeProfile gather_time_profile(const Mine& mine, uint32_t bins, Exchange& exchange) {
  const EqualBins parts(mine.graph.start(), mine.graph.end(), std::max(bins, 1U));
  TimeSums sums(parts, mine.graph.values().size());
  for (const uint32_t track : mine.tracks) {
    sums.add_track(mine.graph, mine.track(track), mine.numbers);
  }
  std::string message;
  if (exchange.rank() != 0) {
    for (const ExactSum& sum : sums.sums()) put_sum(sum, message);
  }
  for (const std::string& each : exchange.gather(std::move(message))) {
    if (each.empty()) continue;
    MessageReader from = read_message(each);
    for (ExactSum& sum : sums.sums()) sum.add(take_sum(from));
  }
  TimeProfile profile;
  for (uint32_t i = 0; i <= parts.size(); ++i) profile.edges.push_back(parts.edge(i));
  for (const ExactSum& sum : sums.sums()) profile.seconds.push_back(sum.rounded());
  return profile;
}

// On rank 0.
std::vector<IdleTime> gather_idle_time(const Mine& mine, Exchange& exchange) {
  const std::vector<IdleTime> found = find_idle_time(mine.graph, find_waits(mine.graph));
  std::string message;
  for (const uint32_t track : mine.tracks) {
    put_varint(message, track);
    put(message, found[track]);
  }
  std::vector<IdleTime> all(found.size());
  for (const std::string& each : exchange.gather(std::move(message))) {
    for (auto from = read_message(each); has_more(from);) {
      const uint64_t track = from.varint();
      all[track] = from.number<IdleTime>();
    }
  }
  return all;
}

// The process that does the sum for a container, of those that have tracks inside; the same for
// all.
uint32_t rank_for(ContainerId container, unsigned ranks) {
  return static_cast<uint32_t>((uint64_t{container.index} * 0x9E3779B97F4A7C15U >> 32U) % ranks);
}

// On rank 0. Containers are dealt out, and the changes of their tracks go where they belong.
std::vector<CommunicationOverlap> gather_overlap(const Mine& mine, Exchange& exchange) {
  const auto inside = tracks_with_others(mine.graph);
  std::vector<std::string> to(exchange.ranks());
  for (const auto& [container, tracks] : inside) {
    std::vector<UseChange> changes;
    for (const uint32_t track : tracks) {
      if (mine.is_mine[track]) add_changes(mine.graph, mine.track(track), changes);
    }
    if (changes.empty()) continue;
    std::string& message = to[rank_for(container, exchange.ranks())];
    put(message, container);
    put_varint(message, changes.size());
    for (const UseChange& change : changes) put(message, change);
  }
  std::map<ContainerId, std::vector<UseChange>> mine_to_sum;
  for (const std::string& each : exchange.all_to_all(std::move(to))) {
    for (auto from = read_message(each); has_more(from);) {
      auto& changes = mine_to_sum[from.number<ContainerId>()];
      for (uint64_t count = from.varint(); count != 0; --count) {
        changes.push_back(from.number<UseChange>());
      }
    }
  }
  std::string message;
  for (auto& [container, changes] : mine_to_sum) {
    CommunicationOverlap one;
    one.container = container;
    measure(changes, one);
    put(message, one);
  }
  std::map<ContainerId, CommunicationOverlap> found;
  for (const std::string& each : exchange.gather(std::move(message))) {
    for (auto from = read_message(each); has_more(from);) {
      const auto one = from.number<CommunicationOverlap>();
      found[one.container] = one;
    }
  }
  std::vector<CommunicationOverlap> result;
  for (const auto& [container, tracks] : inside) {
    CommunicationOverlap& one = result.emplace_back(found[container]);
    one.container = container;
    one.tracks = static_cast<uint32_t>(tracks.size());
  }
  return result;
}

}  // namespace

Usage usage_together(const SharedGraph& shared, uint32_t bins, Exchange& exchange) {
  const Mine mine(shared);
  ThreadPool pool(shared.graph.threads());
  Usage usage;
  usage.profile = gather_profile(mine, exchange, pool);
  usage.tree = gather_tree(mine, exchange, pool);
  usage.idle = gather_idle_time(mine, exchange);
  usage.overlap = gather_overlap(mine, exchange);
  usage.over_time = gather_time_profile(mine, bins, exchange);
  return usage;
}

}  // namespace paje
