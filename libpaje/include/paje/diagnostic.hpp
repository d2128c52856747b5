// One representation for all problems of a trace: every reader, every tool and every
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

/// What a broken rule means for a reader that goes on.
enum class Severity : uint8_t {
  error,    ///< a strict reading stops there; a lenient one repairs it (see Repair)
  loss,     ///< something is missing, and the rest is read: a warning, but no trace to rely on
  caution,  ///< nothing is missing, but somebody should know
  oddity    ///< harmless
};

/// What a lenient reading makes of an error.
enum class Repair : uint8_t {
  left_out,           ///< the line, or the half link, does not count
  first_words_kept,   ///< words beyond the fields of the definition do not count
  field_mended,       ///< a definition's field is text, the user's own, or what its old name meant
  placed_as_told,     ///< the container is created below the parent that its event names
  counted_from_zero,  ///< the variable had the value 0 before
  end_moved,          ///< the container is destroyed at the time of its last event
};

/// The words that go with a rule.
struct RuleText {
  Rule rule;
  std::string_view name;    ///< stable identifier for machines: `unknown-container`
  std::string_view title;   ///< what is wrong, for a message: `unknown container`
  std::string_view remedy;  ///< how to mend the trace, one sentence
  Severity severity = Severity::error;
};

/// All rules in the order of the enumeration.
PAJE_EXPORT std::span<const RuleText> all_rules();
PAJE_EXPORT const RuleText& text_of(Rule rule);
/// Whether a strict reading stops at a breach of this rule.
[[nodiscard]] inline bool is_error(Rule rule) { return text_of(rule).severity == Severity::error; }

/// A place in an input. Lines and columns count from 1, columns in bytes; 0 means "not known"
/// (binary inputs give `byte` instead of line and column).
struct SourceLocation {
  std::string file;
  uint64_t line = 0;
  uint64_t column = 0;
  uint64_t byte = 0;  ///< offset in the (decompressed) input

  /// In place of the offset: the file as a whole.
  static constexpr uint64_t kWholeFile = UINT64_MAX;
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
  Repair repair = Repair::left_out;  ///< of an error, if reading is lenient
  /// If the file is a part: where it is named, then where the file is that names it, and so on.
  std::vector<NamedPart> named_by;
  /// If set, messages have it and not the rule's: what is wrong with a trace of another format.
  std::string title;
};

/// `file:line:column: error: title: found 'x', expected y`, without a newline; `warning` in place
/// of `error` where reading goes on. Nothing in it acts on a terminal.
PAJE_EXPORT std::string one_line(const Diagnostic& diagnostic);
/// The same with `error` or `warning` as if its rule had that severity.
PAJE_EXPORT std::string one_line(const Diagnostic& diagnostic, Severity severity);

/// one_line() followed by the source line, a caret and the note, each on a line of its own; ends
/// with a newline.
PAJE_EXPORT std::string full_text(const Diagnostic& diagnostic);
PAJE_EXPORT std::string full_text(const Diagnostic& diagnostic, Severity severity);

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
