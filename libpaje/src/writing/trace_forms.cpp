#include "writing/trace_forms.hpp"

#include <algorithm>
#include <string>

#include "writing/event_forms.hpp"

namespace paje::writing {

namespace {

void add_user_fields(EventDefinition& made, const EventDefinition& own) {
  const auto named_like_filename = [&](int position) {
    const std::string& text = own.fields[static_cast<std::size_t>(position)].text;
    return field_name(made.kind, text, false) == FieldName::filename;
  };
  const std::span<const int> kept = own.kept_fields();
  if (std::any_of(kept.begin(), kept.end(), named_like_filename)) {
    made.fields.push_back({FieldName::filename, FieldType::string, "Filename"});
  }
  for (const int position : kept) {
    const FieldDefinition& field = own.fields[static_cast<std::size_t>(position)];
    made.fields.push_back({FieldName::user_defined, field.type, field.text});
  }
}

}  // namespace

void TraceForms::finish() {
  int64_t id = 0;
  for (auto& [form, made] : all_) {
    made = definition_of(form.kind, form.has_alias, form.has_color);
    made.id = id++;
    if (form.fields_of != kNone) add_user_fields(made, own_[form.fields_of]);
    made.index_fields();
    if (form.fields_of == kNone && !form.has_alias && !form.has_color) {
      plain_[static_cast<std::size_t>(form.kind)] = &made;
    }
  }
}

bool has_empty_filename(const EventDefinition& form) {
  return form.position(FieldName::filename) != EventDefinition::kAbsent;
}

}  // namespace paje::writing
