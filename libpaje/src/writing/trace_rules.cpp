#include "writing/trace_rules.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "writing/word_pool.hpp"

namespace paje::writing {

namespace {

[[noreturn]] void refuse_event(std::string why) { throw WriterError(std::move(why)); }

// An event of the trace has a value as it is spelled, and so has its definition.
std::string_view as_spelled(std::string_view name, std::string& room) {
  if (!is_spelled_otherwise(name)) return name;
  return room = spelled(name);
}

void check_time(double time) {
  if (!std::isfinite(time))
    refuse_event(fmt::format("time {}: a time must be a finite number", time));
}

}  // namespace

TraceRules::TraceRules() {
  types_.push_back({.kind = TypeKind::container, .parent = {}, .name = "0", .alias = "0"});
  containers_.push_back({.type = TraceWriter::kRootType, .parent = {}, .name = "0", .alias = "0"});
}

const TraceRules::WrittenType& TraceRules::type(Type type) const {
  if (type.index >= types_.size()) refuse_event("a type that this writer does not have");
  return types_[type.index];
}

const TraceRules::WrittenContainer& TraceRules::find(Container container) const {
  if (container.index >= containers_.size())
    refuse_event("a container that this writer does not have");
  return containers_[container.index];
}

const std::string& TraceRules::alias(Container container) const { return find(container).alias; }

TraceRules::WrittenContainer& TraceRules::living(Container container) {
  const WrittenContainer& found = find(container);
  if (found.destroyed) refuse_event(fmt::format("container {} is destroyed", found.name));
  return containers_[container.index];
}

TraceRules::Type TraceRules::add_type(TypeKind kind, std::string_view name, Type parent, Type start,
                                      Type end) {
  check_definitions("type", name);
  const auto needs_container_type = [this, name](Type above) {
    if (type(above).kind == TypeKind::container) return;
    refuse_event(fmt::format("type {}: {} is a {} type, and must be a container type", name,
                             type(above).name, spelling(type(above).kind)));
  };
  needs_container_type(parent);
  if (kind == TypeKind::link) {
    needs_container_type(start);
    needs_container_type(end);
  }
  const Type added{static_cast<uint32_t>(types_.size())};
  types_.push_back({.kind = kind,
                    .parent = parent,
                    .name = std::string(name),
                    .alias = fmt::format("t{}", added.index),
                    .start = start,
                    .end = end});
  return added;
}

std::pair<TraceRules::Value, bool> TraceRules::add_value(Type type, std::string_view name) {
  check_definitions("value", name);
  const TypeKind kind = this->type(type).kind;
  if (kind != TypeKind::state && kind != TypeKind::event && kind != TypeKind::link) {
    refuse_event(fmt::format("value {}: a {} type has no values", name, spelling(kind)));
  }
  StringMap<Value>& values = types_[type.index].values;
  const auto [found, is_new] =
      values.try_emplace(spelled(name), Value{static_cast<uint32_t>(values_.size())});
  if (!is_new && !found->second.valid()) {
    refuse_event(fmt::format("value {}: define it before an event has it", name));
  }
  if (is_new) values_.push_back({type, found->first});
  return {found->second, is_new};
}

std::string_view TraceRules::use_value(Type type, const TraceWriter::ValueName& value) {
  const WrittenType& of = this->type(type);
  if (value.value().valid()) {
    if (value.value().index >= values_.size())
      refuse_event("a value that this writer does not have");
    const WrittenValue& found = values_[value.value().index];
    if (found.type != type) {
      refuse_event(fmt::format("value {} is of type {}, not of type {}", found.name,
                               this->type(found.type).name, of.name));
    }
    return found.name;
  }
  StringMap<Value>& values = types_[type.index].values;
  std::string room;
  const std::string_view text = as_spelled(value.text(), room);
  if (values.find(text) == values.end()) values.emplace(text, Value{});
  return value.text();
}

TraceRules::Container TraceRules::create(double time, Type type, std::string_view name,
                                         Container parent, std::string_view alias_tail) {
  check_time(time);
  if (this->type(type).kind != TypeKind::container) {
    refuse_event(fmt::format("type {} is a {} type: containers need a container type",
                             this->type(type).name, spelling(this->type(type).kind)));
  }
  const WrittenContainer& above = living(parent);
  if (this->type(type).parent != above.type) {
    refuse_event(fmt::format("a container of type {} belongs into one of type {}, not of type {}",
                             this->type(type).name, this->type(this->type(type).parent).name,
                             this->type(above.type).name));
  }
  const Container added{static_cast<uint32_t>(containers_.size())};
  containers_.push_back({.type = type,
                         .parent = parent,
                         .name = std::string(name),
                         .alias = fmt::format("c{}{}", added.index, alias_tail),
                         .start = time});
  containers_[parent.index].children.push_back(added);
  return added;
}

std::vector<TraceRules::Container> TraceRules::with_all_below(Container container) const {
  std::vector<Container> all{container};
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::vector<Container>& below = containers_[all[i].index].children;
    all.insert(all.end(), below.begin(), below.end());
  }
  return all;
}

void TraceRules::destroy(double time, Container container) {
  check_time(time);
  if (container == TraceWriter::kRootContainer)
    refuse_event("the root container cannot be destroyed");
  (void)living(container);
  const std::vector<Container> all = with_all_below(container);
  for (const Container each : all) {
    const WrittenContainer& written = containers_[each.index];
    if (written.destroyed) continue;
    double latest = written.start;
    for (const Track& track : written.tracks) latest = std::max(latest, track.latest);
    if (time < latest) {
      refuse_event(fmt::format("container {} cannot be destroyed at {}: its last event is at {}",
                               written.name, time, latest));
    }
  }
  for (const Container each : all) containers_[each.index].destroyed = true;
}

TraceRules::Track& TraceRules::track(double time, Container container, Type type, TypeKind kind) {
  check_time(time);
  WrittenContainer& written = living(container);
  const auto found = std::find_if(written.tracks.begin(), written.tracks.end(),
                                  [type](const Track& each) { return each.type == type; });
  Track* track = found == written.tracks.end() ? nullptr : &*found;
  if (track == nullptr || this->type(type).kind != kind) {
    const WrittenType& wanted = this->type(type);
    if (wanted.kind != kind) {
      refuse_event(fmt::format("type {} is a {} type, not a {} type", wanted.name,
                               spelling(wanted.kind), spelling(kind)));
    }
    if (wanted.parent != written.type) {
      refuse_event(fmt::format("type {} belongs to containers of type {}, not of type {}",
                               wanted.name, this->type(wanted.parent).name,
                               this->type(written.type).name));
    }
    track = &written.tracks.emplace_back(Track{.type = type});
  }
  if (time < track->latest) {
    refuse_event(fmt::format("time {} of type {} in container {}: the last one there is {}", time,
                             this->type(type).name, written.name, track->latest));
  }
  return *track;
}

void TraceRules::change_state(double time, Container container, Type type, EventKind kind) {
  Track& track = this->track(time, container, type, TypeKind::state);
  if (kind == EventKind::pop_state && track.depth == 0) {
    refuse_event(fmt::format("no state of type {} is open in container {}", this->type(type).name,
                             find(container).name));
  }
  switch (kind) {
    case EventKind::push_state:
      ++track.depth;
      break;
    case EventKind::pop_state:
      --track.depth;
      break;
    default:
      track.depth = kind == EventKind::set_state ? 1 : 0;
  }
  track.latest = time;
}

void TraceRules::change_variable(double time, Container container, Type type, bool sets) {
  Track& track = this->track(time, container, type, TypeKind::variable);
  if (!sets && !track.has_value) {
    refuse_event(fmt::format("variable {} of container {} has no value yet: set it first",
                             this->type(type).name, find(container).name));
  }
  track.has_value = true;
  track.latest = time;
}

void TraceRules::happen(double time, Container container, Type type) {
  track(time, container, type, TypeKind::event).latest = time;
}

void TraceRules::link(double time, Container container, Type type, Container end,
                      std::string_view key, std::string_view value, bool is_start,
                      LinkPairs* pairs) {
  Track& track = this->track(time, container, type, TypeKind::link);
  const WrittenType& written = this->type(type);
  const Type wanted = is_start ? written.start : written.end;
  if (type_of(end) != wanted) {
    refuse_event(fmt::format("links of type {} {} in containers of type {}, not of type {}",
                             written.name, is_start ? "start" : "end", this->type(wanted).name,
                             this->type(type_of(end)).name));
  }
  if (pairs != nullptr) pairs->add(container, type, key, value, is_start);
  track.latest = time;
}

void TraceRules::check_definitions(std::string_view what, std::string_view name) const {
  if (!is_part_) return;
  refuse_event(
      fmt::format("{} {}: a part has the types and values of the writer that it was made "
                  "from; define it there, before the part",
                  what, name));
}

TraceRules TraceRules::of_part() const {
  TraceRules copy = *this;
  copy.is_part_ = true;
  for (WrittenContainer& container : copy.containers_) container.tracks.clear();
  return copy;
}

}  // namespace paje::writing
