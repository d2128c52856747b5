// A trace's tracks, each a sequence of events, are merged by time with the creation and destruction
// of their containers.
#include "paje/write_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "event/quote_text.hpp"
#include "paje/archive.hpp"
#include "trace/trace_access.hpp"
#include "writing/container_order.hpp"
#include "writing/events_of_trace.hpp"

namespace paje {

namespace {

using writing::ContainerOrder;
using writing::EventsOfTrace;
using writing::TraceForms;
using writing::TrackEvents;

constexpr double kForever = std::numeric_limits<double>::infinity();

// What is due next: containers are created before everything else of that time, and destroyed after
// it.
struct Due {
  enum What : uint8_t { creation, track, destruction };

  double time;
  What what;
  uint32_t number;  ///< of the container or the track

  friend bool operator<(const Due& a, const Due& b) {
    if (a.time != b.time) return a.time < b.time;
    return a.what != b.what ? a.what < b.what : a.number < b.number;
  }
};

// A heap with the earliest on top.
class Agenda {
 public:
  [[nodiscard]] bool is_empty() const { return all_.empty(); }
  [[nodiscard]] const Due& first() const { return all_.front(); }
  void add(const Due& due) {
    all_.push_back(due);
    std::push_heap(all_.begin(), all_.end(), is_later);
  }
  void remove_first() {
    std::pop_heap(all_.begin(), all_.end(), is_later);
    all_.pop_back();
  }
  /// Puts another one in the place of the first, which it mostly stays.
  void change_first(const Due& due) {
    std::size_t at = 0;
    for (std::size_t child = 1; child < all_.size(); child = 2 * at + 1) {
      if (child + 1 < all_.size() && all_[child + 1] < all_[child]) ++child;
      if (!(all_[child] < due)) break;
      all_[at] = all_[child];
      at = child;
    }
    all_[at] = due;
  }

 private:
  static bool is_later(const Due& a, const Due& b) { return b < a; }

  std::vector<Due> all_;
};

class Merge {
 public:
  Merge(const Trace& trace, const TraceData& data, EventsOfTrace& output)
      : trace_(trace),
        data_(data),
        output_(output),
        order_(trace),
        tracks_(trace.tracks().size()) {}

  void run();

 private:
  void begin_container(ContainerId id);
  void begin_track(uint32_t number);
  /// Puts the track's event on the agenda, or lets it wait for a container.
  void schedule(uint32_t number);
  void go_on(uint32_t number);
  void create(ContainerId id);
  void destroy(ContainerId id);
  /// What is to be destroyed may have to wait for one thing less.
  void release(ContainerId id);
  void schedule_creation();

  const Trace& trace_;
  const TraceData& data_;
  EventsOfTrace& output_;
  ContainerOrder order_;
  Agenda agenda_;
  std::vector<std::unique_ptr<TrackEvents>> tracks_;  // those that have begun and are not over
  std::unordered_map<uint32_t, std::vector<uint32_t>> waiting_;  // tracks, by the container
  uint32_t created_ = 0;                                         // containers
  bool creation_is_due_ = false;
};

void Merge::run() {
  const std::span<const Container> all = trace_.containers();
  for (uint32_t i = 0; i < all.size(); ++i) {
    if (all[i].destroyed) order_.hold({i}, static_cast<uint32_t>(trace_.tracks({i}).size()) + 1);
  }
  begin_container(kRootContainer);
  while (!agenda_.is_empty()) {
    const Due due = agenda_.first();
    switch (due.what) {
      case Due::track:
        go_on(due.number);
        break;
      case Due::creation:
        agenda_.remove_first();
        create({due.number});
        break;
      case Due::destruction:
        agenda_.remove_first();
        destroy({due.number});
        break;
    }
  }
  const bool is_complete = created_ == all.size() && waiting_.empty();
  if (!is_complete) throw WriterError("containers and events of the trace wait for each other");
}

void Merge::begin_container(ContainerId id) {
  ++created_;
  const std::span<const Track> tracks = trace_.tracks(id);
  const auto first = static_cast<uint32_t>(tracks.data() - trace_.tracks().data());
  for (uint32_t i = 0; i < tracks.size(); ++i) begin_track(first + i);
  if (const auto waiting = waiting_.extract(id.index)) {
    for (const uint32_t number : waiting.mapped()) schedule(number);
  }
  if (trace_[id].destroyed) release(id);
  schedule_creation();
}

void Merge::begin_track(uint32_t number) {
  tracks_[number] = writing::events_of(trace_, data_, trace_.tracks()[number]);
  if (tracks_[number]->next()) return schedule(number);
  if (trace_[trace_.tracks()[number].container].destroyed) {
    release(trace_.tracks()[number].container);
  }
}

void Merge::schedule(uint32_t number) {
  const TrackEvents& events = *tracks_[number];
  if (events.needs().index < created_) {
    agenda_.add({events.due(), Due::track, number});
  } else {
    waiting_[events.needs().index].push_back(number);
  }
}

// The first of the agenda is an event of this track.
void Merge::go_on(uint32_t number) {
  TrackEvents& events = *tracks_[number];
  output_.write(number, events.event());
  if (!events.next()) {
    agenda_.remove_first();
    tracks_[number] = nullptr;
    const ContainerId container = trace_.tracks()[number].container;
    if (trace_[container].destroyed) release(container);
  } else if (events.needs().index < created_) {
    agenda_.change_first({events.due(), Due::track, number});
  } else {
    agenda_.remove_first();
    schedule(number);
  }
}

void Merge::create(ContainerId id) {
  creation_is_due_ = false;
  output_.create(id);
  begin_container(id);
}

void Merge::destroy(ContainerId id) {
  output_.destroy(id, trace_[id].end);
  if (const ContainerId above = order_.above(id); above.valid()) release(above);
  (void)order_.awaken(id);
  schedule_creation();
}

void Merge::release(ContainerId id) {
  if (order_.release(id)) agenda_.add({trace_[id].end, Due::destruction, id.index});
}

void Merge::schedule_creation() {
  const ContainerId next{created_};
  if (creation_is_due_ || created_ == trace_.containers().size() || !order_.may_be_created(next)) {
    return;
  }
  creation_is_due_ = true;
  agenda_.add({order_.due(next), Due::creation, next.index});
}

// The time of the last event that makes an object or ends one.
double latest_event(const Trace& trace) {
  double latest = -kForever;
  const auto look_at = [&latest](std::span<const double> times) {
    for (const double time : times) latest = std::max(latest, time);
  };
  look_at(trace.states().start);
  look_at(trace.states().end);
  look_at(trace.variables().start);
  look_at(trace.events().time);
  look_at(trace.links().start);
  look_at(trace.links().end);
  for (const Container& container : trace.containers().subspan(1)) {
    latest = std::max(latest, container.start);
  }
  for (const Container& container : trace.containers()) {
    if (container.destroyed) latest = std::max(latest, container.end);
  }
  return latest;
}

// What shows a reader when the trace ends, where none of its objects does: an event that changes
// nothing.
class LastEvent {
 public:
  explicit LastEvent(const Trace& trace) : trace_(trace) {
    if (!trace.end_time()) return;
    time_ = *trace.end_time();
    const double latest = latest_event(trace);
    if (latest > time_) {
      throw WriterError(
          fmt::format("no events make this trace: something happens at {}, after its end at {}",
                      latest, time_));
    }
    // Without any time a trace ends at 0.
    const bool has_end = latest == time_ || (latest == -kForever && trace.types().size() > 1 &&
                                             writing::same_bits(time_, 0));
    if (!has_end) choose();
  }

  [[nodiscard]] std::optional<EventKind> kind() const { return kind_; }
  void write(EventsOfTrace& output) const {
    if (kind_ == EventKind::reset_state) output.reset(container_, type_, time_);
    if (kind_ == EventKind::destroy_container) output.destroy(container_, time_);
  }

 private:
  // All states of a container end now that are open: there, and nothing else does. Where no
  // container has states, one is destroyed again, which changes nothing either, or the last one for
  // the first time.
  void choose() {
    const std::span<const Container> all = trace_.containers();
    kind_ = EventKind::destroy_container;
    for (uint32_t i = 0; i < all.size(); ++i) {
      container_ = {i};
      if (all[i].destroyed) continue;
      for (const TypeId child : trace_[all[i].type].children) {
        if (trace_[child].kind != TypeKind::state) continue;
        type_ = child;
        kind_ = EventKind::reset_state;
        return;
      }
    }
    for (uint32_t i = 0; i < all.size(); ++i) {
      if (all[i].destroyed) container_ = {i};
    }
    if (time_ < all[container_.index].start) {
      throw WriterError(fmt::format(
          "no events make this trace: it ends at {}, and nothing is there that could end then",
          time_));
    }
  }

  const Trace& trace_;
  double time_ = 0;
  std::optional<EventKind> kind_;
  ContainerId container_;
  TypeId type_;
};

// What a replay would do to containers that are not destroyed.
void check_ends(const Trace& trace) {
  const double end = trace.end_time().value_or(0);
  for (const Container& container : trace.containers()) {
    if (container.destroyed || container.end == std::max(end, container.start)) continue;
    throw WriterError(
        fmt::format("no events make this trace: container {} ends at {} without being destroyed, "
                    "the trace at {}",
                    quoted(container.name.text), container.end, end));
  }
}

// Says which definitions are needed. Throws if a track cannot be written.
void find_forms(const Trace& trace, const TraceData& data, EventsOfTrace& output) {
  for (const Type& type : trace.types().subspan(1)) output.need(EventsOfTrace::form_of(type));
  for (const EntityValue& value : trace.values()) {
    if (value.defined) output.need(EventsOfTrace::form_of(value));
  }
  for (uint32_t i = 0; i < trace.containers().size(); ++i) {
    if (i != 0) output.need(output.form_of(ContainerId{i}));
    if (trace.containers()[i].destroyed) output.need({.kind = EventKind::destroy_container});
  }
  for (std::size_t i = 0; i < trace.tracks().size(); ++i) {
    if (trace.tracks()[i].kind == TypeKind::link && data.links.user.empty()) {
      // Whatever they are, halves of two kinds make them.
      output.need({.kind = EventKind::start_link});
      output.need({.kind = EventKind::end_link});
      continue;
    }
    const auto events = writing::events_of(trace, data, trace.tracks()[i]);
    while (events->next()) output.need(output.form_of(i, events->event()));
  }
}

}  // namespace

uint64_t count_displaced(const Trace& trace) {
  const auto containers = trace.containers().subspan(1);
  return static_cast<uint64_t>(
      std::count_if(containers.begin(), containers.end(), [&](const Container& container) {
        return trace[container.type].parent != trace[container.parent].type;
      }));
}

void write_events(const Trace& trace, Encoding encoding,
                  const std::function<void(std::string_view)>& sink) {
  if (encoding == Encoding::archive) {
    write_archive(trace, {}, sink);
    return;
  }
  const TraceData& data = TraceAccess::data(trace);
  EventsOfTrace output(trace, data, encoding, sink);
  check_ends(trace);
  const LastEvent last(trace);
  if (last.kind()) output.need({.kind = *last.kind()});
  find_forms(trace, data, output);
  output.begin();
  Merge(trace, data, output).run();
  last.write(output);
  output.close();
}

}  // namespace paje
