#include "energy/trace_copy.hpp"

#include <algorithm>
#include <limits>
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
  for (uint32_t i = 0; i < trace.tracks().size(); ++i) add_track(i);
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

void TraceCopy::set_variable(double time, ContainerId container, const std::string& name,
                             double value) {
  events_.push_back({time, further_.size(), 0, What::further});
  further_.push_back({container, variable_type(name, trace_[container].type), value, name});
}

void TraceCopy::add_containers() {
  containers_[0] = TraceWriter::kRootContainer;
  for (uint32_t i = 1; i < containers_.size(); ++i) {
    events_.push_back({time_(ContainerId{i}, trace_[ContainerId{i}].start), 0, i, What::create});
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
    events_.push_back({time_(ContainerId{i}, container.end), 0, i, What::destroy});
  }
}

void TraceCopy::add_track(uint32_t number) {
  const Track& track = trace_.tracks()[number];
  if (track.kind == TypeKind::state) return add_states(number);
  if (track.kind == TypeKind::link) return add_links(number);
  const bool is_variable = track.kind == TypeKind::variable;
  const auto starts = trace_.starts(track.kind);
  for (uint64_t row = track.first; row < track.last; ++row) {
    events_.push_back(
        {time_(track.container, starts[row]), row, number, is_variable ? What::set : What::event});
  }
}

void TraceCopy::add_states(uint32_t number) {
  const Track& track = trace_.tracks()[number];
  const StateColumns states = trace_.states();
  std::vector<double> ends;  // of the states that are open
  const auto pop = [&] {
    events_.push_back({ends.back(), 0, number, What::pop});
    ends.pop_back();
  };
  for (uint64_t row = track.first; row < track.last; ++row) {
    while (ends.size() > states.depth[row]) pop();
    events_.push_back({time_(track.container, states.start[row]), row, number, What::push});
    ends.push_back(time_(track.container, states.end[row]));
  }
  while (!ends.empty()) pop();
}

void TraceCopy::add_links(uint32_t number) {
  const Track& track = trace_.tracks()[number];
  const LinkColumns links = trace_.links();
  for (uint64_t row = track.first; row < track.last; ++row) {
    const ContainerId from = links.start_container[row], to = links.end_container[row];
    if (!from.valid() || !to.valid()) continue;
    const double start = time_(from, links.start[row]);
    const double end = time_(to, links.end[row]);
    const bool is_forward = links.end[row] >= links.start[row];
    events_.push_back({start, row, number, What::start_link});
    events_.push_back({is_forward ? std::max(start, end) : end, row, number, What::end_link});
  }
}

// A container is there while anything happens in it or below it, wherever the map puts that.
void TraceCopy::keep_lives() {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  std::vector<double> first(containers_.size(), kNever), last(containers_.size(), -kNever);
  const auto add = [&](ContainerId container, double time) {
    first[container.index] = std::min(first[container.index], time);
    last[container.index] = std::max(last[container.index], time);
  };
  for (const Event& event : events_) {
    if (event.what == What::create || event.what == What::destroy) {
      add(ContainerId{event.track}, event.time);
    } else if (event.what == What::further) {
      add(further_[event.row].container, event.time);
    } else {
      add(trace_.tracks()[event.track].container, event.time);
      if (event.what == What::start_link)
        add(trace_.links().start_container[event.row], event.time);
      if (event.what == What::end_link) add(trace_.links().end_container[event.row], event.time);
    }
  }
  for (std::size_t i = containers_.size(); i-- > 1;) {  // what is below has a greater number
    const ContainerId parent = trace_[ContainerId{static_cast<uint32_t>(i)}].parent;
    add(parent, first[i]);
    add(parent, last[i]);
  }
  for (Event& event : events_) {
    if (event.what == What::create) event.time = first[event.track];
    if (event.what == What::destroy) event.time = last[event.track];
  }
}

namespace {

// What the variables of containers are at some time; one that ends takes its own along.
class RunningSum {
 public:
  explicit RunningSum(std::size_t containers) : values_(containers), ends_(containers) {}

  void end_with(uint32_t container, uint32_t destroyed) { ends_[destroyed].push_back(container); }
  void set(uint32_t container, double value) {
    const double old = std::exchange(values_[container], value);
    count_ += (value != 0 ? 1 : 0) - (old != 0 ? 1 : 0);
    // No rounding is left of what has ended.
    sum_ = count_ == 0 ? 0 : sum_ + (value - old);
    is_changed_ = true;
  }
  void end(uint32_t destroyed) {
    for (const uint32_t container : ends_[destroyed]) set(container, 0);
  }
  [[nodiscard]] double sum() const { return sum_; }
  [[nodiscard]] bool take_change() { return std::exchange(is_changed_, false); }

 private:
  std::vector<double> values_;
  std::vector<std::vector<uint32_t>> ends_;  // by the container whose end ends them
  double sum_ = 0;
  int64_t count_ = 0;  // of values that are not 0
  bool is_changed_ = false;
};

}  // namespace

void TraceCopy::add_sum(const std::string& name) {
  std::vector<bool> is_destroyed(containers_.size()), is_summed(containers_.size());
  for (const Event& event : events_) {
    if (event.what == What::destroy) is_destroyed[event.track] = true;
    if (event.what == What::further && further_[event.row].name == name) {
      is_summed[further_[event.row].container.index] = true;
    }
  }
  RunningSum running(containers_.size());
  for (uint32_t i = 1; i < containers_.size(); ++i) {
    uint32_t end = i;
    while (end != kRootContainer.index && !is_destroyed[end]) {
      end = trace_[ContainerId{end}].parent.index;
    }
    if (is_summed[i] && end != kRootContainer.index) running.end_with(i, end);
  }
  const std::size_t count = events_.size();
  const double end = count == 0 ? 0 : events_[count - 1].time;
  for (std::size_t i = 0; i < count; ++i) {
    const Event event = events_[i];
    if (event.what == What::destroy) running.end(event.track);
    if (event.what == What::further && further_[event.row].name == name) {
      running.set(further_[event.row].container.index, further_[event.row].value);
    }
    const bool is_last = i + 1 == count || events_[i + 1].time > event.time;
    // As the trace ends, all do; a 0 for no time would look like a sample of it.
    if (is_last && running.take_change() && event.time < end) {
      set_variable(event.time, kRootContainer, name, running.sum());
    }
  }
}

void TraceCopy::write() {
  add_ends();
  keep_lives();
  const auto sort = [&] {
    std::stable_sort(events_.begin(), events_.end(),
                     [](const Event& a, const Event& b) { return a.time < b.time; });
  };
  sort();
  for (const std::string& name : summed_) add_sum(name);
  if (!summed_.empty()) sort();
  for (const Event& event : events_) write(event);
  writer_.close();
}

void TraceCopy::write(const Event& event) {
  if (event.what == What::create) {
    const Container& made = trace_[ContainerId{event.track}];
    containers_[event.track] = writer_.create_container(
        event.time, types_[made.type.index], made.name.text, containers_[made.parent.index]);
    return;
  }
  if (event.what == What::destroy) {
    return writer_.destroy_container(event.time, containers_[event.track]);
  }
  if (event.what == What::further) {
    const Further& further = further_[event.row];
    return writer_.set_variable(event.time, containers_[further.container.index], further.type,
                                further.value);
  }
  const Track& track = trace_.tracks()[event.track];
  const TraceWriter::Container container = containers_[track.container.index];
  const TraceWriter::Type type = types_[track.type.index];
  if (event.what == What::push) {
    const TraceWriter::Value value = values_[trace_.states().value[event.row].index];
    writer_.push_state(event.time, container, type, value);
  } else if (event.what == What::pop) {
    writer_.pop_state(event.time, container, type);
  } else if (event.what == What::set) {
    writer_.set_variable(event.time, container, type, trace_.variables().value[event.row]);
  } else if (event.what == What::event) {
    const TraceWriter::Value value = values_[trace_.events().value[event.row].index];
    writer_.new_event(event.time, container, type, value);
  } else {
    write_link(event, track);
  }
}

void TraceCopy::write_link(const Event& event, const Track& track) {
  const LinkColumns links = trace_.links();
  const TraceWriter::Container container = containers_[track.container.index];
  const TraceWriter::Type type = types_[track.type.index];
  const TraceWriter::Value value = values_[links.value[event.row].index];
  const std::string key = std::to_string(event.row);
  if (event.what == What::start_link) {
    const ContainerId from = links.start_container[event.row];
    writer_.start_link(event.time, container, type, containers_[from.index], key, value);
  } else {
    const ContainerId to = links.end_container[event.row];
    writer_.end_link(event.time, container, type, containers_[to.index], key, value);
  }
}

}  // namespace paje::tools
