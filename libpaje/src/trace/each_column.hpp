// The columns of a trace, by kind of object.
#pragma once

#include "trace/trace_data.hpp"

namespace paje {

/// Calls use(column) for each column of a kind, but the keys of links.
template <class Use>
void for_each_column(TraceData& data, TypeKind kind, Use&& use) {
  const auto with = [&](auto& user, auto&... columns) {
    (use(columns), ...);
    if (!user.empty()) use(user);
  };
  switch (kind) {
    case TypeKind::state:
      return with(data.states.user, data.states.start, data.states.end, data.states.value,
                  data.states.depth);
    case TypeKind::variable:
      return with(data.variables.user, data.variables.start, data.variables.end,
                  data.variables.value);
    case TypeKind::event:
      return with(data.events.user, data.events.time, data.events.value);
    case TypeKind::link:
      return with(data.links.user, data.links.start, data.links.end, data.links.value,
                  data.links.start_container, data.links.end_container);
    case TypeKind::container:
      return;
  }
}

}  // namespace paje
