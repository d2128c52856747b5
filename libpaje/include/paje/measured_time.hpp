// Whether the times of a trace have lengths. Every reader accepts infinite times, but drawing,
// comparing or cutting a run needs its length, and reports an error if it has none.
#pragma once

#include <stdexcept>
#include <string_view>

#include "paje/export.hpp"
#include "paje/trace.hpp"

namespace paje {

/// Times are measured up to here, of both signs, in seconds: sums of some, and products with
/// numbers of slices or pixels, then are numbers, too.
inline constexpr double kGreatestMeasuredTime = 1e300;

/// A trace is right, but has a time that what was asked for cannot measure.
class PAJE_EXPORT TimeError : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

/// Throws TimeError, which begins with `name`, if a time of the trace cannot be measured. Looks at
/// all times once.
PAJE_EXPORT void check_measured(const Trace& trace, std::string_view name = {});
/// The same of a single stretch of time; `what` says whose it is.
PAJE_EXPORT void check_measured(double start, double end, std::string_view what);

}  // namespace paje
