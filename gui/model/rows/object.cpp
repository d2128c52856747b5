#include "model/rows/object.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "model/number_text.hpp"
#include "model/rows/row_layout.hpp"
#include "model/rows/user_facts.hpp"

namespace paje::gui {

namespace {

std::string text_of(const Name& name) { return std::string(name.text); }

std::optional<ObjectRef> state_at(const StateBand& band, double time, double tolerance) {
  const auto ref = [&](uint64_t i) {
    return ObjectRef{TypeKind::state, band.track().container, band.track().type, band.row(i)};
  };
  const uint64_t next = band.first_ending_after(time);
  std::optional<ObjectRef> nearest;
  double distance = tolerance;
  // The state around `time`, else whichever neighbour is nearer.
  if (next < band.size()) {
    if (band.start(next) <= time) return ref(next);
    if (band.start(next) - time <= distance) {
      distance = band.start(next) - time;
      nearest = ref(next);
    }
  }
  if (next > 0 && time - band.end(next - 1) < distance) nearest = ref(next - 1);
  return nearest;
}

std::optional<ObjectRef> event_at(const EventBand& band, double time, double tolerance) {
  const uint64_t next = band.first_at(time, 0);
  std::optional<ObjectRef> nearest;
  double distance = tolerance;
  for (const uint64_t i : {next - 1, next}) {
    if (i >= band.size() || std::abs(band.time(i) - time) > distance) continue;
    distance = std::abs(band.time(i) - time);
    nearest = {TypeKind::event, band.track().container, band.track().type, band.row(i)};
  }
  return nearest;
}

void add_times(TimeSpan span, TimeUnit unit, Facts& facts) {
  facts.emplace_back("Start", time_text(span.start, unit));
  facts.emplace_back("End", time_text(span.end, unit));
  facts.emplace_back("Duration", duration_text(span.length(), unit));
}

}  // namespace

TimeSpan span_of(const Trace& trace, const ObjectRef& object) {
  const uint64_t row = object.row;
  switch (object.kind) {
    case TypeKind::state:
      return {trace.states().start[row], trace.states().end[row]};
    case TypeKind::variable:
      return {trace.variables().start[row], trace.variables().end[row]};
    case TypeKind::event:
      return {trace.events().time[row], trace.events().time[row]};
    case TypeKind::link:
      return {trace.links().start[row], trace.links().end[row]};
    case TypeKind::container:
      break;
  }
  return {};
}

ValueId value_of(const Trace& trace, const ObjectRef& object) {
  switch (object.kind) {
    case TypeKind::state:
      return trace.states().value[object.row];
    case TypeKind::event:
      return trace.events().value[object.row];
    case TypeKind::link:
      return trace.links().value[object.row];
    case TypeKind::variable:
    case TypeKind::container:
      break;
  }
  return {};
}

ObjectKey key_of(const Trace& trace, const ObjectRef& object) {
  const bool is_state = object.kind == TypeKind::state;
  return {object, span_of(trace, object), value_of(trace, object),
          is_state ? trace.states().depth[object.row] : 0};
}

std::optional<ObjectRef> find_object(const Trace& trace, const ObjectKey& key) {
  std::optional<ObjectRef> found;
  const Track track = trace.track(key.object.container, key.object.type);
  const auto [low, high] = std::minmax(key.span.start, key.span.end);
  trace.for_each_overlapping(track, low, high, [&](uint64_t row) {
    const ObjectRef object{track.kind, track.container, track.type, row};
    const ObjectKey other = key_of(trace, object);
    if (found || other.span != key.span || other.value != key.value || other.depth != key.depth) {
      return;
    }
    found = object;
  });
  return found;
}

std::optional<ObjectRef> object_at(const TraceModel& run, ContainerId container,
                                   const TrackBands& track, uint32_t band, double time,
                                   double tolerance) {
  if (track.kind == TypeKind::state) return state_at(run.state_band(band), time, tolerance);
  if (track.kind == TypeKind::event) return event_at(run.event_band(band), time, tolerance);
  const VariableBand& variable = run.variable_band(band);
  const uint64_t i = variable.first_ending_after(time, 0);
  if (i >= variable.size() || variable.piece(i).start > time) return {};
  return ObjectRef{TypeKind::variable, container, variable.track().type, variable.row(i)};
}

std::optional<ObjectRef> neighbour(const Trace& trace, const ObjectRef& object, bool forward) {
  const Track track = trace.track(object.container, object.type);
  const ValueId value = value_of(trace, object);
  ObjectRef next = object;
  while (forward ? next.row + 1 < track.last : next.row > track.first) {
    next.row = forward ? next.row + 1 : next.row - 1;
    if (value_of(trace, next) == value) return next;
  }
  return {};
}

std::vector<ObjectRef> parents_of(const TraceModel& run, const ObjectRef& object) {
  std::vector<ObjectRef> parents;
  if (object.kind != TypeKind::state) return parents;
  const Trace& trace = run.trace();
  const uint32_t depth = trace.states().depth[object.row];
  const double start = trace.states().start[object.row];
  const double end = trace.states().end[object.row];
  for (const TrackBands& track : run.tracks(object.container)) {
    if (track.type != object.type) continue;
    for (uint32_t i = track.first; i < track.first + track.count; ++i) {
      const StateBand& band = run.state_band(i);
      if (band.depth() >= depth) break;
      // Of the states of that depth the last that starts no later.
      const uint64_t after =
          band.first_starting_at(std::nextafter(start, std::numeric_limits<double>::infinity()), 0);
      if (after == 0 || band.end(after - 1) < end) continue;
      parents.push_back({TypeKind::state, object.container, object.type, band.row(after - 1)});
    }
  }
  std::reverse(parents.begin(), parents.end());
  return parents;
}

Facts facts_of(const TraceModel& run, const ObjectRef& object) {
  const Trace& trace = run.trace();
  Facts facts;
  const TimeSpan span = span_of(trace, object);
  const ValueId value = value_of(trace, object);
  if (object.kind == TypeKind::variable) {
    facts.emplace_back("Value", exact_text(trace.variables().value[object.row]));
  } else if (value.valid()) {
    facts.emplace_back("Value", text_of(trace[value].name));
  }
  facts.emplace_back("Kind", std::string(spelling(object.kind)));
  facts.emplace_back("Type", text_of(trace[object.type].name));
  facts.emplace_back("Container", container_path(trace, object.container));
  if (object.kind == TypeKind::event) {
    facts.emplace_back("Time", time_text(span.start, run.unit()));
  } else {
    add_times(span, run.unit(), facts);
  }
  if (object.kind == TypeKind::state) {
    facts.emplace_back("Imbrication", std::to_string(trace.states().depth[object.row]));
    for (const ObjectRef& parent : parents_of(run, object)) {
      facts.emplace_back("Within", title_of(run, parent));
    }
  }
  if (object.kind == TypeKind::link) {
    facts.emplace_back("From", container_path(trace, trace.links().start_container[object.row]));
    facts.emplace_back("To", container_path(trace, trace.links().end_container[object.row]));
    facts.emplace_back("Key", text_of(trace.link_key(object.row)));
  }
  const Track track = trace.track(object.container, object.type);
  add_user_facts(trace.user_field_names(track, object.row), trace.user_fields(track, object.row),
                 object.kind == TypeKind::link ? std::optional(span.length()) : std::nullopt,
                 run.size_field(), facts);
  return facts;
}

Facts facts_of(const TraceModel& run, ContainerId id) {
  const Trace& trace = run.trace();
  const Container& container = trace[id];
  Facts facts;
  facts.emplace_back("Container", container_path(trace, id));
  facts.emplace_back("Type", text_of(trace[container.type].name));
  facts.emplace_back("Alias", text_of(container.identifier));
  add_times({container.start, container.end}, run.unit(), facts);
  add_user_facts(trace.user_field_names(id), trace.user_fields(id), {}, {}, facts);
  for (const Track& track : trace.tracks(id)) {
    facts.emplace_back(text_of(trace[track.type].name), count_text(track.size()) + " " +
                                                            std::string(spelling(track.kind)) +
                                                            (track.size() == 1 ? "" : "s"));
  }
  return facts;
}

Ends ends_of(const Trace& trace, const ObjectRef& object) {
  if (object.kind != TypeKind::link) return {object.container, object.container};
  const LinkColumns links = trace.links();
  return {links.start_container[object.row], links.end_container[object.row]};
}

std::string place_of(const Trace& trace, const ObjectRef& object) {
  if (object.kind != TypeKind::link) return container_path(trace, object.container);
  const LinkColumns links = trace.links();
  return text_of(trace[links.start_container[object.row]].name) + " to " +
         text_of(trace[links.end_container[object.row]].name);
}

std::string name_of(const TraceModel& run, const ObjectRef& object) {
  const Trace& trace = run.trace();
  if (object.kind != TypeKind::variable) return text_of(trace[value_of(trace, object)].name);
  return text_of(trace[object.type].name) + " = " + short_text(trace.variables().value[object.row]);
}

std::string title_of(const TraceModel& run, const ObjectRef& object) {
  std::string name = name_of(run, object);
  if (object.kind == TypeKind::event) return name;
  return name + "  " + duration_text(span_of(run.trace(), object).length(), run.unit());
}

}  // namespace paje::gui
