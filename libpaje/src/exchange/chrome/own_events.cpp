#include "exchange/chrome/own_events.hpp"

#include <fmt/format.h>

#include <utility>

#include "exchange/bad_input.hpp"

namespace paje::exchange {

namespace {

constexpr int kExportUnit = -6;

}  // namespace

TraceError unfit_event(const ImportSource& source, uint64_t offset, std::string_view what,
                       std::string_view word) {
  return bad_place(source.name, source.bytes, offset,
                   "an event that does not fit the file's 'paje'", word,
                   fmt::format("{} that it names", what));
}

template <class Found>
Found OwnEvents::need(const std::optional<Found>& found, std::string_view what,
                      std::string_view word) const {
  if (found) return *found;
  throw unfit_event(source_, offset_, what, word);
}

void OwnEvents::clear() {
  events_.clear();
  fields_.clear();
  keys_ = {};
}

void OwnEvents::add(const ChromeEvent& event, uint64_t offset, Losses& losses) {
  offset_ = offset;
  const char phase = event.phase.size() == 1 ? event.phase.front() : ' ';
  if (phase == 'M') return;  // it says nothing new
  if (std::string_view("XCisf").find(phase) == std::string_view::npos) {
    return losses.add(fmt::format("events of phase '{}' besides those of pj_export", event.phase));
  }
  if (!arguments_.parse(event.arguments, event.user)) {
    throw bad_place(source_.name, source_.bytes, offset_, "arguments that pj_export does not write",
                    event.arguments, "numbers and words as it writes them");
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
  read.container = thread(event);
  read.id = event.id;
  read.time = time(event.time_text);
  return read;
}

double OwnEvents::time(std::string_view microseconds) const {
  return need(nearest_seconds(microseconds, kExportUnit - exponent_of(facts_.unit())),
              "a time in microseconds", microseconds);
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
