// Times of a Chrome trace: microseconds, spelled so that not a bit of the seconds is lost.
#pragma once

#include <cstddef>

namespace paje::tools {

/// How many bytes a time takes at most.
inline constexpr std::size_t kMostTime = 32;

/// Writes `seconds` to `at` as the shortest decimal number of microseconds whose digits, read as
/// seconds, are the same double. Returns the end. Throws std::runtime_error for what is infinite.
char* write_microseconds(char* at, double seconds);

/// Whether start and duration, added as decimal numbers, give the same double for `end`.
struct DurationText {
  char* end_of_text;
  bool is_exact;
};
DurationText write_duration(char* at, double start, double end);

}  // namespace paje::tools
