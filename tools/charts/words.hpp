// Times as people read them.
#pragma once

#include <string>
#include <string_view>

#include "paje/time_unit.hpp"

namespace paje::tools {

/// `12.3 ms`, `4.25 µs`, `3 min 20 s`, `2 h 5 min`; `time` counts in `unit`.
std::string human_time(double time, TimeUnit unit);
/// The same with a sign.
std::string human_difference(double time, TimeUnit unit);

/// `+4.2 %`, `−1 points`: a number with its sign.
std::string signed_number(double number, int digits, std::string_view unit);
/// When something is in a run from `start` to `end`: `142.6 ms`, with as many digits as are needed
/// to see a thousandth of the run.
std::string human_place(double time, double start, double end, TimeUnit unit);

/// The same text, whose numbers stay in one line with the unit after them.
std::string kept_together(std::string_view text);

}  // namespace paje::tools
