// The events of a finished trace, one by one: definitions, containers, and what tracks are made of.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

#include "trace/trace_data.hpp"
#include "writing/event_output.hpp"
#include "writing/trace_forms.hpp"
#include "writing/trace_words.hpp"
#include "writing/track_events.hpp"

namespace paje::writing {

class EventsOfTrace {
 public:
  using Form = TraceForms::Form;

  /// `data` is what the trace owns. Throws WriterError for names that have no spelling.
  EventsOfTrace(const Trace& trace, const TraceData& data, Encoding encoding, ByteSink sink);

  /// Says which definitions are needed; before begin().
  void need(const Form& form) { forms_.need(form); }
  /// Writes all definitions, then types and values.
  void begin();
  void create(ContainerId id);
  void destroy(ContainerId id, double time);
  void reset(ContainerId id, TypeId type, double time);
  /// An event of the track with the number.
  void write(std::size_t track, const TrackEvent& event);
  void close() { output_->close(); }

  [[nodiscard]] static Form form_of(const Type& type);
  [[nodiscard]] static Form form_of(const EntityValue& value);
  /// Of a creation.
  [[nodiscard]] Form form_of(ContainerId id) const;
  [[nodiscard]] Form form_of(std::size_t track, const TrackEvent& event) const;

 private:
  void define(const Type& type, TypeId id);
  void define(const EntityValue& value);
  void add_fields(const UserFields& fields, UserFields::Reference piece);
  void send(const EventDefinition& form) {
    output_->write(form, fields_);
    fields_.clear();
    words_.forget_passing();
  }

  const Trace& trace_;
  const TraceData& data_;
  TraceWords words_;
  TraceForms forms_;
  std::unique_ptr<EventOutput> output_;
  std::vector<FieldValue> fields_;  // of the event that is being made
};

}  // namespace paje::writing
