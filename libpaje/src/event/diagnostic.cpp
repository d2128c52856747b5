#include "paje/diagnostic.hpp"

#include <iterator>
#include <utility>

#include "paje/visible_text.hpp"

namespace paje {

namespace {

constexpr RuleText kRules[] = {
    {Rule::unterminated_quote, "unterminated-quote", "unterminated quote",
     "close the quoted word on its own line"},
    {Rule::text_after_quote, "text-after-quote", "text glued to a quoted word",
     "put a blank after the closing quote"},
    {Rule::definition_syntax, "definition-syntax", "malformed event definition",
     "write '%EventDef NAME ID', one '% FIELD TYPE' line for each field, then '%EndEventDef'"},
    {Rule::unfinished_definition, "unfinished-definition", "event definition without an end",
     "end the definition with '%EndEventDef' before its first event"},
    {Rule::unknown_event_name, "unknown-event-name", "unknown event name",
     "use one of the format's event names"},
    {Rule::event_id_not_integer, "event-id-not-integer", "event id is not an integer",
     "number event definitions with integers"},
    {Rule::duplicate_event_id, "duplicate-event-id", "event id defined twice",
     "give each event definition an id of its own"},
    {Rule::unknown_field_type, "unknown-field-type", "unknown field type",
     "use int, hex, float, double, date, string or color"},
    {Rule::old_field_name, "old-field-name", "field name of an old version of the format",
     "rename the field, or read the trace with --no-strict"},
    {Rule::duplicate_field, "duplicate-field", "field defined twice",
     "name each field of an event once"},
    {Rule::missing_field, "missing-field", "event definition lacks a required field",
     "add the field to the definition and its word to the events"},
    {Rule::unknown_event_id, "unknown-event-id", "unknown event id",
     "define the event with %EventDef before its first use"},
    {Rule::field_count, "field-count", "wrong number of fields",
     "write one word for each field of the definition; quote words that hold blanks"},
    {Rule::bad_number, "bad-number", "not a number", "write a decimal number with a point"},
    {Rule::bad_color, "bad-color", "not a colour",
     "write \"r g b\" with parts from 0 to 1, or rrggbb in hexadecimal", Severity::oddity},
    {Rule::unknown_type, "unknown-type", "unknown type",
     "define the type before its first use, and refer to it by its alias if it has one"},
    {Rule::unknown_container, "unknown-container", "unknown container",
     "create the container before its first use, and refer to it by its alias if it has one"},
    {Rule::wrong_kind_of_type, "wrong-kind-of-type", "wrong kind of type",
     "use a type of the kind that the event is about"},
    {Rule::type_not_in_container, "type-not-in-container", "type does not belong here",
     "use a type that is a child of the container's type"},
    {Rule::duplicate_type, "duplicate-type", "type defined twice",
     "give each type an alias of its own"},
    {Rule::duplicate_container, "duplicate-container", "container created twice",
     "give each container an alias of its own"},
    {Rule::duplicate_value, "duplicate-value", "value defined twice",
     "give each value of a type an alias of its own, and define it before its first use"},
    {Rule::not_time_ordered, "not-time-ordered", "not time-ordered",
     "read the trace with --sort, or sort the events of each container and type by time"},
    {Rule::pop_on_empty_stack, "pop-on-empty-stack", "pop without an open state",
     "push a state before popping it"},
    {Rule::variable_without_value, "variable-without-value", "variable has no value yet",
     "set the variable before adding to it"},
    {Rule::link_value_differs, "link-value-differs", "link halves have different values",
     "write the same value in both halves of a link"},
    {Rule::link_key_reused, "link-key-reused", "link key used again",
     "give each link of a type in a container a key of its own"},
    {Rule::link_container_type, "link-container-type", "link joins a container of the wrong type",
     "start and end links in containers of the types that the link type names"},
    {Rule::incomplete_link, "incomplete-link", "incomplete link",
     "write both halves with the same key, or leave it out with --ignore-incomplete-links"},
    {Rule::destroyed_before_end, "destroyed-before-end",
     "container destroyed before its last event",
     "destroy the container after its last event; if lines are not in the order of times, read "
     "them "
     "with --sort"},
    {Rule::field_not_of_its_type, "field-not-of-its-type", "field is not of its declared type",
     "write the field as its definition declares it, or declare it a string", Severity::oddity},
    {Rule::damaged_compression, "damaged-compression", "damaged compressed data",
     "compress the trace again, or copy it again in full"},
    {Rule::unreadable_part, "unreadable-part", "part of the trace cannot be read",
     "put the part where it is named, relative to the file that names it", Severity::loss},
    {Rule::repeated_part, "repeated-part", "file named twice",
     "name each part once, and no file from its own parts", Severity::loss},
    {Rule::damaged_record, "damaged-record", "damaged binary trace",
     "convert the trace again, or copy it again in full"},
    {Rule::words_after_definition, "words-after-definition", "words after the end of a definition",
     "leave out what follows '%EndEventDef' or the type of a field", Severity::oddity},
    {Rule::utf16_text, "utf-16-text", "text in UTF-16",
     "convert it: iconv -f UTF-16 -t UTF-8 TRACE"},
    {Rule::event_after_destruction, "event-after-destruction",
     "event of a destroyed container is ignored", "destroy the container after its last event",
     Severity::oddity},
    {Rule::received_before_sent, "received-before-sent", "message received before it was sent",
     "correct the clocks: they differ between these containers", Severity::oddity},
    {Rule::part_of_unknown, "part-of-unknown", "part of an unknown container or type",
     "name the container that the part is about, and its type", Severity::oddity},
    {Rule::wrong_seek_table, "wrong-seek-table", "table of the compressed frames is wrong",
     "compress the trace again; nothing is read by that table", Severity::caution},
    {Rule::mended_word, "mended-word", "word that the text format cannot hold",
     "write words without line ends, and without quotes inside", Severity::caution},
    {Rule::contradicting_record, "contradicting-record", "field is not of its declared type",
     "write the record as its definition declares it"},
    {Rule::other_format, "other-format", "malformed trace of another format",
     "write the trace again with the tool that made it"},
    {Rule::not_carried_over, "not-carried-over", "not carried over from another format",
     "pj_export, or the tool that wrote the trace, knows what Pajé has no form for",
     Severity::caution},
};

constexpr bool rows_match_rules() {
  for (std::size_t i = 0; i < std::size(kRules); ++i) {
    if (static_cast<std::size_t>(kRules[i].rule) != i) return false;
  }
  return true;
}
static_assert(rows_match_rules());

}  // namespace

std::span<const RuleText> all_rules() { return kRules; }

const RuleText& text_of(Rule rule) { return kRules[static_cast<std::size_t>(rule)]; }

std::string one_line(const Diagnostic& diagnostic) {
  return one_line(diagnostic, text_of(diagnostic.rule).severity);
}

std::string one_line(const Diagnostic& diagnostic, Severity severity) {
  const SourceLocation& where = diagnostic.where;
  std::string text = visible(where.file);
  if (where.line != 0) {
    text += ':' + std::to_string(where.line);
    if (where.column != 0) text += ':' + std::to_string(where.column);
  } else if (where.byte != SourceLocation::kWholeFile) {
    text += ": byte " + std::to_string(where.byte);
  }
  text += severity == Severity::error ? ": error: " : ": warning: ";
  const std::string_view title = text_of(diagnostic.rule).title;
  text += diagnostic.title.empty() ? title : visible(diagnostic.title);
  if (!diagnostic.found.empty()) text += ": found '" + visible(diagnostic.found) + "'";
  if (!diagnostic.expected.empty()) {
    text += diagnostic.found.empty() ? ": expected " : ", expected ";
    text += visible(diagnostic.expected);
  }
  return text;
}

std::string full_text(const Diagnostic& diagnostic) {
  return full_text(diagnostic, text_of(diagnostic.rule).severity);
}

std::string full_text(const Diagnostic& diagnostic, Severity severity) {
  std::string text = one_line(diagnostic, severity) + '\n';
  if (!diagnostic.source_line.empty()) {
    text += "  " + visible(diagnostic.source_line) + '\n';
    if (diagnostic.caret != 0) {
      const std::string before = diagnostic.source_line.substr(0, diagnostic.caret - 1);
      text += "  " + std::string(count_characters(before), ' ') + "^\n";
    }
  }
  if (!diagnostic.note.empty()) text += "note: " + visible_lines(diagnostic.note) + '\n';
  for (const NamedPart& named : diagnostic.named_by) {
    text += "note: " + visible(named.part) + " is named by " + visible(named.named_by);
    if (named.line != 0) text += ':' + std::to_string(named.line);
    text += '\n';
  }
  return text;
}

TraceError::TraceError(Diagnostic diagnostic)
    : std::runtime_error(one_line(diagnostic)), diagnostic_(std::move(diagnostic)) {}

}  // namespace paje
