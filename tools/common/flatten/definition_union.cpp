#include "common/flatten/definition_union.hpp"

#include <algorithm>
#include <utility>

#include "formats/text/event_text.hpp"

namespace paje::tools {

namespace {

// Ids that no writer is likely to use begin here, so that new ones are easy to recognise.
constexpr int64_t kFirstFree = 1000;

}  // namespace

DefinitionUnion::Entry DefinitionUnion::add(const EventDefinition& definition) {
  std::string text;
  append_definition(text, definition, definition.id);
  const auto [entry, is_new] = by_text_.try_emplace(std::move(text), 0);
  if (is_new) {
    entry->second = used_.contains(definition.id) ? free_id() : definition.id;
    used_.insert(entry->second);
  }
  ids_.emplace(&definition, entry->second);
  return {entry->second, is_new};
}

int64_t DefinitionUnion::free_id() {
  next_free_ = std::max(next_free_, kFirstFree);
  while (!used_.insert(next_free_).second) ++next_free_;
  return next_free_;
}

}  // namespace paje::tools
