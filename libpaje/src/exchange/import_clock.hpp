// Times of other formats as seconds. They count from the first of them if that is asked for, or if
// seconds could not hold their nanoseconds else.
#pragma once

#include <optional>
#include <string_view>

#include "exchange/decimal_time.hpp"
#include "exchange/imported_trace.hpp"
#include "exchange/importer.hpp"

namespace paje::exchange {

/// From here on doubles are more than 1 ns apart.
inline constexpr double kFarSeconds = 9007199;
inline constexpr std::string_view kFarTimes =
    "times are so far from 0 that seconds cannot hold nanoseconds; "
    "pj_import --origin=start counts them from the first";
inline constexpr std::string_view kFarApartTimes =
    "times are so far from each other that seconds cannot hold nanoseconds";

[[nodiscard]] inline bool is_far(double seconds) {
  return seconds > kFarSeconds || seconds < -kFarSeconds;
}

/// Whether times count from the first, which is that many seconds from 0.
[[nodiscard]] inline bool counts_from(double first, const ImportSource& source) {
  return source.options.counts_from_first.value_or(is_far(first));
}

class ImportClock {
 public:
  ImportClock(const ImportSource& source, ImportedTrace& trace) : source_(source), trace_(trace) {}

  /// Of something that happens. Exact until it becomes a double.
  double seconds(DecimalTime time) {
    if (!has_begun_) begin(time);
    return seconds_later(time);
  }
  /// Of a time that others do not count from, such as the end of the run.
  double seconds_later(DecimalTime time) {
    const double seconds = (first_ ? time - *first_ : time).seconds();
    has_far_ = has_far_ || is_far(seconds);
    return seconds;
  }
  /// To be called last, of a format that has nanoseconds.
  void finish() const {
    if (has_far_) source_.losses.note(first_ ? kFarApartTimes : kFarTimes);
  }

 private:
  void begin(DecimalTime time) {
    has_begun_ = true;
    if (!counts_from(time.seconds(), source_)) return;
    first_ = time;
    trace_.set_origin(time);
  }

  const ImportSource& source_;
  ImportedTrace& trace_;
  bool has_begun_ = false;
  std::optional<DecimalTime> first_;
  bool has_far_ = false;
};

}  // namespace paje::exchange
