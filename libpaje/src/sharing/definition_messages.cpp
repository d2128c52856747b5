#include "sharing/definition_messages.hpp"

namespace paje {

void put_definitions(const std::vector<EventDefinition>& definitions, std::string& message) {
  put_varint(message, definitions.size());
  for (const EventDefinition& definition : definitions) {
    put(message, definition.kind);
    put(message, definition.id);
    put_varint(message, definition.fields.size());
    for (const FieldDefinition& field : definition.fields) {
      put(message, field.name);
      put(message, field.type);
      put_text(message, field.text);
    }
  }
}

std::vector<EventDefinition> take_definitions(MessageReader& from) {
  std::vector<EventDefinition> definitions(from.varint());
  for (EventDefinition& definition : definitions) {
    definition.kind = from.number<EventKind>();
    definition.id = from.number<int64_t>();
    definition.fields.resize(from.varint());
    for (FieldDefinition& field : definition.fields) {
      field.name = from.number<FieldName>();
      field.type = from.number<FieldType>();
      field.text = from.text();
    }
    definition.index_fields();
  }
  return definitions;
}

}  // namespace paje
