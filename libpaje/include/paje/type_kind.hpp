// The kind of type and of objects that each kind of event refers to.
#pragma once

#include "paje/event.hpp"
#include "paje/trace.hpp"

namespace paje {

/// For events of a track, the kind of its type; for all other events, TypeKind::container.
[[nodiscard]] constexpr TypeKind type_kind(EventKind kind) {
  switch (kind) {
    case EventKind::new_event:
      return TypeKind::event;
    case EventKind::set_state:
    case EventKind::push_state:
    case EventKind::pop_state:
    case EventKind::reset_state:
      return TypeKind::state;
    case EventKind::set_variable:
    case EventKind::add_variable:
    case EventKind::sub_variable:
      return TypeKind::variable;
    case EventKind::start_link:
    case EventKind::end_link:
      return TypeKind::link;
    case EventKind::define_container_type:
    case EventKind::define_event_type:
    case EventKind::define_state_type:
    case EventKind::define_variable_type:
    case EventKind::define_link_type:
    case EventKind::define_entity_value:
    case EventKind::create_container:
    case EventKind::destroy_container:
    case EventKind::trace_file:
      break;
  }
  return TypeKind::container;
}

}  // namespace paje
