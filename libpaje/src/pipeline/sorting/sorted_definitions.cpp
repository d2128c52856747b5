#include "pipeline/sorting/sorted_definitions.hpp"

namespace paje {

namespace {

// The same for definitions that say the same, and for no others.
std::string contents(const EventDefinition& definition) {
  std::string text =
      std::to_string(static_cast<int>(definition.kind)) + ' ' + std::to_string(definition.id);
  for (const FieldDefinition& field : definition.fields) {
    text += ' ' + std::to_string(static_cast<int>(field.type)) + ' ' +
            std::to_string(field.text.size()) + ' ' + field.text;
  }
  return text;
}

}  // namespace

bool say_the_same(const EventDefinition& a, const EventDefinition& b) {
  return &a == &b || contents(a) == contents(b);
}

void SortedDefinitions::add_from(const DefinitionList& list) {
  for (auto number = static_cast<uint32_t>(place_.size()); number < list.size(); ++number) {
    const EventDefinition& definition = list[number];
    const auto [entry, is_new] =
        by_contents_.try_emplace(contents(definition), definitions_.size());
    place_.push_back(entry->second);
    if (!is_new) continue;
    definitions_.push_back(definition);
    own_ids_.push_back(definition.id);
    if (used_.insert(definition.id).second) continue;
    definitions_.back().id = free_id();
    any_renumbered_ = true;
  }
}

int64_t SortedDefinitions::free_id() {
  while (!used_.insert(next_free_).second) ++next_free_;
  return next_free_;
}

}  // namespace paje
