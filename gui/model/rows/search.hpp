// Finding values, containers and keys of links by a part of their name or a pattern.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "model/rows/object.hpp"

namespace paje::gui {

struct Found {
  std::string what;   ///< container, state, event, link
  std::string label;  ///< the name, and where
  ContainerId container;
  std::optional<ObjectRef> object;  ///< of a value, the first object that has it
};

/// At most `most` things, containers before values before keys. O(containers + objects), except for
/// links only until enough are found.
std::vector<Found> find(const TraceModel& run, const std::string& pattern, std::size_t most);

}  // namespace paje::gui
