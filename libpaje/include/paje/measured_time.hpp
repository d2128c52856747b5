// Whether the times of a trace have finite lengths. Every reader accepts infinite times, but
// drawing, comparing or cutting a run needs its length, and reports an error if it has none.
#pragma once

#include <stdexcept>
#include <string_view>

#include "paje/export.hpp"
#include "paje/trace.hpp"

namespace paje {

/// The greatest absolute time, in the trace's unit. Below it, sums of several times and products
/// with numbers of slices or pixels stay finite.
inline constexpr double kGreatestMeasuredTime = 1e300;

/// The trace is valid, but the requested operation cannot measure one of its times.
class PAJE_EXPORT TimeError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Throws TimeError, with a message that starts with `name`, if a time of the trace cannot be
/// measured. Checks every time once.
PAJE_EXPORT void check_measured(const Trace& trace, std::string_view name = {});
/// The same for one interval; `what` names it in the message.
PAJE_EXPORT void check_measured(double start, double end, std::string_view what);

}  // namespace paje
