#include "analysis/idle_tails.hpp"

#include <algorithm>
#include <iterator>

namespace paje {

IdleTails idle_tails(const DependencyGraph& graph) {
  if (!graph.links_connect_tasks()) return {};
  IdleTails tails;
  double last_work = graph.start();
  bool is_last_idle = false;  // whether the worker whose work ends last has a tail
  const auto messages = graph.messages();
  for (const DependencyGraph::Track& track : graph.tracks()) {
    // A piece that waits for a message does not wait for the end of the run.
    const auto after = std::partition_point(messages.begin(), messages.end(),
                                            [&](const auto& m) { return m.target < track.last; });
    const uint32_t last_target = after == messages.begin() ? 0 : std::prev(after)->target + 1;
    const uint32_t least = std::max(track.first, last_target);
    uint32_t first = track.last;
    while (first > least && graph.is_idle(first - 1)) --first;
    tails.first.push_back(first);
    if (graph.start(first) < last_work) continue;
    last_work = graph.start(first);
    is_last_idle = first < track.last;
  }
  tails.seconds = std::max(0.0, graph.end() - last_work);
  // Without a tail of this worker, a replay would end with the last work, which is too early.
  if (!is_last_idle && tails.seconds > graph.resolution()) return {};
  return tails;
}

}  // namespace paje
