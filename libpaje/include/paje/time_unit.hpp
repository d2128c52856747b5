// The unit in which a trace counts time. Readers take times unchanged, and nothing that is
// computed depends on the unit: it is for labels, axes, and formats that have a unit of their own.
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
/// The unit of that spelling; `µs` is `us`.
PAJE_EXPORT std::optional<TimeUnit> time_unit(std::string_view word);

/// A unit is ten to that power of a second: 0, -3, -6 or -9.
constexpr int exponent_of(TimeUnit unit) { return -3 * static_cast<int>(unit); }
/// How many of a unit are in a second: 1, 1e3, 1e6 or 1e9, which doubles hold exactly.
constexpr double per_second(TimeUnit unit) {
  constexpr double kCounts[] = {1, 1e3, 1e6, 1e9};
  return kCounts[static_cast<int>(unit)];
}
/// A time of the trace in seconds, correctly rounded.
constexpr double in_seconds(double time, TimeUnit unit) { return time / per_second(unit); }

/// The unit that the writer of a trace is known to count in, if it is known. StarPU counts in
/// milliseconds; a trace is one of StarPU's if two kinds of its definitions (types of containers,
/// of states, of events, of variables, of links; values) have names that StarPU gives.
PAJE_EXPORT std::optional<TimeUnit> detect_time_unit(const Trace& trace);

}  // namespace paje
