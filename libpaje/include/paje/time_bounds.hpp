// When the objects of a kind begin and end, all together.
#pragma once

#include <optional>

#include "paje/export.hpp"
#include "paje/trace.hpp"

namespace paje {

struct TimeBounds {
  double first_start = 0;
  double last_end = 0;
};

/// The earliest start and the latest end of a kind of objects; of punctual events, of their times.
/// Times that are no numbers do not count. Nothing if there are no others. O(objects), of an
/// archive that is read on demand O(blocks), except for links, which may end before they start.
[[nodiscard]] PAJE_EXPORT std::optional<TimeBounds> time_bounds(const Trace& trace, TypeKind kind);

}  // namespace paje
