// Times of a Chrome trace: microseconds, spelled so that not a bit of the trace's times is lost.
#pragma once

#include <cstddef>
#include <string_view>

#include "paje/time_unit.hpp"

namespace paje::tools {

/// How many bytes a time takes at most.
inline constexpr std::size_t kMostTime = 32;

/// Writes `time` to `at` as the shortest decimal number of microseconds whose digits, read in
/// the unit of the time, are the same double. Returns the end. Throws std::runtime_error for what
/// is infinite.
char* write_microseconds(char* at, double time, TimeUnit unit);

struct SpanText {
  char* end_of_text;
  /// Start and duration, added as decimal numbers, give the same double for the end.
  bool is_exact;
};
/// The start, `between`, and the duration.
SpanText write_span(char* at, double start, std::string_view between, double end, TimeUnit unit);

}  // namespace paje::tools
