#include "writing/track_events.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <limits>
#include <span>
#include <utility>

#include "event/quote_text.hpp"
#include "paje/writer.hpp"

namespace paje::writing {

bool same_bits(double a, double b) {
  return std::bit_cast<uint64_t>(a) == std::bit_cast<uint64_t>(b);
}

void refuse(const Trace& trace, const Track& track, const std::string& why) {
  throw WriterError("no events make the " + std::string(spelling(track.kind)) + "s of type " +
                    quoted(trace[track.type].name.text) + " in container " +
                    quoted(trace[track.container].name.text) + ": " + why);
}

RowFields::RowFields(const TraceData& data, const Track& track) {
  const PodVector<UserFields::Reference>& references = data.user_references(track.kind);
  if (references.empty()) return;
  const auto place = &track - data.tracks.all.data();
  fields_ = &data.user_fields[static_cast<std::size_t>(place)];
  if (fields_->size() != 0) references_ = references.data();
}

RowFields::Pieces RowFields::of(uint64_t row) {
  if (references_ == nullptr || references_[row] == UserFields::kNone) return {};
  chain_.clear();
  fields_->chain(references_[row], chain_);
  // More than two events never touch an object so that it keeps their fields.
  return {chain_.front(), chain_.size() > 1 ? chain_.back() : UserFields::kNone};
}

namespace {

// States are pushed and popped, except where one follows the other without anything around them:
// there it is set, which closes the one before. A replay without imbrication takes both alike.
class StateEvents final : public TrackEvents {
 public:
  StateEvents(const Trace& trace, const TraceData& data, const Track& track)
      : trace_(trace),
        track_(track),
        states_(trace.states()),
        user_(data, track),
        definitions_(data.definitions) {
    next_ = track.first;
    needs_ = track.container;
  }

  bool next() override {
    if (next_ < track_.last && stack_.size() <= states_.depth[next_]) {
      open(follows_plainly(next_) && stack_.empty() ? EventKind::set_state : EventKind::push_state);
    } else if (next_ < track_.last && can_set()) {
      stack_.clear();
      open(EventKind::set_state);
    } else if (!stack_.empty()) {
      pop();
    } else {
      return false;
    }
    due_ = event_.time;
    return true;
  }

 private:
  static constexpr uint64_t kNoRow = UINT64_MAX;

  // Whether the state right after this one begins where it ends, both with nothing around them.
  [[nodiscard]] bool follows_plainly(uint64_t row) {
    return row + 1 < track_.last && states_.depth[row] == 0 && states_.depth[row + 1] == 0 &&
           same_bits(states_.end[row], states_.start[row + 1]) && !has_fields_of_end(row);
  }
  // Whether setting the next state ends the one that is open.
  [[nodiscard]] bool can_set() {
    return stack_.size() == 1 && states_.depth[next_] == 0 &&
           same_bits(states_.end[stack_.back()], states_.start[next_]) &&
           !has_fields_of_end(stack_.back());
  }
  [[nodiscard]] bool has_fields_of_end(uint64_t row) {
    return fields(row).second != UserFields::kNone;
  }
  // Those of a state with one piece go with the event that brought them.
  [[nodiscard]] RowFields::Pieces fields(uint64_t row) {
    RowFields::Pieces pieces = user_.of(row);
    if (pieces.first == UserFields::kNone || pieces.second != UserFields::kNone) return pieces;
    const EventKind kind = definitions_[user_.fields().definition(pieces.first)].kind;
    if (kind == EventKind::pop_state || kind == EventKind::reset_state) {
      std::swap(pieces.first, pieces.second);
    }
    return pieces;
  }

  void open(EventKind kind) {
    if (states_.depth[next_] != stack_.size()) refuse_state(next_, "nothing is around it");
    event_ = {kind, states_.start[next_], next_, fields(next_).first};
    check_time();
    last_ = event_.time;
    newest_ = next_;
    stack_.push_back(next_++);
  }
  // What may come next is not before the end of what was opened last.
  void pop() {
    const uint64_t row = stack_.back();
    stack_.pop_back();
    event_ = {EventKind::pop_state, states_.end[row], row, fields(row).second};
    check_time();
    if (row == newest_) last_ = event_.time;
  }
  void check_time() const {
    if (event_.time >= last_) return;
    refuse_state(event_.row, fmt::format("{} is before {}, when what is in it or before it ends",
                                         event_.time, last_));
  }
  [[noreturn]] void refuse_state(uint64_t row, const std::string& why) const {
    refuse(trace_, track_,
           fmt::format("that from {} to {} has depth {}, but {} (as states have that were replayed "
                       "without imbrication)",
                       states_.start[row], states_.end[row], states_.depth[row], why));
  }

  const Trace& trace_;
  const Track& track_;
  StateColumns states_;
  RowFields user_;
  const std::vector<EventDefinition>& definitions_;
  uint64_t next_;
  uint64_t newest_ = kNoRow;
  double last_ = -std::numeric_limits<double>::infinity();
  std::vector<uint64_t> stack_;  // open ones, outermost first
};

class VariableEvents final : public TrackEvents {
 public:
  VariableEvents(const Trace& trace, const TraceData& data, const Track& track)
      : trace_(trace), track_(track), variables_(trace.variables()), user_(data, track) {
    next_ = track.first;
    needs_ = track.container;
  }

  bool next() override {
    if (next_ == track_.last) return false;
    const double start = variables_.start[next_];
    const double end = variables_.end[next_];
    if (next_ + 1 < track_.last) {
      const double follows = variables_.start[next_ + 1];
      if (!same_bits(end, follows) || !(start < follows)) refuse_end(end, follows, "begins");
    } else if (const double closed = std::max(start, end_of_container()); end != closed) {
      refuse_end(end, closed, "is when the container ends");
    }
    event_ = {EventKind::set_variable, start, next_, user_.of(next_).first};
    due_ = start;
    ++next_;
    return true;
  }

 private:
  // The root container lasts from 0 on, also if the trace ends before.
  [[nodiscard]] double end_of_container() const {
    const Container& container = trace_[track_.container];
    return container.destroyed ? container.end : trace_.end_time().value_or(0);
  }
  [[noreturn]] void refuse_end(double end, double follows, const char* what) const {
    refuse(trace_, track_,
           fmt::format("a value ends at {}, and the next one {} at {}", end, what, follows));
  }

  const Trace& trace_;
  const Track& track_;
  VariableColumns variables_;
  RowFields user_;
  uint64_t next_;
};

class PointEvents final : public TrackEvents {
 public:
  PointEvents(const Trace& trace, const TraceData& data, const Track& track)
      : track_(track), events_(trace.events()), user_(data, track) {
    next_ = track.first;
    needs_ = track.container;
  }

  bool next() override {
    if (next_ == track_.last) return false;
    event_ = {EventKind::new_event, events_.time[next_], next_, user_.of(next_).first};
    due_ = event_.time;
    ++next_;
    return true;
  }

 private:
  const Track& track_;
  EventColumns events_;
  RowFields user_;
  uint64_t next_;
};

}  // namespace

std::unique_ptr<TrackEvents> events_of(const Trace& trace, const TraceData& data,
                                       const Track& track) {
  switch (track.kind) {
    case TypeKind::state:
      return std::make_unique<StateEvents>(trace, data, track);
    case TypeKind::variable:
      return std::make_unique<VariableEvents>(trace, data, track);
    case TypeKind::event:
      return std::make_unique<PointEvents>(trace, data, track);
    case TypeKind::link:
    case TypeKind::container:
      break;
  }
  return link_events_of(trace, data, track);
}

}  // namespace paje::writing
