#include "common/flatten/flat_events.hpp"

#include <cstddef>
#include <cstdint>

namespace paje::tools {

void FlatEvents::on_definition(const EventDefinition& definition) {
  const auto [id, is_new] = ids_.add(definition);
  if (is_new) {
    auto flat = std::make_unique<EventDefinition>(definition);
    flat->id = id;
    if (flat->kind != EventKind::trace_file) next_.on_definition(*flat);
    by_id_.emplace(id, std::move(flat));
  }
  flat_.emplace(&definition, by_id_.at(id).get());
}

const EventDefinition* FlatEvents::flat(const EventDefinition* definition) {
  const auto address = reinterpret_cast<uintptr_t>(definition);
  Recent& recent = recent_[address / alignof(std::max_align_t) % recent_.size()];
  if (recent.definition != definition) recent = {definition, flat_.at(definition)};
  return recent.flat;
}

void FlatEvents::on_event(const Event& event) {
  if (event.kind() == EventKind::trace_file) return;
  const FieldValue* part =
      event.kind() == EventKind::create_container ? event.field(FieldName::filename) : nullptr;
  std::span<const FieldValue> fields = event.fields;
  if (part != nullptr) {
    fields_.assign(fields.begin(), fields.end());
    fields_[static_cast<std::size_t>(part - fields.data())] = FieldValue::of_text("", false);
    fields = fields_;
  }
  next_.on_event({.definition = flat(event.definition),
                  .fields = fields,
                  .line = event.line,
                  .file = event.file,
                  .from_line = event.from_line});
}

}  // namespace paje::tools
