#include "selection/selected_events.hpp"

namespace paje {

namespace {

FieldName identifier_field(const Event& event) {
  return event.field(FieldName::alias) != nullptr ? FieldName::alias : FieldName::name;
}

}  // namespace

SelectedEvents::SelectedEvents(const Selection& selection, EventVisitor& target)
    : filter_(selection), target_(target) {
  const uint32_t root = *names_.strings.find(names_.types.front().identifier.text);
  types_.emplace(root, kRootType);
  containers_.emplace(root, kRootContainer);
  filter_.learn(names_.types, names_.containers);
}

void SelectedEvents::on_event(const Event& event) {
  switch (event.kind()) {
    case EventKind::define_container_type:
      define_type(event, TypeKind::container);
      break;
    case EventKind::define_event_type:
      define_type(event, TypeKind::event);
      break;
    case EventKind::define_state_type:
      define_type(event, TypeKind::state);
      break;
    case EventKind::define_variable_type:
      define_type(event, TypeKind::variable);
      break;
    case EventKind::define_link_type:
      define_type(event, TypeKind::link);
      break;
    case EventKind::create_container:
      create_container(event);
      break;
    case EventKind::define_entity_value:
    case EventKind::destroy_container:
    case EventKind::trace_file:
      break;
    case EventKind::new_event:
    case EventKind::set_state:
    case EventKind::push_state:
    case EventKind::pop_state:
    case EventKind::reset_state:
    case EventKind::set_variable:
    case EventKind::add_variable:
    case EventKind::sub_variable:
    case EventKind::start_link:
    case EventKind::end_link:
      if (!is_selected(event)) return;
  }
  target_.on_event(event);
}

void SelectedEvents::check() const {
  if (filter_.selection().allow_unmatched) return;
  check_matched({&filter_, 1}, names_.types, names_.containers);
}

// Whether a definition is right is for a replay to say; here it counts if it names something new.
void SelectedEvents::define_type(const Event& event, TypeKind kind) {
  const TypeId parent = type_in(event, FieldName::type);
  if (!parent.valid()) return;
  const FieldName identifier = identifier_field(event);
  const TypeId id{static_cast<uint32_t>(names_.types.size())};
  if (!types_.emplace(names_.strings.number_of(*event.field(identifier)), id).second) return;
  names_.types.push_back({.kind = kind,
                          .parent = parent,
                          .name = name_in(event, FieldName::name),
                          .identifier = name_in(event, identifier)});
  filter_.learn(names_.types, names_.containers);
}

void SelectedEvents::create_container(const Event& event) {
  const TypeId type = type_in(event, FieldName::type);
  const ContainerId parent = container_in(event, FieldName::container);
  if (!type.valid() || !parent.valid()) return;
  const FieldName identifier = identifier_field(event);
  const ContainerId id{static_cast<uint32_t>(names_.containers.size())};
  if (!containers_.emplace(names_.strings.number_of(*event.field(identifier)), id).second) return;
  names_.containers.push_back({.type = type,
                               .parent = parent,
                               .name = name_in(event, FieldName::name),
                               .identifier = name_in(event, identifier)});
  filter_.learn(names_.types, names_.containers);
}

bool SelectedEvents::is_selected(const Event& event) {
  const Selection& selection = filter_.selection();
  if (const auto time = event.time(); time && !filter_.has_time(*time, *time)) return false;
  if (!selection.types.empty()) {
    const TypeId type = type_in(event, FieldName::type);
    if (!type.valid() || !filter_.has_type(type)) return false;
  }
  return selection.containers.empty() || is_in_container(event, FieldName::container) ||
         is_in_container(event, FieldName::start_container) ||
         is_in_container(event, FieldName::end_container);
}

bool SelectedEvents::is_in_container(const Event& event, FieldName field) {
  const ContainerId id = container_in(event, field);
  return id.valid() && filter_.matches_container(id);
}

TypeId SelectedEvents::type_in(const Event& event, FieldName field) {
  const FieldValue* const word = event.field(field);
  if (word == nullptr) return {};
  const auto found = types_.find(names_.strings.number_of(*word));
  return found == types_.end() ? TypeId{} : found->second;
}

ContainerId SelectedEvents::container_in(const Event& event, FieldName field) {
  const FieldValue* const word = event.field(field);
  if (word == nullptr) return {};
  const auto found = containers_.find(names_.strings.number_of(*word));
  return found == containers_.end() ? ContainerId{} : found->second;
}

Name SelectedEvents::name_in(const Event& event, FieldName field) {
  const FieldValue& word = *event.field(field);
  return {names_.strings.text(names_.strings.number_of(word)), word.quoted()};
}

}  // namespace paje
