#include "exchange/chrome/own_export.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "exchange/bad_input.hpp"

namespace paje::exchange {

namespace {

constexpr std::string_view kNeverDeparted = "flows that arrive and never departed";

}  // namespace

class ChromeReturn::Events final : public ChromeEvents {
 public:
  explicit Events(ChromeReturn& all) : all_(all), of_piece_(all.facts_) {}

  void add(const ChromeEvent& event, uint64_t offset, ChromeParser& /*parser*/,
           Losses& losses) override {
    of_piece_.add(event, offset, losses);
  }

  void add_to_trace(ChromeParser& /*parser*/) override {
    for (const OwnEvent& event : of_piece_.events()) all_.add(event, of_piece_);
    of_piece_.clear();
  }

 private:
  ChromeReturn& all_;
  OwnEvents of_piece_;
};

ChromeReturn::ChromeReturn(const ImportSource& source, ChromeFacts facts, ImportedTrace& trace)
    : source_(source),
      facts_(std::move(facts)),
      trace_(trace),
      losses_(source.losses),
      open_(facts_.tracks()),
      first_(facts_.lifetimes().size(), kNever),
      last_(facts_.lifetimes().size(), -kNever) {}

std::unique_ptr<ChromeEvents> ChromeReturn::new_events() { return std::make_unique<Events>(*this); }

void ChromeReturn::add(const OwnEvent& event, OwnEvents& of_piece) {
  const FieldsIndex fields =
      event.fields == 0 ? 0 : trace_.add_fields(std::move(of_piece.fields(event)));
  switch (event.kind) {
    case OwnEvent::Kind::state:
      return add_state(event, fields);
    case OwnEvent::Kind::variable:
      touch(event.container, event.time);
      return trace_.set_variable(event.time, event.type, event.container, event.number, fields);
    case OwnEvent::Kind::instant:
      touch(event.container, event.time);
      return trace_.event(event.time, event.type, event.container, event.value, fields);
    case OwnEvent::Kind::start:
      return add_start(event, fields);
    case OwnEvent::Kind::end:
      return add_end(event);
  }
}

void ChromeReturn::add_state(const OwnEvent& event, FieldsIndex fields) {
  OpenStates& open = open_[event.track];
  if (event.depth && *event.depth > open.size()) {
    refuse(unfit_event(event.offset, "a depth", fmt::format("{}", *event.depth)));
  }
  close_to(event.track, event.depth ? *event.depth : open.depth_at(event.time));
  const ChromeFacts::Track& track = facts_.track(event.track);
  trace_.push(event.time, track.type, track.container, event.value, fields);
  open.push(event.number);
  touch(track.container, event.time);
  touch(track.container, event.number);
}

void ChromeReturn::refuse(const UnfitChromeEvent& bad) const {
  throw bad_place(source_.name, source_.bytes, bad.offset, bad.title, bad.found, bad.expected);
}

void ChromeReturn::touch(ContainerIndex container, double time) {
  first_[container] = std::min(first_[container], time);
  last_[container] = std::max(last_[container], time);
}

void ChromeReturn::close_to(uint32_t track, std::size_t depth) {
  OpenStates& open = open_[track];
  const ChromeFacts::Track& of = facts_.track(track);
  for (; open.size() > depth; open.pop()) {
    trace_.pop(open.innermost_end(), of.type, of.container);
  }
}

void ChromeReturn::add_start(const OwnEvent& event, FieldsIndex fields) {
  const auto [flow, is_new] = flows_.try_emplace(std::string(event.id));
  if (!is_new) refuse(unfit_event(event.offset, "one start of each flow", event.id));
  flow->second.start = event.time;
  ImportedLink& link = flow->second.link;
  link.type = event.type;
  link.container = event.container;
  link.start = event.start;
  link.value = event.value;
  link.key = trace_.rare_word(event.key);
  link.fields = fields;
  const auto early = early_ends_.find(event.id);
  if (early == early_ends_.end()) return;
  add_link(flow->second, early->second);
  early_ends_.erase(early);
  flows_.erase(flow);
}

void ChromeReturn::add_end(const OwnEvent& event) {
  const FlowEnd end{event.container, event.time, event.offset, std::string(event.missing),
                    std::string(event.key)};
  const auto found = flows_.find(event.id);
  if (found == flows_.end()) {
    const bool is_new = early_ends_.try_emplace(std::string(event.id), end).second;
    return losses_.add(kNeverDeparted, is_new ? 0 : 1);
  }
  add_link(found->second, end);
  flows_.erase(found);
}

void ChromeReturn::add_link(const Flow& flow, const FlowEnd& end) {
  if (!end.missing.empty()) refuse(unfit_event(end.offset, end.missing, end.word));
  ImportedLink link = flow.link;
  link.end = end.container;
  double& arrival = arrivals_.try_emplace({link.container, link.type}, -kNever).first->second;
  arrival = trace_.link(flow.start, end.time, link, arrival);
  touch(link.start, flow.start);
  touch(link.end, end.time);
  for (const double at : {flow.start, end.time, arrival}) touch(link.container, at);
  touch(flow.start > end.time ? link.start : link.end, arrival);
}

void ChromeReturn::finish() {
  for (uint32_t track = 0; track < open_.size(); ++track) close_to(track, 0);
  losses_.add(kNeverDeparted, early_ends_.size());
  losses_.add("flows that depart and never arrive", flows_.size());
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
