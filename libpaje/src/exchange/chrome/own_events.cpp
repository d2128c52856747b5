#include "exchange/chrome/own_events.hpp"

#include <fmt/format.h>

#include <utility>

namespace paje::exchange {

namespace {

constexpr std::string_view kTime = "a time in microseconds";

}  // namespace

UnfitChromeEvent unfit_event(uint64_t offset, std::string_view what, std::string_view word) {
  return {offset, "an event that does not fit the file's 'paje'", std::string(word),
          fmt::format("{} that it names", what)};
}

template <class Found>
Found OwnEvents::need(const std::optional<Found>& found, std::string_view what,
                      std::string_view word) const {
  if (found) return *found;
  throw unfit_event(offset_, what, word);
}

void OwnEvents::clear() {
  events_.clear();
  fields_.clear();
  keys_ = {};
  // The word may be one of a parser that goes.
  last_thread_ = {};
  last_track_.reset();
}

void OwnEvents::add(const ChromeEvent& event, uint64_t offset, Losses& losses) {
  offset_ = offset;
  const char phase = event.phase.size() == 1 ? event.phase.front() : ' ';
  if (phase == 'M') return;  // it says nothing new
  if (std::string_view("XCisf").find(phase) == std::string_view::npos) {
    return losses.add(fmt::format("events of phase '{}' besides those of pj_export", event.phase));
  }
  if (!arguments_.parse(event.arguments, event.user)) {
    throw UnfitChromeEvent{offset_, "arguments that pj_export does not write",
                           std::string(event.arguments), "numbers and words as it writes them"};
  }
  losses.add("arguments besides those of pj_export", arguments_.unknown);
  OwnEvent read = phase == 'X'   ? state(event)
                  : phase == 'C' ? variable(event)
                  : phase == 'i' ? instant(event)
                  : phase == 's' ? start(event)
                                 : end(event);
  read.offset = offset;
  if (read.kind != OwnEvent::Kind::end && !arguments_.user.empty()) {
    fields_.push_back(std::move(arguments_.user));
    read.fields = static_cast<uint32_t>(fields_.size());
  }
  events_.push_back(read);
}

OwnEvent OwnEvents::state(const ChromeEvent& event) {
  // Mostly that of the event before.
  if (!last_track_ || last_thread_ != event.thread) {
    last_track_ = need(facts_.track(event.thread), "a thread", event.thread);
    last_thread_ = event.thread;
  }
  OwnEvent read;
  read.kind = OwnEvent::Kind::state;
  read.track = *last_track_;
  read.time = time(event.time_text);
  read.depth = arguments_.depth;
  read.value = value(event, facts_.track(read.track).type);
  read.number = end_of(event);
  return read;
}

OwnEvent OwnEvents::variable(const ChromeEvent& event) const {
  const ChromeFacts::Track track =
      need(facts_.variable(event.process, event.name), "a counter of this process", event.name);
  OwnEvent read;
  read.kind = OwnEvent::Kind::variable;
  read.container = track.container;
  read.type = track.type;
  read.number = need(arguments_.number, "one number", event.arguments);
  read.time = time(event.time_text);
  return read;
}

OwnEvent OwnEvents::instant(const ChromeEvent& event) const {
  OwnEvent read;
  read.kind = OwnEvent::Kind::instant;
  read.container = thread(event);
  read.type = type(event, read.container, ImportedKind::event);
  read.time = time(event.time_text);
  read.value = value(event, read.type);
  return read;
}

OwnEvent OwnEvents::start(const ChromeEvent& event) {
  OwnEvent read;
  read.kind = OwnEvent::Kind::start;
  if (arguments_.container) {
    read.container = need(facts_.container_number(*arguments_.container), "a container",
                          fmt::format("{}", *arguments_.container));
  }
  read.type = type(event, read.container, ImportedKind::link);
  read.start = thread(event);
  read.value = value(event, read.type);
  read.key = keys_.add(need(arguments_.key, "the key of a link", event.arguments));
  read.id = event.id;
  read.time = time(event.time_text);
  return read;
}

OwnEvent OwnEvents::end(const ChromeEvent& event) const {
  OwnEvent read;
  read.kind = OwnEvent::Kind::end;
  read.id = event.id;
  // Of a flow that never began it does not matter.
  const std::optional<ContainerIndex> container = facts_.container(event.thread);
  const std::optional<double> at = seconds(event.time_text);
  if (!container) {
    read.missing = "a thread";
    read.key = event.thread;
  } else if (!at) {
    read.missing = kTime;
    read.key = event.time_text;
  } else {
    read.container = *container;
    read.time = *at;
  }
  return read;
}

std::optional<double> OwnEvents::seconds(std::string_view microseconds) const {
  return nearest_seconds(microseconds, kMicroseconds - exponent_of(facts_.unit()));
}

double OwnEvents::time(std::string_view microseconds) const {
  return need(seconds(microseconds), kTime, microseconds);
}

double OwnEvents::end_of(const ChromeEvent& event) const {
  if (!arguments_.end.empty()) return time(arguments_.end);
  const DecimalTime duration = need(event.duration, "a duration", event.name);
  const DecimalTime start = need(event.time, "a time", event.name);
  return (start + duration).in_units(exponent_of(facts_.unit()));
}

ContainerIndex OwnEvents::thread(const ChromeEvent& event) const {
  return need(facts_.container(event.thread), "a thread", event.thread);
}

TypeIndex OwnEvents::type(const ChromeEvent& event, ContainerIndex container,
                          ImportedKind kind) const {
  if (!arguments_.type) {
    return need(facts_.type(container, kind, event.category), "a type", event.category);
  }
  return need(facts_.type_number(container, kind, *arguments_.type), "a type",
              fmt::format("{}", *arguments_.type));
}

WordIndex OwnEvents::value(const ChromeEvent& event, TypeIndex type) const {
  if (!arguments_.value) return need(facts_.value(type, event.name), "a value", event.name);
  return need(facts_.value_number(*arguments_.value), "a value",
              fmt::format("{}", *arguments_.value));
}

}  // namespace paje::exchange
