// Reading a trace as it stands: its definitions and events, in order, without a replay.
#pragma once

#include "paje/event.hpp"
#include "paje/export.hpp"
#include "paje/input.hpp"
#include "paje/read.hpp"

namespace paje {

/// Receives what a trace holds, in the order of the input.
class PAJE_EXPORT TraceVisitor {
 public:
  virtual ~TraceVisitor();
  /// Comes before the definition's first event, and also if there is none. Outlives the visit.
  virtual void on_definition(const EventDefinition& definition) = 0;
  /// Valid only during the call, but for its definition.
  virtual void on_event(const Event& event) = 0;
};

/// visit_events() for those who need the definitions as well. Errors as visit_events.
PAJE_EXPORT ReadCounts visit_trace(const Input& input, const ReadOptions& options,
                                   TraceVisitor& visitor);

}  // namespace paje
