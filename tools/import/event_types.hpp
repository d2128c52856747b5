// What the events of a Paraver trace become, as the user chooses by their types.
#pragma once

#include <cstdint>
#include <map>
#include <optional>

namespace paje::tools {

enum class EventUse : uint8_t {
  state,    ///< a value begins a state, 0 ends it
  event,    ///< each is an event of its own
  variable  ///< the values are numbers
};

/// A type that is named comes before `all`.
struct EventChoice {
  std::map<int64_t, EventUse> types;
  std::optional<EventUse> all;

  [[nodiscard]] std::optional<EventUse> of(int64_t type) const {
    const auto found = types.find(type);
    return found == types.end() ? all : std::optional(found->second);
  }
  [[nodiscard]] bool is_empty() const { return types.empty() && !all; }
};

}  // namespace paje::tools
