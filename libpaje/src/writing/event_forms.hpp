// The event definitions of a trace that is written: one for each kind of event, and more for
// colours and user-defined fields.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <utility>
#include <vector>

#include "paje/event.hpp"
#include "paje/writer.hpp"

namespace paje::writing {

/// The definition of a kind of event, its id not set: the fields that it requires, in the order in
/// which they are written, and those that are wanted.
[[nodiscard]] EventDefinition definition_of(EventKind kind, bool has_alias, bool has_color);

class EventForms {
 public:
  EventForms();
  /// The same user-defined fields; their definitions are made anew.
  EventForms(const EventForms& other) : EventForms() { fields_ = other.fields_; }
  EventForms& operator=(const EventForms&) = delete;

  /// Those that every file begins with, by increasing id.
  [[nodiscard]] const std::deque<EventDefinition>& all() const { return all_; }
  [[nodiscard]] const EventDefinition& of(EventKind kind) const {
    return all_[static_cast<std::size_t>(kind)];
  }
  /// With a colour.
  [[nodiscard]] const EventDefinition& colored(EventKind kind) const;

  TraceWriter::Fields add_fields(std::vector<UserField> fields);
  [[nodiscard]] const std::vector<UserField>& fields(TraceWriter::Fields names) const;
  /// With user-defined fields after the others, and whether it is new.
  std::pair<const EventDefinition&, bool> with(EventKind kind, TraceWriter::Fields names);

 private:
  EventDefinition& add(EventKind kind);

  std::deque<EventDefinition> all_;  // stay where they are
  std::vector<std::vector<UserField>> fields_;
  std::map<std::pair<EventKind, uint32_t>, const EventDefinition*> with_fields_;
};

}  // namespace paje::writing
