#include "parts/definition_union.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

namespace paje::tools {

namespace {

// Ids that no writer is likely to use begin here, so that those given anew are easily told.
constexpr int64_t kFirstFree = 1000;

}  // namespace

std::string definition_lines(const EventDefinition& definition, int64_t id) {
  std::string lines = fmt::format("%EventDef {} {}\n", rule_of(definition.kind).name, id);
  for (const FieldDefinition& field : definition.fields) {
    fmt::format_to(std::back_inserter(lines), "% {} {}\n", field.text, spelling(field.type));
  }
  return lines + "%EndEventDef\n";
}

DefinitionUnion::Entry DefinitionUnion::add(const EventDefinition& definition) {
  const auto [known, is_new] = known_.try_emplace(definition_lines(definition, definition.id), 0);
  if (is_new) {
    known->second = used_.contains(definition.id) ? free_id() : definition.id;
    used_.insert(known->second);
  }
  ids_.emplace(&definition, known->second);
  return {known->second, is_new};
}

int64_t DefinitionUnion::free_id() {
  next_free_ = std::max(next_free_, kFirstFree);
  while (!used_.insert(next_free_).second) ++next_free_;
  return next_free_;
}

std::string_view line_of(const Event& event) {
  std::string_view line = event.text();
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

std::string_view line_with_id(const Event& event, int64_t id, std::string& kept) {
  const std::string_view line = line_of(event);
  if (id == event.definition->id) return line;
  const std::size_t begin = line.find_first_not_of(" \t");
  const std::size_t end = line.find_first_of(" \t\"", begin);
  kept = fmt::format("{}", id);
  if (end != std::string_view::npos) kept += line.substr(end);
  return kept;
}

}  // namespace paje::tools
