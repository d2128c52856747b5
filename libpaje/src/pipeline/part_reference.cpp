#include "pipeline/part_reference.hpp"

#include <utility>

namespace paje {

std::optional<PartName> part_name(const EventHead& head, const EventDefinition& definition,
                                  const FieldValue* fields, const ReadOptions& options) {
  if (!options.read_parts) return std::nullopt;
  if (definition.kind != EventKind::trace_file && definition.kind != EventKind::create_container) {
    return std::nullopt;
  }
  const int position = definition.position(FieldName::filename);
  if (position < 0) return std::nullopt;
  const std::string_view name = fields[position].text();
  // GTG writes 0 for no file, where it writes FileName.
  const bool is_file_name =
      definition.fields[static_cast<std::size_t>(position)].text == "FileName";
  if (is_file_name && name == "0") return std::nullopt;
  if (name.empty() && (is_file_name || definition.kind == EventKind::create_container)) {
    return std::nullopt;
  }
  return PartName{name, head.offset, head.line};
}

Chunk rest_behind(const PartName& part, Chunk& chunk) {
  if (chunk.binary != nullptr) return {};  // it ends there
  const std::size_t newline = chunk.text.find('\n', part.line_offset);
  const std::size_t end = newline == std::string_view::npos ? chunk.text.size() : newline + 1;
  Chunk rest = chunk;
  rest.text = chunk.text.substr(end);
  rest.offset += end;
  chunk.text = chunk.text.substr(0, end);
  return rest;
}

}  // namespace paje
