// An imported trace as text of Pajé.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/operation_events.hpp"
#include "exchange/operation_lines.hpp"

namespace paje::exchange {

/// Lines of definitions and events. The words of an ImportedTrace all have a spelling.
class EventLines final : public EventVisitor {
 public:
  void on_definition(const EventDefinition& definition) override;
  void on_event(const Event& event) override;

  std::string text;
};

/// The text of a finished trace, written on several threads. It does not depend on their number.
class TraceText {
 public:
  explicit TraceText(const ImportedTrace& trace) : trace_(trace), events_(trace) {}

  /// The next piece, whole lines; valid until the next call. Empty at the end.
  std::string_view next();

 private:
  bool skip_empty();
  void fill();
  void choose_operations(std::size_t written);
  [[nodiscard]] std::size_t end_of_defined(std::size_t most) const;
  void write(std::size_t begin, std::size_t end, std::string& text) const;

  const ImportedTrace& trace_;
  OperationEvents events_;
  std::optional<OperationLines> lines_;  // once there are definitions
  std::vector<std::string> pieces_;      // the first `count_`; the others keep their memory
  std::size_t count_ = 0;
  std::size_t piece_ = 0;         // the next one of them
  std::size_t next_ = 0;          // the next operation after them
  std::size_t operations_ = 256;  // of a piece
};

/// Delivers the events of a trace that is finished. `output` may throw.
void deliver_events(const ImportedTrace& trace, EventVisitor& output);

}  // namespace paje::exchange
