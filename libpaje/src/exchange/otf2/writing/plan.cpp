#include "exchange/otf2/writing/plan.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>
#include <string_view>

namespace paje::exchange {

namespace {

bool is_thread_type(std::string_view name) {
  std::string lower(name);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return lower.find("thread") != std::string::npos || lower.find("stream") != std::string::npos;
}

class Planner {
 public:
  explicit Planner(const Trace& trace) : trace_(trace), has_objects_(trace.containers().size()) {
    for (const Track& track : trace.tracks()) {
      if (track.kind != TypeKind::link) has_objects_[track.container.index] = true;
    }
    const LinkColumns links = trace.links();
    for (const ContainerId end : links.start_container) has_objects_[end.index] = true;
    for (const ContainerId end : links.end_container) has_objects_[end.index] = true;
    plan_.first_location.assign(trace.containers().size(), Otf2Plan::kNone);
    for (uint32_t i = 0; i < trace.containers().size(); ++i) {
      is_process_.push_back(holds_threads_alone({i}));
    }
  }

  Otf2Plan plan() {
    std::array<uint32_t, 5> counts{};
    for (const Type& type : trace_.types()) {
      plan_.type_number.push_back(counts[static_cast<std::size_t>(type.kind)]++);
    }
    for (uint32_t i = 0; i < trace_.containers().size(); ++i) add({i});
    return std::move(plan_);
  }

 private:
  bool holds_threads_alone(ContainerId id) const {
    const Container& container = trace_[id];
    if (id.index == 0 || container.children.empty() || has_objects_[id.index]) return false;
    return std::all_of(container.children.begin(), container.children.end(),
                       [&](ContainerId child) {
                         return trace_[child].children.empty() &&
                                is_thread_type(trace_[trace_[child].type].name.text);
                       });
  }

  void add(ContainerId id) {
    const Container& container = trace_[id];
    if (is_process_[id.index]) {
      const auto group = static_cast<uint32_t>(plan_.groups.size());
      plan_.groups.push_back({id, container.parent, false});
      for (const ContainerId child : container.children) add_locations(child, group, true);
      return;
    }
    const bool is_node = id.index == 0 || !container.children.empty();
    if (is_node) plan_.nodes.push_back(id);
    if (is_node && !has_objects_[id.index]) return;
    if (id.index != 0 && is_process_[container.parent.index])
      return;  // its threads are there already
    const auto group = static_cast<uint32_t>(plan_.groups.size());
    plan_.groups.push_back({id, is_node ? id : container.parent, is_node});
    if (has_objects_[id.index]) add_locations(id, group, false);
  }

  void add_locations(ContainerId id, uint32_t group, bool is_thread) {
    plan_.first_location[id.index] = static_cast<uint32_t>(plan_.locations.size());
    PlannedLocation location{id, group, {}, true, is_thread};
    for (const Track& track : trace_.tracks(id)) {
      if (track.kind != TypeKind::state) continue;
      location.states = track;
      plan_.locations.push_back(location);
      location.is_first = false;
    }
    if (location.is_first) plan_.locations.push_back(location);
  }

  const Trace& trace_;
  std::vector<bool> has_objects_;
  std::vector<bool> is_process_;
  Otf2Plan plan_;
};

}  // namespace

Otf2Plan plan_otf2(const Trace& trace) { return Planner(trace).plan(); }

}  // namespace paje::exchange
