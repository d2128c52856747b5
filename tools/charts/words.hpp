// Times as people read them.
#pragma once

#include <string>

#include "paje/time_unit.hpp"

namespace paje::tools {

/// `12.3 ms`, `4.25 µs`, `3 min 20 s`, `2 h 5 min`; `time` counts in `unit`.
std::string human_time(double time, TimeUnit unit);
/// The same with a sign.
std::string human_difference(double time, TimeUnit unit);

}  // namespace paje::tools
