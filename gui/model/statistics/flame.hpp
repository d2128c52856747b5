// States added up by call path: which values are within which, and how long, over all containers of
// a scope. What a flame graph shows.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "model/statistics/statistics.hpp"

namespace paje::gui {

/// A value within the values around it.
struct FlameBox {
  static constexpr uint32_t kNone = UINT32_MAX;

  ValueId value;
  uint32_t parent = kNone;  ///< place of the box around it
  uint32_t depth = 0;
  uint64_t count = 0;    ///< states that have a part within the range
  double seconds = 0;    ///< of the parts within the range, with what is nested in them
  double exclusive = 0;  ///< without the boxes directly inside: these and it add up to seconds
  /// Seconds from the left edge of the graph: children lie within their parent.
  double left = 0;
  /// The state of this path with the longest part within the range, the first of several.
  std::optional<ObjectRef> longest;
};

struct Flame {
  /// Parents before children, siblings next to each other, those with most time first.
  std::vector<FlameBox> boxes;
  double seconds = 0;  ///< of all outermost boxes: how wide the graph is
  uint32_t depths = 0;
};

/// Values that are hidden are left out: what is within them is within what is around them.
/// O(states in the range). Throws what `check` throws, which is called now and then.
Flame flame_of(const Trace& trace, const StatisticsScope& scope,
               const std::function<void()>& check = {});

/// The names of the values of a box and of those around it, the outermost first, with ` / `
/// between.
std::string path_of(const Trace& trace, const Flame& flame, uint32_t box);

}  // namespace paje::gui
