#include "model/rows/short_places.hpp"

#include <unordered_map>

namespace paje::gui {

namespace {

constexpr int kMostNames = 5;  // of a path; nobody reads more

std::string last_names(const Trace& trace, ContainerId container, int count) {
  std::string names(trace[container].name.text);
  for (int i = 1; i < count; ++i) {
    container = trace[container].parent;
    if (!container.valid() || container == kRootContainer) break;
    names.insert(0, std::string(trace[container].name.text) + '/');
  }
  return names;
}

}  // namespace

ShortPlaces::ShortPlaces(const Trace& trace) : trace_(trace), names_(trace.containers().size(), 1) {
  std::vector<ContainerId> alike;
  for (uint32_t i = 1; i < names_.size(); ++i) alike.push_back(ContainerId{i});
  for (int count = 1; count < kMostNames && !alike.empty(); ++count) {
    std::unordered_map<std::string, int> uses;
    for (const ContainerId id : alike) ++uses[last_names(trace, id, count)];
    std::erase_if(alike, [&](ContainerId id) { return uses[last_names(trace, id, count)] == 1; });
    for (const ContainerId id : alike) names_[id.index] = static_cast<uint8_t>(count + 1);
  }
}

std::string ShortPlaces::of(ContainerId container) const {
  return last_names(trace_, container, names_[container.index]);
}

std::string ShortPlaces::of(const ObjectRef& object) const {
  if (object.kind != TypeKind::link) return of(object.container);
  const LinkColumns links = trace_.links();
  return of(links.start_container[object.row]) + " to " + of(links.end_container[object.row]);
}

}  // namespace paje::gui
