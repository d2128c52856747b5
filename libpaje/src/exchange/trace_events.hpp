// An imported trace as the definitions and events of Pajé.
#pragma once

#include <cstddef>
#include <memory>
#include <string>

#include "exchange/imported_trace.hpp"
#include "paje/read.hpp"

namespace paje::exchange {

/// Lines of definitions and events. The words of an ImportedTrace all have a spelling.
class EventLines final : public EventVisitor {
 public:
  void on_definition(const EventDefinition& definition) override;
  void on_event(const Event& event) override;

  std::string text;
};

/// Delivers the definitions, then the types, then the operations in their order (finish() first).
/// Each type and container has an alias that sorts by its rank. `output` may throw.
class TraceEvents {
 public:
  TraceEvents(const ImportedTrace& trace, EventVisitor& output);
  /// The same for `output` that appends the lines of what it gets to `text`: those of most
  /// operations are appended without it, which is quicker.
  TraceEvents(const ImportedTrace& trace, EventVisitor& output, std::string& text);
  TraceEvents(const TraceEvents&) = delete;
  TraceEvents& operator=(const TraceEvents&) = delete;
  ~TraceEvents();

  /// Delivers at most that many operations, the first time with all that comes before them; whether
  /// there are more. To be called until there are none, and at least once.
  bool write(std::size_t most);

 private:
  class Inside;
  std::unique_ptr<Inside> inside_;
};

}  // namespace paje::exchange
