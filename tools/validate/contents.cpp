#include "validate/contents.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

namespace paje::tools {

namespace {

std::size_t index_of(TypeKind kind) { return static_cast<std::size_t>(kind); }

// With the alias, which alone distinguishes types of one name.
std::string type_text(const Type& type) {
  if (type.identifier.text == type.name.text) return std::string(type.name.text);
  return fmt::format("{} ({})", type.name.text, type.identifier.text);
}

class SpanOfTimes {
 public:
  void add(double time) {
    if (std::isnan(time)) return;
    if (!span_) span_ = {time, time};
    span_->start = std::min(span_->start, time);
    span_->end = std::max(span_->end, time);
  }
  void add(std::span<const double> times) {
    for (const double time : times) add(time);
  }
  [[nodiscard]] const std::optional<Contents::TimeSpan>& span() const { return span_; }

 private:
  std::optional<Contents::TimeSpan> span_;
};

std::optional<Contents::TimeSpan> time_span_of(const Trace& trace) {
  SpanOfTimes times;
  times.add(trace.states().start);
  times.add(trace.states().end);
  times.add(trace.variables().start);
  times.add(trace.variables().end);
  times.add(trace.events().time);
  times.add(trace.links().start);
  times.add(trace.links().end);
  return times.span();
}

std::optional<ObjectFacts::Deepest> deepest_state_of(const Trace& trace) {
  std::optional<ObjectFacts::Deepest> deepest;
  const StateColumns states = trace.states();
  for (const Track& track : trace.tracks()) {
    if (track.kind != TypeKind::state) continue;
    for (uint64_t row = track.first; row < track.last; ++row) {
      if (deepest && states.depth[row] <= deepest->depth) continue;
      deepest = {states.depth[row], track.container, track.type, states.start[row]};
    }
  }
  return deepest;
}

std::vector<Contents::ContainersOfType> containers_by_type(const Trace& trace) {
  std::vector<Contents::ContainersOfType> of_type(trace.types().size());
  for (const Container& container : trace.containers().subspan(1)) {
    Contents::ContainersOfType& found = of_type[container.type.index];
    ++found.count;
    if (container.destroyed) ++found.destroyed;
  }
  std::vector<Contents::ContainersOfType> result;
  for (std::size_t i = 1; i < of_type.size(); ++i) {
    if (trace.types()[i].kind != TypeKind::container) continue;
    of_type[i].type = type_text(trace.types()[i]);
    result.push_back(std::move(of_type[i]));
  }
  return result;
}

// Collects the examples of one notice.
class NoticeMaker {
 public:
  NoticeMaker(std::string_view name, uint64_t most) : most_(most) { notice_.name = name; }

  template <class Example>
  void add(Example&& example) {
    if (++notice_.count <= most_) notice_.examples.push_back(example());
  }
  /// `one` and `many` say what `count` things are.
  void append_to(std::vector<Notice>& notices, std::string_view one, std::string_view many) {
    if (notice_.count == 0) return;
    notice_.text = notice_.count == 1 ? one : many;
    notices.push_back(std::move(notice_));
  }

 private:
  uint64_t most_;
  Notice notice_;
};

void add_order(std::vector<Notice>& notices, const EventSurvey& survey) {
  if (!survey.first_backward) return;
  const auto& first = *survey.first_backward;
  notices.push_back(
      {"not-sorted-by-time",
       "events follow later ones, which is valid as long as each container and "
       "type is in order",
       survey.backward,
       {fmt::format("the first in line {}{}: {} after {}", first.line,
                    first.file.empty() ? "" : " of " + first.file, first.time, first.after)}});
}

void add_unused_definitions(std::vector<Notice>& notices, const Trace& trace,
                            const EventSurvey& survey, uint64_t most) {
  NoticeMaker unused("unused-event-definitions", most);
  const auto definitions = trace.event_definitions();
  for (std::size_t i = 0; i < definitions.size(); ++i) {
    if (i < survey.by_definition.size() && survey.by_definition[i] > 0) continue;
    const EventDefinition& definition = definitions[i];
    unused.add([&] { return fmt::format("{} {}", rule_of(definition.kind).name, definition.id); });
  }
  unused.append_to(notices, "event definition is never used", "event definitions are never used");
}

std::string value_text(const Trace& trace, const EntityValue& value) {
  return std::string(trace[value.type].name.text) + '/' + std::string(value.name.text);
}

void add_values(std::vector<Notice>& notices, const Trace& trace, const ObjectFacts& facts,
                uint64_t most) {
  NoticeMaker undefined("values-not-defined", most);
  NoticeMaker unused("unused-values", most);
  for (std::size_t i = 0; i < facts.used_values.size(); ++i) {
    const EntityValue& value = trace.values()[i];
    if (!value.defined) undefined.add([&] { return value_text(trace, value); });
    if (value.defined && facts.used_values[i] == 0) {
      unused.add([&] { return value_text(trace, value); });
    }
  }
  undefined.append_to(notices, "value is used but was never defined",
                      "values are used but were never defined");
  unused.append_to(notices, "value is defined but never used", "values are defined but never used");
}

void add_unused_types(std::vector<Notice>& notices, const Trace& trace, const ObjectFacts& facts,
                      uint64_t most) {
  std::vector<uint8_t> used = facts.used_types;
  used[kRootType.index] = 1;
  for (const Container& container : trace.containers()) used[container.type.index] = 1;
  NoticeMaker unused("unused-types", most);
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (used[i] == 0) unused.add([&] { return type_text(trace.types()[i]); });
  }
  unused.append_to(notices, "type has no objects", "types have no objects");
}

// Of two states that are equally deep, the one that a walk over all tracks comes to first.
bool is_deeper(const ObjectFacts::Deepest& a, const ObjectFacts::Deepest& b) {
  if (a.depth != b.depth) return a.depth > b.depth;
  return std::pair(a.container, a.type) < std::pair(b.container, b.type);
}

}  // namespace

ObjectFacts object_facts_of(const Trace& trace) {
  ObjectFacts facts;
  facts.objects = {0, trace.states().start.size(), trace.variables().start.size(),
                   trace.events().time.size(), trace.links().start.size()};
  facts.used_values.resize(trace.values().size());
  for (const auto& column : {trace.states().value, trace.events().value, trace.links().value}) {
    for (const ValueId value : column) {
      if (value.valid()) facts.used_values[value.index] = 1;
    }
  }
  facts.used_types.resize(trace.types().size());
  for (const Track& track : trace.tracks()) facts.used_types[track.type.index] = 1;
  facts.deepest = deepest_state_of(trace);
  facts.time_span = time_span_of(trace);
  return facts;
}

void add_facts(const ObjectFacts& more, ObjectFacts& facts) {
  for (std::size_t i = 0; i < facts.objects.size(); ++i) facts.objects[i] += more.objects[i];
  for (std::size_t i = 0; i < more.used_values.size(); ++i) {
    facts.used_values[i] |= more.used_values[i];
  }
  for (std::size_t i = 0; i < more.used_types.size(); ++i) {
    facts.used_types[i] |= more.used_types[i];
  }
  if (more.deepest && (!facts.deepest || is_deeper(*more.deepest, *facts.deepest))) {
    facts.deepest = more.deepest;
  }
  if (!more.time_span) return;
  SpanOfTimes times;
  for (const auto& span : {facts.time_span, more.time_span}) {
    if (!span) continue;
    times.add(span->start);
    times.add(span->end);
  }
  facts.time_span = times.span();
}

std::optional<double> Contents::events_per_time() const {
  if (!time_span) return std::nullopt;
  const double length = time_span->length();
  if (!(length > 0) || !std::isfinite(length)) return std::nullopt;
  const double density = static_cast<double>(timed_events) / length;
  return std::isfinite(density) ? std::optional(density) : std::nullopt;
}

std::optional<double> Contents::events_per_container() const {
  const uint64_t containers = objects_by_kind[index_of(TypeKind::container)];
  if (containers == 0) return std::nullopt;
  return static_cast<double>(timed_events) / static_cast<double>(containers);
}

Contents contents_of(const Trace& trace, const ObjectFacts& facts, const EventSurvey& survey) {
  Contents contents;
  contents.counts = trace.counts();
  contents.event_definitions = trace.event_definitions().size();
  contents.timed_events = survey.timed;
  contents.events_by_kind = survey.by_kind;
  for (const Type& type : trace.types().subspan(1)) ++contents.types_by_kind[index_of(type.kind)];
  contents.objects_by_kind = facts.objects;
  contents.objects_by_kind[index_of(TypeKind::container)] = trace.containers().size() - 1;
  contents.containers_by_type = containers_by_type(trace);
  for (const EntityValue& value : trace.values()) {
    ++(value.defined ? contents.defined_values : contents.undefined_values);
  }
  if (facts.deepest) {
    contents.deepest_state = {facts.deepest->depth,
                              std::string(trace[facts.deepest->container].name.text),
                              facts.deepest->start};
  }
  SpanOfTimes times;
  if (facts.time_span) {
    times.add(facts.time_span->start);
    times.add(facts.time_span->end);
  }
  for (const Container& container : trace.containers().subspan(1)) {
    times.add(container.start);
    times.add(container.end);
  }
  contents.time_span = times.span();
  return contents;
}

void add_conversion(std::vector<Notice>& notices, const std::vector<std::string>& remarks,
                    uint64_t most) {
  NoticeMaker conversion(kConversionNotice, most);
  for (const std::string& remark : remarks) conversion.add([&] { return remark; });
  conversion.append_to(notices, "remark on the conversion from another format",
                       "remarks on the conversion from another format");
}

std::vector<Notice> notices_of(const Trace& trace, const ObjectFacts& facts,
                               const EventSurvey& survey, uint64_t most) {
  std::vector<Notice> notices;
  add_order(notices, survey);
  add_values(notices, trace, facts, most);
  add_unused_definitions(notices, trace, survey, most);
  add_unused_types(notices, trace, facts, most);
  return notices;
}

}  // namespace paje::tools
