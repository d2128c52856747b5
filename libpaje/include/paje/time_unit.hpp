// The unit in which a trace counts time. Times are read unchanged, and no computation depends on
// the unit: it is for labels, axes, and formats with a fixed unit.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "paje/export.hpp"
#include "paje/trace.hpp"

namespace paje {

enum class TimeUnit : uint8_t { seconds, milliseconds, microseconds, nanoseconds };

/// `s`, `ms`, `us` or `ns`.
PAJE_EXPORT std::string_view spelling(TimeUnit unit);
/// The unit with that spelling; `µs` is also accepted for `us`.
PAJE_EXPORT std::optional<TimeUnit> time_unit(std::string_view word);

/// A unit is 10^exponent seconds: 0, -3, -6 or -9.
constexpr int exponent_of(TimeUnit unit) { return -3 * static_cast<int>(unit); }
/// Units per second: 1, 1e3, 1e6 or 1e9, which are exact doubles.
constexpr double per_second(TimeUnit unit) {
  constexpr double kCounts[] = {1, 1e3, 1e6, 1e9};
  return kCounts[static_cast<int>(unit)];
}
/// A time of the trace in seconds, correctly rounded.
constexpr double in_seconds(double time, TimeUnit unit) { return time / per_second(unit); }

/// The unit of the program that wrote the trace, if it is recognised. StarPU counts in
/// milliseconds. A trace is from StarPU if at least two kinds of its definitions (types of
/// containers, states, events, variables or links; values) have StarPU's names.
PAJE_EXPORT std::optional<TimeUnit> detect_time_unit(const Trace& trace);

}  // namespace paje
