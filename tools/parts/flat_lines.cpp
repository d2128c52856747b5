#include "parts/flat_lines.hpp"

#include <utility>

namespace paje::tools {

std::optional<std::string> FlatLines::definition(const EventDefinition& definition) {
  const auto [id, is_new] = ids_.add(definition);
  if (!is_new || definition.kind == EventKind::trace_file) return std::nullopt;
  return definition_lines(definition, id);
}

std::optional<std::string_view> FlatLines::event(const Event& event) {
  if (event.kind() == EventKind::trace_file) return std::nullopt;
  const std::string_view line = line_with_id(event, ids_.id_of(*event.definition), kept_);
  if (event.kind() != EventKind::create_container) return line;
  const FieldValue* part = event.field(FieldName::filename);
  return part == nullptr || part->text().empty() ? line : without_part(event, *part, line);
}

std::string_view FlatLines::without_part(const Event& event, const FieldValue& part,
                                         std::string_view line) {
  // `line` may begin otherwise than the event's own, but they end alike.
  const std::string_view own = line_of(event);
  const std::string_view word = part.raw();
  const auto behind =
      static_cast<std::size_t>(own.data() + own.size() - (word.data() + word.size()));
  std::string changed(line.substr(0, line.size() - behind - word.size()));
  changed += "\"\"";
  changed += line.substr(line.size() - behind);
  kept_ = std::move(changed);
  return kept_;
}

}  // namespace paje::tools
