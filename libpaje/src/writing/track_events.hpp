// The events that make the objects of one track, one after the other, in an order in which a replay
// takes them.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "paje/event.hpp"
#include "paje/trace.hpp"
#include "trace/trace_data.hpp"

namespace paje::writing {

/// An event of an object. `fields` are user-defined ones that it brings.
struct TrackEvent {
  EventKind kind = EventKind::new_event;
  double time = 0;
  uint64_t row = 0;
  UserFields::Reference fields = UserFields::kNone;
};

/// The user-defined fields of the rows of a track.
class RowFields {
 public:
  RowFields(const TraceData& data, const Track& track);

  [[nodiscard]] bool is_empty() const { return references_ == nullptr; }
  /// Those of the event that made an object and of the one that ended it, or of the two halves of a
  /// link; none of the second if the object has but one piece.
  struct Pieces {
    UserFields::Reference first = UserFields::kNone;
    UserFields::Reference second = UserFields::kNone;
  };
  Pieces of(uint64_t row);
  [[nodiscard]] const UserFields& fields() const { return *fields_; }

 private:
  const UserFields* fields_ = nullptr;
  const UserFields::Reference* references_ = nullptr;
  std::vector<UserFields::Reference> chain_;  // used again
};

class TrackEvents {
 public:
  TrackEvents() = default;
  TrackEvents(const TrackEvents&) = delete;
  TrackEvents& operator=(const TrackEvents&) = delete;
  virtual ~TrackEvents() = default;

  /// Goes to the next event, the first one at first; whether there is one. Throws WriterError if no
  /// event makes what comes next.
  virtual bool next() = 0;
  [[nodiscard]] const TrackEvent& event() const { return event_; }
  /// When it is due: its time, unless a later one has to wait for it.
  [[nodiscard]] double due() const { return due_; }
  /// The last container that has to be there before it.
  [[nodiscard]] ContainerId needs() const { return needs_; }

 protected:
  TrackEvent event_;
  double due_ = 0;
  ContainerId needs_;
};

/// Those of a track of the trace that owns `data`.
std::unique_ptr<TrackEvents> events_of(const Trace& trace, const TraceData& data,
                                       const Track& track);
std::unique_ptr<TrackEvents> link_events_of(const Trace& trace, const TraceData& data,
                                            const Track& track);

/// Throws WriterError that names the track.
[[noreturn]] void refuse(const Trace& trace, const Track& track, const std::string& why);

/// Whether two times are the same, and the same zero.
[[nodiscard]] bool same_bits(double a, double b);

}  // namespace paje::writing
