#include "model/statistics/of_selection.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "model/parallel.hpp"
#include "model/rows/glob.hpp"
#include "paje/cut.hpp"
#include "paje/dependency_graph.hpp"

namespace paje::gui {

Efficiencies efficiencies_in(const Trace& trace, const StatisticsScope& scope,
                             const std::function<void()>& check) {
  if (!(scope.range.end > scope.range.start)) {
    throw std::invalid_argument("a range without length has no efficiencies");
  }
  Cut cut;
  cut.selection.start = scope.range.start;
  cut.selection.end = scope.range.end;
  std::set<ContainerId> containers;
  for (uint32_t i = 1; i < scope.containers.size(); ++i) {
    if (scope.containers[i]) containers.insert(ContainerId{i});
  }
  cut.selection.containers = literal_paths(trace, containers);
  if (check) check();
  const Trace part = cut_trace(trace, cut);
  if (check) check();
  DependencyOptions options;
  options.threads = thread_limit;
  const DependencyGraph graph(part, options);
  if (graph.tracks().empty()) throw std::invalid_argument("there are no states");
  if (check) check();
  return efficiencies(graph);
}

std::vector<ObjectRef> messages_in(const Trace& trace, const StatisticsScope& scope,
                                   std::size_t most, std::size_t& all) {
  const LinkColumns links = trace.links();
  std::vector<ObjectRef> messages;
  for (const Track& track : trace.tracks()) {
    if (track.kind != TypeKind::link) continue;
    trace.for_each_overlapping(track, scope.range.start, scope.range.end, [&](uint64_t row) {
      if (!scope.has(links.start_container[row]) || !scope.has(links.end_container[row])) return;
      if (!scope.has(links.value[row])) return;
      messages.push_back({track.kind, track.container, track.type, row});
    });
  }
  all = messages.size();
  const auto length = [&](const ObjectRef& link) {
    return links.end[link.row] - links.start[link.row];
  };
  if (messages.size() > most) {
    std::nth_element(messages.begin(), messages.begin() + static_cast<std::ptrdiff_t>(most),
                     messages.end(), [&](const ObjectRef& a, const ObjectRef& b) {
                       return std::pair(length(b), a.row) < std::pair(length(a), b.row);
                     });
    messages.resize(most);
  }
  std::sort(messages.begin(), messages.end(), [&](const ObjectRef& a, const ObjectRef& b) {
    return std::pair(links.start[a.row], a.row) < std::pair(links.start[b.row], b.row);
  });
  return messages;
}

}  // namespace paje::gui
