// Which objects there are: a list for each (container, type) that has some.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "paje/trace.hpp"
#include "replay/hierarchy.hpp"
#include "replay/history.hpp"

namespace paje {

struct ObjectLists {
  std::vector<ObjectList> all;     ///< ordered by container, then type
  std::vector<uint32_t> first_of;  ///< of each container, in `all`; one more at the end

  [[nodiscard]] std::span<const ObjectList> of(ContainerId container) const {
    const uint32_t first = first_of[container.index];
    return std::span(all).subspan(first, first_of[container.index + 1] - first);
  }
};

/// A list for each of the histories that have objects, with rows from 0 on; all other histories are
/// left out, and those that stay are put in the order of the lists.
ObjectLists object_lists(std::vector<std::unique_ptr<History>>& histories,
                         const Hierarchy& hierarchy);

/// Calls use(history) with a history as what it is.
template <class Use>
auto as_its_kind(History& history, TypeKind kind, Use&& use) {
  switch (kind) {
    case TypeKind::state:
      return use(static_cast<StateHistory&>(history));
    case TypeKind::variable:
      return use(static_cast<VariableHistory&>(history));
    case TypeKind::event:
      return use(static_cast<EventHistory&>(history));
    case TypeKind::link:
    case TypeKind::container:  // has no history
      break;
  }
  return use(static_cast<LinkHistory&>(history));
}

}  // namespace paje
