#include <algorithm>
#include <cmath>

#include "analysis/each_message.hpp"
#include "analysis/efficiency_parts.hpp"
#include "analysis/graph_replay.hpp"
#include "analysis/violations.hpp"
#include "base/thread_pool.hpp"

namespace paje {

double useful_seconds(const DependencyGraph& graph, const DependencyGraph::Track& track) {
  double sum = 0;
  for (uint32_t piece = track.first; piece < track.last; ++piece) {
    if (graph.is_useful(piece)) sum += graph.length(piece);
  }
  return sum;
}

std::vector<double> useful_seconds(const DependencyGraph& graph) {
  std::vector<double> seconds(graph.tracks().size());
  ThreadPool pool(graph.threads());
  pool.for_each(seconds.size(),
                [&](std::size_t i) { seconds[i] = useful_seconds(graph, graph.tracks()[i]); });
  return seconds;
}

namespace {

double part(double of, double whole) { return whole > 0 ? of / whole : 1; }

}  // namespace

Violations find_violations(const DependencyGraph& graph, const std::vector<bool>& of_track) {
  const auto is_meant = [&](uint32_t track) { return of_track.empty() || of_track[track]; };
  const ContainerId* receivers = graph.trace().links().end_container.data();
  Violations found;
  for_each_message(graph, 0, graph.messages().size(), [&](std::size_t, const auto& message) {
    const double ready = std::max(graph.sent(message), graph.posted(message));
    if (!(graph.received(message) < ready - graph.resolution())) return;
    if (!is_meant(graph.track_of(receivers[message.link]))) return;
    ++found.ends_before_start;
    found.amount.add(ready - graph.received(message));
  });
  const CollectiveTimes times(graph);
  for (const auto& membership : graph.memberships()) {
    if (!times.is_left_early(membership.collective, membership.piece)) continue;
    if (!is_meant(graph.track_of_piece(membership.piece))) continue;
    ++found.left_before_last_came;
    found.amount.add(times.coming(membership.collective, membership.piece) -
                     graph.end(membership.piece));
  }
  return found;
}

void add_violations(const DependencyGraph& graph, ReplayCheck& check) {
  const Violations found = find_violations(graph);
  check.ends_before_start += found.ends_before_start;
  check.left_before_last_came += found.left_before_last_came;
  check.violation += found.amount.rounded();
}

ReplayCheck check_times(const DependencyGraph& graph) {
  ReplayCheck check;
  add_violations(graph, check);
  return check;
}

ReplayCheck check_replay(const DependencyGraph& graph) {
  const NeededStarts kept(graph);
  GraphReplay<MeasuredCosts> replay(graph, kept, {});
  replay.run();
  ReplayCheck check;
  check.length = replay.end() - graph.start();
  check.stuck_tracks = replay.stuck_tracks();
  add_violations(graph, check);
  return check;
}

Efficiencies efficiencies_of(const std::vector<double>& useful, double length,
                             double ideal_length) {
  Efficiencies result;
  for (const double seconds : useful) {
    result.useful_average += seconds / static_cast<double>(useful.size());
    result.useful_maximum = std::max(result.useful_maximum, seconds);
  }
  // The first of those that work longest, apart from rounding.
  constexpr double kRounding = 1e-12;
  const auto busiest = std::find_if(useful.begin(), useful.end(), [&](double seconds) {
    return seconds >= result.useful_maximum * (1 - kRounding);
  });
  if (busiest != useful.end()) result.busiest = static_cast<uint32_t>(busiest - useful.begin());
  result.length = length;
  result.ideal_length = ideal_length;
  result.parallel = part(result.useful_average, result.length);
  result.load_balance = part(result.useful_average, result.useful_maximum);
  result.communication = part(result.useful_maximum, result.length);
  result.serialisation = part(result.useful_maximum, result.ideal_length);
  result.transfer = part(result.ideal_length, result.length);
  return result;
}

Efficiencies efficiencies(const DependencyGraph& graph) {
  const std::vector<double> useful = useful_seconds(graph);
  if (useful.empty()) return {};
  const NeededStarts kept(graph);
  GraphReplay<FreeNetworkCosts> replay(graph, kept, FreeNetworkCosts(graph));
  replay.run();
  return efficiencies_of(useful, graph.length(), replay.end() - graph.start());
}

}  // namespace paje
