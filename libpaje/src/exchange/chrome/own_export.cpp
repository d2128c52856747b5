#include "exchange/chrome/own_export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "exchange/bad_input.hpp"

namespace paje::exchange {

namespace {

constexpr int kExportUnit = -6;
constexpr double kNever = std::numeric_limits<double>::infinity();

}  // namespace

ChromeReturn::ChromeReturn(const ImportSource& source, ChromeFacts facts, ImportedTrace& trace)
    : source_(source),
      facts_(std::move(facts)),
      trace_(trace),
      losses_(source.losses),
      first_(facts_.lifetimes().size(), kNever),
      last_(facts_.lifetimes().size(), -kNever) {}

template <class Found>
Found ChromeReturn::need(const std::optional<Found>& found, std::string_view what,
                         std::string_view word) const {
  if (found) return *found;
  throw bad_place(source_.name, source_.bytes, offset_,
                  "an event that does not fit the file's 'paje'", word,
                  fmt::format("{} that it names", what));
}

void ChromeReturn::add(const ChromeEvent& event, uint64_t offset) {
  offset_ = offset;
  const char phase = event.phase.size() == 1 ? event.phase.front() : ' ';
  if (phase == 'M') return;  // it says nothing new
  if (std::string_view("XCisf").find(phase) == std::string_view::npos) {
    return losses_.add(fmt::format("events of phase '{}' besides those of pj_export", event.phase));
  }
  if (!arguments_.parse(event.arguments, event.user)) {
    throw bad_place(source_.name, source_.bytes, offset_, "arguments that pj_export does not write",
                    event.arguments, "numbers and words as it writes them");
  }
  losses_.add("arguments besides those of pj_export", arguments_.unknown);
  switch (phase) {
    case 'X':
      return add_state(event);
    case 'C':
      return add_variable(event);
    case 'i':
      return add_instant(event);
    case 's':
      return add_start(event);
    default:
      return add_end(event);
  }
}

void ChromeReturn::add_state(const ChromeEvent& event) {
  const auto [found, is_new] = states_.try_emplace(std::string(event.thread));
  States& states = found->second;
  if (is_new) states.list = need(facts_.states(event.thread), "a thread", event.thread);
  const double start = time(event.time_text);
  std::size_t depth = states.open.depth_at(start);
  if (arguments_.depth) {
    depth = need(*arguments_.depth <= states.open.size() ? arguments_.depth : std::nullopt,
                 "a depth", fmt::format("{}", *arguments_.depth));
  }
  close_to(states, depth);
  const ChromeFacts::List& list = states.list;
  trace_.push(start, list.type, list.container, value(event, list.type),
              trace_.add_fields(std::move(arguments_.user)));
  states.open.push(end_of(event));
  touch(list.container, start);
  touch(list.container, states.open.innermost_end());
}

void ChromeReturn::touch(ContainerIndex container, double time) {
  first_[container] = std::min(first_[container], time);
  last_[container] = std::max(last_[container], time);
}

void ChromeReturn::close_to(States& states, std::size_t depth) {
  for (; states.open.size() > depth; states.open.pop()) {
    trace_.pop(states.open.innermost_end(), states.list.type, states.list.container);
  }
}

void ChromeReturn::add_variable(const ChromeEvent& event) {
  const auto list =
      need(facts_.variable(event.process, event.name), "a counter of this process", event.name);
  const auto number = need(arguments_.number, "one number", event.arguments);
  const double at = time(event.time_text);
  touch(list.container, at);
  trace_.set_variable(at, list.type, list.container, number,
                      trace_.add_fields(std::move(arguments_.user)));
}

void ChromeReturn::add_instant(const ChromeEvent& event) {
  const ContainerIndex at = need(facts_.container(event.thread), "a thread", event.thread);
  const TypeIndex of = type(event, at, ImportedKind::event);
  const double when = time(event.time_text);
  touch(at, when);
  trace_.event(when, of, at, value(event, of), trace_.add_fields(std::move(arguments_.user)));
}

void ChromeReturn::add_start(const ChromeEvent& event) {
  Flow flow;
  ImportedLink& link = flow.link;
  if (arguments_.container) {
    link.container = need(facts_.container_number(*arguments_.container), "a container",
                          fmt::format("{}", *arguments_.container));
  }
  link.type = type(event, link.container, ImportedKind::link);
  link.start = need(facts_.container(event.thread), "a thread", event.thread);
  link.value = value(event, link.type);
  link.key = trace_.word(need(arguments_.key, "the key of a link", event.arguments));
  link.fields = trace_.add_fields(std::move(arguments_.user));
  flow.start = time(event.time_text);
  if (!flows_.try_emplace(std::string(event.id), flow).second) {
    need<ContainerIndex>(std::nullopt, "one start of each flow", event.id);
  }
}

void ChromeReturn::add_end(const ChromeEvent& event) {
  const auto found = flows_.find(std::string(event.id));
  if (found == flows_.end()) {
    return losses_.add("flows that arrive and never departed");
  }
  Flow& flow = found->second;
  flow.link.end = need(facts_.container(event.thread), "a thread", event.thread);
  const double end = time(event.time_text);
  const ImportedLink& link = flow.link;
  double& arrival = arrivals_.try_emplace({link.container, link.type}, -kNever).first->second;
  arrival = trace_.link(flow.start, end, link, arrival);
  touch(link.start, flow.start);
  touch(link.end, end);
  for (const double at : {flow.start, end, arrival}) touch(link.container, at);
  touch(flow.start > end ? link.start : link.end, arrival);
  flows_.erase(found);
}

double ChromeReturn::time(std::string_view microseconds) const {
  return need(nearest_seconds(microseconds, kExportUnit - exponent_of(facts_.unit())),
              "a time in microseconds", microseconds);
}

double ChromeReturn::end_of(const ChromeEvent& event) const {
  if (!arguments_.end.empty()) return time(arguments_.end);
  const DecimalTime duration = need(event.duration, "a duration", event.name);
  const DecimalTime start = need(event.time, "a time", event.name);
  return (start + duration).in_units(exponent_of(facts_.unit()));
}

TypeIndex ChromeReturn::type(const ChromeEvent& event, ContainerIndex container,
                             ImportedKind kind) const {
  if (!arguments_.type)
    return need(facts_.type(container, kind, event.category), "a type", event.category);
  return need(facts_.type_number(container, kind, *arguments_.type), "a type",
              fmt::format("{}", *arguments_.type));
}

WordIndex ChromeReturn::value(const ChromeEvent& event, TypeIndex type) const {
  if (!arguments_.value) return need(facts_.value(type, event.name), "a value", event.name);
  return need(facts_.value_number(*arguments_.value), "a value",
              fmt::format("{}", *arguments_.value));
}

void ChromeReturn::finish() {
  for (auto& [thread, states] : states_) close_to(states, 0);
  if (!flows_.empty()) losses_.add("flows that depart and never arrive", flows_.size());
  create_containers();
  destroy_containers();
  reach_end();
}

// Before all that happens in them, parents first.
void ChromeReturn::create_containers() {
  const std::vector<StatedLifetime>& lifetimes = facts_.lifetimes();
  std::vector<double> times(lifetimes.size());
  for (auto i = static_cast<ContainerIndex>(lifetimes.size()); i-- > 1;) {
    times[i] = lifetimes[i].start;
    const ContainerIndex parent = trace_.containers()[i].parent;
    first_[i] = std::min(first_[i], times[i]);
    first_[parent] = std::min(first_[parent], first_[i]);
    last_[parent] = std::max({last_[parent], last_[i], lifetimes[i].end.value_or(-kNever)});
  }
  trace_.create_containers(first_, times);
}

// After all that happens in them, children first.
void ChromeReturn::destroy_containers() {
  const std::vector<StatedLifetime>& lifetimes = facts_.lifetimes();
  for (auto i = static_cast<ContainerIndex>(lifetimes.size()); i-- > 1;) {
    const std::optional<double>& end = lifetimes[i].end;
    if (end) trace_.destroy(std::max(*end, last_[i]), *end, i);
  }
}

// The last event of a trace says when it ends, even one that leaves no object.
void ChromeReturn::reach_end() {
  const double end = facts_.end();
  const Operation* last = nullptr;
  for (const Operation& operation : trace_.operations()) {
    if (last == nullptr || operation.time >= last->time) last = &operation;
  }
  const double reached = last == nullptr ? 0 : last->written_time();
  if (reached == end) return;
  if (reached > end) return losses_.add("ends of a trace before something that is in it");
  for (TypeIndex i = 1; i < trace_.types().size(); ++i) {
    const ImportedType& type = trace_.types()[i];
    if (type.kind == ImportedKind::state && type.parent == kRoot) {
      return trace_.reset_state(end, i, kRoot);
    }
  }
  for (ContainerIndex i = 1; i < facts_.lifetimes().size(); ++i) {
    if (!facts_.lifetimes()[i].end) return trace_.destroy(end, end, i);
  }
  losses_.add("ends of a trace after all that is in it");
}

}  // namespace paje::exchange
