// The time bounds of all objects of a kind.
#pragma once

#include <optional>

#include "paje/export.hpp"
#include "paje/trace.hpp"

namespace paje {

struct TimeBounds {
  double first_start = 0;
  double last_end = 0;
};

/// The earliest start and latest end of the objects of a kind; for punctual events, of their times.
/// NaN is ignored; nothing if there is no other time. O(objects); for an archive read on demand
/// O(blocks), except for links, which may end before they start.
[[nodiscard]] PAJE_EXPORT std::optional<TimeBounds> time_bounds(const Trace& trace, TypeKind kind);

}  // namespace paje
