// What can be wrong with a trace, told once and in one form: every reader, every tool and every
// front end shows the same Diagnostic.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// The rules a trace can break. Each has a stable name, a title and a remedy (see RuleText).
enum class Rule : uint8_t {
  unterminated_quote,
  text_after_quote,
  definition_syntax,
  unfinished_definition,
  unknown_event_name,
  event_id_not_integer,
  duplicate_event_id,
  unknown_field_type,
  old_field_name,
  duplicate_field,
  missing_field,
  unknown_event_id,
  field_count,
  bad_number,
  bad_color,
  unknown_type,
  unknown_container,
  wrong_kind_of_type,
  type_not_in_container,
  duplicate_type,
  duplicate_container,
  duplicate_value,
  not_time_ordered,
  pop_on_empty_stack,
  variable_without_value,
  link_value_differs,
  link_key_reused,
  link_container_type,
  incomplete_link,
  destroyed_before_end,
  field_not_of_its_type,
  damaged_compression,
  unreadable_part,
  repeated_part,
  damaged_record,
};

/// The words that go with a rule.
struct RuleText {
  Rule rule;
  std::string_view name;    ///< stable identifier for machines: `unknown-container`
  std::string_view title;   ///< what is wrong, for a message: `unknown container`
  std::string_view remedy;  ///< how to mend the trace, one sentence
};

/// All rules in the order of the enumeration.
PAJE_EXPORT std::span<const RuleText> all_rules();
PAJE_EXPORT const RuleText& text_of(Rule rule);

/// A place in an input. Lines and columns count from 1, columns in bytes; 0 means "not known"
/// (binary inputs give `byte` instead of line and column).
struct SourceLocation {
  std::string file;
  uint64_t line = 0;
  uint64_t column = 0;
  uint64_t byte = 0;  ///< offset in the (decompressed) input
};

/// That one file of a trace names another.
struct NamedPart {
  std::string part;
  std::string named_by;
  uint64_t line = 0;  ///< 1-based, of named_by; 0 if that is a binary trace
};

/// One problem of a trace.
struct Diagnostic {
  Rule rule = Rule::definition_syntax;
  SourceLocation where;
  std::string found;        ///< the offending text, as messages show it (see visible_text.hpp)
  std::string expected;     ///< what should have stood there
  std::string source_line;  ///< the line, possibly cut around the column; empty if not text
  uint64_t caret = 0;       ///< 1-based column of the offending text within source_line; 0: none
  std::string note;         ///< further help: the event's definition, the nearest match
  /// If the file is a part: where it is named, then where the file is that names it, and so on.
  std::vector<NamedPart> named_by;
};

/// `file:line:column: error: title: found 'x', expected y`, without a newline; nothing in it acts
/// on a terminal.
PAJE_EXPORT std::string one_line(const Diagnostic& diagnostic);

/// one_line() followed by the source line, a caret and the note, each on a line of its own; ends
/// with a newline.
PAJE_EXPORT std::string full_text(const Diagnostic& diagnostic);

/// Receives problems of a trace in the order of the input.
using DiagnosticHandler = std::function<void(const Diagnostic&)>;

/// The trace is bad. The one exception type for everything an input can do wrong; trouble with
/// the system (no such file, read error) is a std::system_error instead.
class PAJE_EXPORT TraceError : public std::runtime_error {
 public:
  explicit TraceError(Diagnostic diagnostic);
  [[nodiscard]] const Diagnostic& diagnostic() const { return diagnostic_; }

 private:
  Diagnostic diagnostic_;
};

}  // namespace paje
