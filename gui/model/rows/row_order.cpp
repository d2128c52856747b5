#include "model/rows/row_order.hpp"

#include <cstdint>
#include <set>

namespace paje::gui {

std::vector<std::string> order_by_hand(const TraceModel& run, const RowOptions& options) {
  const Trace& trace = run.trace();
  std::set<ContainerId> parents;
  for (const auto& [container, place] : options.places) {
    if (container != kRootContainer) parents.insert(trace[container].parent);
  }
  std::vector<std::string> paths;
  for (const ContainerId parent : parents) {
    for (const ContainerId child : ordered_children(run, options, parent)) {
      paths.push_back(container_path(trace, child));
    }
  }
  return paths;
}

std::map<ContainerId, double> places_in_order(const Trace& trace,
                                              const std::vector<std::string>& paths) {
  std::map<ContainerId, double> places;
  if (paths.empty()) return places;
  // Siblings may have one name: each of them is taken once, in the order of the file.
  const std::set<std::string> wanted(paths.begin(), paths.end());
  std::map<std::string, std::vector<ContainerId>> known;
  for (auto i = static_cast<uint32_t>(trace.containers().size()); i-- > 1;) {
    std::string path = container_path(trace, ContainerId{i});
    if (wanted.contains(path)) known[std::move(path)].push_back(ContainerId{i});
  }
  std::map<ContainerId, double> next;  // place, by the parent
  for (const std::string& path : paths) {
    const auto found = known.find(path);
    if (found == known.end() || found->second.empty()) continue;
    const ContainerId container = found->second.back();
    found->second.pop_back();
    places[container] = next[trace[container].parent]++;
  }
  return places;
}

}  // namespace paje::gui
