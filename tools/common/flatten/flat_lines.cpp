#include "common/flatten/flat_lines.hpp"

#include <fmt/format.h>

#include <iterator>
#include <stdexcept>

#include "formats/text/event_text.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

// Without a carriage return at its end.
std::string_view text_of(const Event& event) {
  std::string_view line = event.text();
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

// The file that a container's creation names.
const FieldValue* part_of(const Event& event) {
  if (event.kind() != EventKind::create_container) return nullptr;
  const FieldValue* part = event.field(FieldName::filename);
  return part == nullptr || part->text().empty() ? nullptr : part;
}

}  // namespace

std::optional<std::string> FlatLines::definition(const EventDefinition& definition) {
  const auto [id, is_new] = ids_.add(definition);
  if (!is_new || definition.kind == EventKind::trace_file) return std::nullopt;
  std::string text;
  append_definition(text, definition, id);
  return text;
}

std::optional<std::string_view> FlatLines::event(const Event& event) {
  if (event.kind() == EventKind::trace_file) return std::nullopt;
  const int64_t id = ids_.id_of(*event.definition);
  line_.clear();
  if (event.line == 0) {
    append_spelled(event, id);
    return line_;
  }
  append_line(event, id);
  if (const FieldValue* part = part_of(event)) empty_part_name(event, *part);
  line_ += '\n';
  return line_;
}

void FlatLines::append_line(const Event& event, int64_t id) {
  const std::string_view text = text_of(event);
  if (id == event.definition->id) {
    line_ += text;
    return;
  }
  fmt::format_to(std::back_inserter(line_), "{}", id);
  const std::size_t end = text.find_first_of(" \t\"", text.find_first_not_of(" \t"));
  if (end != std::string_view::npos) line_ += text.substr(end);
}

void FlatLines::empty_part_name(const Event& event, const FieldValue& part) {
  // The line may begin otherwise than the event's own, but they end alike.
  const std::string_view text = text_of(event);
  const std::string_view word = part.raw();
  const auto behind =
      static_cast<std::size_t>(text.data() + text.size() - (word.data() + word.size()));
  line_.replace(line_.size() - behind - word.size(), word.size(), "\"\"");
}

void FlatLines::append_spelled(const Event& event, int64_t id) {
  Event spelled = event;
  if (const FieldValue* part = part_of(event)) {
    fields_.assign(event.fields.begin(), event.fields.end());
    fields_[static_cast<std::size_t>(part - event.fields.data())] = FieldValue::of_text("", false);
    spelled.fields = fields_;
  }
  if (const auto word = append_event(line_, spelled, id)) {
    throw std::runtime_error(fmt::format(
        "{}: no text can hold the word '{}': it has a newline, or both quotes and blanks",
        event.file, visible(*word)));
  }
}

}  // namespace paje::tools
