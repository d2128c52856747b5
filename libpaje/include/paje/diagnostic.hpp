// The common representation of all problems of a trace: every reader, tool and front end shows
// Diagnostics.
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
  words_after_definition,
  utf16_text,
  event_after_destruction,
  received_before_sent,
  part_of_unknown,
  wrong_seek_table,
  mended_word,
  contradicting_record,
  other_format,
  not_carried_over,
};

/// What a broken rule means for a reader that continues.
enum class Severity : uint8_t {
  error,    ///< a strict reading stops there; a lenient one repairs it (see Repair)
  loss,     ///< data is missing, and the rest is read: a warning, but the trace is not reliable
  caution,  ///< nothing is missing, but users should know
  oddity    ///< harmless
};

/// How a lenient reading repairs an error.
enum class Repair : uint8_t {
  left_out,           ///< the line, or the half of the link, is ignored
  first_words_kept,   ///< words beyond the fields of the definition are ignored
  field_mended,       ///< the field is read as text, as user-defined, or by its old name
  placed_as_told,     ///< the container is created below the parent that its event names
  counted_from_zero,  ///< the variable had the value 0 before
  end_moved,          ///< the container is destroyed at the time of its last event
};

/// The texts of a rule.
struct RuleText {
  Rule rule;
  std::string_view name;    ///< stable identifier for machines: `unknown-container`
  std::string_view title;   ///< what is wrong, for a message: `unknown container`
  std::string_view remedy;  ///< how to repair the trace, one sentence
  Severity severity = Severity::error;
};

/// All rules in the order of the enumeration.
PAJE_EXPORT std::span<const RuleText> all_rules();
PAJE_EXPORT const RuleText& text_of(Rule rule);
/// Whether a strict reading stops at a breach of this rule.
[[nodiscard]] inline bool is_error(Rule rule) { return text_of(rule).severity == Severity::error; }

/// A place in an input. Lines and columns count from 1, columns in bytes; 0 means unknown (binary
/// inputs have `byte` instead of line and column).
struct SourceLocation {
  std::string file;
  uint64_t line = 0;
  uint64_t column = 0;
  uint64_t byte = 0;  ///< offset in the (decompressed) input

  /// Value of `byte` for the file as a whole.
  static constexpr uint64_t kWholeFile = UINT64_MAX;
};

/// Records that one file of a trace names another as a part.
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
  std::string expected;     ///< the expected text
  std::string source_line;  ///< the line, possibly cut around the column; empty if not text
  uint64_t caret = 0;       ///< 1-based column of the offending text within source_line; 0: none
  std::string note;         ///< further help: the event's definition, the nearest match
  Repair repair = Repair::left_out;  ///< how a lenient reading repairs it; only for errors
  /// For a part: where it is named, then where the naming file is named, and so on.
  std::vector<NamedPart> named_by;
  /// If set, replaces the rule's title: the problem of a trace in another format.
  std::string title;
};

/// `file:line:column: error: title: found 'x', expected y`, without a newline; `warning` instead of
/// `error` if reading continues. Contains no control characters.
PAJE_EXPORT std::string one_line(const Diagnostic& diagnostic);
/// The same, with `error` or `warning` for the given severity.
PAJE_EXPORT std::string one_line(const Diagnostic& diagnostic, Severity severity);

/// one_line() followed by the source line, a caret and the note, each on a line of its own; ends
/// with a newline.
PAJE_EXPORT std::string full_text(const Diagnostic& diagnostic);
PAJE_EXPORT std::string full_text(const Diagnostic& diagnostic, Severity severity);

/// Receives problems of a trace in the order of the input.
using DiagnosticHandler = std::function<void(const Diagnostic&)>;

/// The trace is invalid. The only exception type for errors in an input; system errors (no such
/// file, read error) are std::system_error instead.
class PAJE_EXPORT TraceError : public std::runtime_error {
 public:
  explicit TraceError(Diagnostic diagnostic);
  [[nodiscard]] const Diagnostic& diagnostic() const { return diagnostic_; }

 private:
  Diagnostic diagnostic_;
};

}  // namespace paje
