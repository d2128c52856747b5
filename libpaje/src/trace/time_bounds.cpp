#include "paje/time_bounds.hpp"

#include <limits>

#include "trace/trace_access.hpp"

namespace paje {

std::optional<TimeBounds> time_bounds(const Trace& trace, TypeKind kind) {
  constexpr double kEver = std::numeric_limits<double>::infinity();
  TimeBounds bounds{kEver, -kEver};
  const TraceData& data = TraceAccess::data_as_it_is(trace);
  if (data.loader != nullptr && kind != TypeKind::link) {
    bounds = data.loader->bounds(kind);
  } else {
    for (const double start : trace.starts(kind)) {
      if (start < bounds.first_start) bounds.first_start = start;
    }
    for (const double end : trace.ends(kind)) {
      if (end > bounds.last_end) bounds.last_end = end;
    }
  }
  if (bounds.first_start == kEver || bounds.last_end == -kEver) return std::nullopt;
  return bounds;
}

}  // namespace paje
