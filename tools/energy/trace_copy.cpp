#include "energy/trace_copy.hpp"

#include <algorithm>
#include <utility>

namespace paje::tools {

TraceCopy::TraceCopy(const Trace& trace, TraceWriter& writer, TimeMap time)
    : trace_(trace),
      writer_(writer),
      time_(std::move(time)),
      types_(trace.types().size()),
      values_(trace.values().size()),
      containers_(trace.containers().size()) {
  if (!time_) time_ = [](ContainerId, double now) { return now; };
  define();
  define_values();
  add_containers();
  for (const Track& track : trace.tracks()) {
    if (track.kind == TypeKind::state) add_states(track);
    if (track.kind == TypeKind::variable) add_variables(track);
    if (track.kind == TypeKind::event) add_events(track);
    if (track.kind == TypeKind::link) add_links(track);
  }
}

void TraceCopy::define() {
  types_[0] = TraceWriter::kRootType;
  // Links come last: they name two types of containers.
  for (const bool is_link : {false, true}) {
    for (uint32_t i = 1; i < types_.size(); ++i) {
      const Type& type = trace_[TypeId{i}];
      if ((type.kind == TypeKind::link) != is_link) continue;
      const std::string name(type.name.text);
      const TraceWriter::Type parent = types_[type.parent.index];
      if (type.kind == TypeKind::container) types_[i] = writer_.container_type(name, parent);
      if (type.kind == TypeKind::state) types_[i] = writer_.state_type(name, parent);
      if (type.kind == TypeKind::event) types_[i] = writer_.event_type(name, parent);
      if (type.kind == TypeKind::variable) {
        types_[i] = writer_.variable_type(name, parent, type.color);
      }
      if (is_link) {
        types_[i] = writer_.link_type(name, parent, types_[type.start_type.index],
                                      types_[type.end_type.index]);
      }
    }
  }
}

void TraceCopy::define_values() {
  for (uint32_t i = 0; i < values_.size(); ++i) {
    const EntityValue& value = trace_[ValueId{i}];
    values_[i] = writer_.value(types_[value.type.index], value.name.text, value.color);
  }
}

TraceWriter::ValueName TraceCopy::value(ValueId value) const { return values_[value.index]; }

TraceWriter::Type TraceCopy::variable_type(std::string name, TypeId container_type) {
  const auto [known, is_new] = further_types_.try_emplace({container_type, name});
  if (!is_new) return known->second;
  const auto& children = trace_[container_type].children;
  const auto is_there = [&] {
    return std::any_of(children.begin(), children.end(), [&](TypeId child) {
      return trace_[child].name.text == name || trace_[child].identifier.text == name;
    });
  };
  while (is_there()) name = "estimated_" + name;
  return known->second = writer_.variable_type(name, types_[container_type.index]);
}

void TraceCopy::add(double time, std::function<void(TraceWriter&, double)> write) {
  events_.push_back({time, std::move(write)});
}

void TraceCopy::set_variable(double time, ContainerId container, const std::string& name,
                             double value) {
  const TraceWriter::Type type = variable_type(name, trace_[container].type);
  add(time, [this, container, type, value](TraceWriter& writer, double now) {
    writer.set_variable(now, containers_[container.index], type, value);
  });
}

void TraceCopy::add_containers() {
  containers_[0] = TraceWriter::kRoot;
  for (uint32_t i = 1; i < containers_.size(); ++i) {
    add(time_(ContainerId{i}, trace_[ContainerId{i}].start),
        [this, i](TraceWriter& writer, double now) {
          const Container& made = trace_[ContainerId{i}];
          containers_[i] = writer.create_container(now, types_[made.type.index], made.name.text,
                                                   containers_[made.parent.index]);
        });
  }
}

// With all below it, so that of containers that end at once only the outermost is named.
void TraceCopy::add_ends() {
  for (uint32_t i = 1; i < containers_.size(); ++i) {
    const Container& container = trace_[ContainerId{i}];
    const Container& parent = trace_[container.parent];
    const bool ends_with_parent =
        container.parent != kRootContainer && parent.destroyed && parent.end == container.end;
    if (!container.destroyed || ends_with_parent) continue;
    add(time_(ContainerId{i}, container.end), [this, i](TraceWriter& writer, double now) {
      writer.destroy_container(now, containers_[i]);
    });
  }
}

void TraceCopy::write() {
  add_ends();
  std::stable_sort(events_.begin(), events_.end(),
                   [](const Event& a, const Event& b) { return a.time < b.time; });
  for (const Event& event : events_) event.write(writer_, event.time);
  writer_.close();
}

void TraceCopy::add_states(const Track& track) {
  const StateColumns states = trace_.states();
  std::vector<double> ends;  // of the states that are open
  const auto pop = [&] {
    add(ends.back(), [this, track](TraceWriter& writer, double now) {
      writer.pop_state(now, containers_[track.container.index], types_[track.type.index]);
    });
    ends.pop_back();
  };
  for (uint64_t row = track.first; row < track.last; ++row) {
    while (ends.size() > states.depth[row]) pop();
    add(time_(track.container, states.start[row]),
        [this, track, id = states.value[row]](TraceWriter& writer, double now) {
          writer.push_state(now, containers_[track.container.index], types_[track.type.index],
                            value(id));
        });
    ends.push_back(time_(track.container, states.end[row]));
  }
  while (!ends.empty()) pop();
}

void TraceCopy::add_variables(const Track& track) {
  const VariableColumns variables = trace_.variables();
  for (uint64_t row = track.first; row < track.last; ++row) {
    add(time_(track.container, variables.start[row]),
        [this, track, number = variables.value[row]](TraceWriter& writer, double now) {
          writer.set_variable(now, containers_[track.container.index], types_[track.type.index],
                              number);
        });
  }
}

void TraceCopy::add_events(const Track& track) {
  const EventColumns events = trace_.events();
  for (uint64_t row = track.first; row < track.last; ++row) {
    add(time_(track.container, events.time[row]),
        [this, track, id = events.value[row]](TraceWriter& writer, double now) {
          writer.new_event(now, containers_[track.container.index], types_[track.type.index],
                           value(id));
        });
  }
}

void TraceCopy::add_links(const Track& track) {
  const LinkColumns links = trace_.links();
  for (uint64_t row = track.first; row < track.last; ++row) {
    const ContainerId from = links.start_container[row], to = links.end_container[row];
    if (!from.valid() || !to.valid()) continue;
    const std::string key = std::to_string(row);
    const ValueId id = links.value[row];
    const double start = time_(from, links.start[row]);
    const bool is_forward = links.end[row] >= links.start[row];
    const double end = time_(to, links.end[row]);
    add(start, [=, this](TraceWriter& writer, double now) {
      writer.start_link(now, containers_[track.container.index], types_[track.type.index],
                        containers_[from.index], key, value(id));
    });
    add(is_forward ? std::max(start, end) : end, [=, this](TraceWriter& writer, double now) {
      writer.end_link(now, containers_[track.container.index], types_[track.type.index],
                      containers_[to.index], key, value(id));
    });
  }
}

}  // namespace paje::tools
