// The messages of a state, and the states at both ends of a message: ways to follow it.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "model/rows/object.hpp"

namespace paje::gui {

struct StateMessages {
  std::vector<ObjectRef> sent;      ///< by start
  std::vector<ObjectRef> received;  ///< by end
  /// How many there are, also where fewer are listed.
  std::size_t all_sent = 0;
  std::size_t all_received = 0;
};

/// Links that begin in a state's container while it lasts, its start included and its end not, and
/// those that end there, its end included and its start not: one that begins when a state ends
/// belongs to the state after. At most `most` of each. O(links).
StateMessages messages_of(const TraceModel& run, const ObjectRef& state, std::size_t most);

/// The shortest state of the sender (or the receiver) that has the link's start (or end) by the
/// same rule. O(bands of the container, log states of each).
std::optional<ObjectRef> state_at_end(const TraceModel& run, const ObjectRef& link, bool is_sender);

}  // namespace paje::gui
