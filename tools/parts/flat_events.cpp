#include "parts/flat_events.hpp"

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

void FlatEvents::on_event(const Event& event) {
  if (event.kind() == EventKind::trace_file) return;
  Event flat = event;
  flat.definition = flat_.at(event.definition);
  const FieldValue* part =
      event.kind() == EventKind::create_container ? event.field(FieldName::filename) : nullptr;
  if (part != nullptr) {
    fields_.assign(event.fields.begin(), event.fields.end());
    fields_[static_cast<std::size_t>(part - event.fields.data())] = FieldValue::of_text("", false);
    flat.fields = fields_;
  }
  next_.on_event(flat);
}

}  // namespace paje::tools
