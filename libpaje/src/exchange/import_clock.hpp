// Times of other formats as seconds, which count from the first of them if that is asked for, and
// whether they are too far from 0 for that.
#pragma once

#include <optional>
#include <string_view>

#include "exchange/decimal_time.hpp"
#include "exchange/importer.hpp"

namespace paje::exchange {

/// From here on doubles are more than 1 ns apart.
inline constexpr double kFarSeconds = 9007199;
inline constexpr std::string_view kFarTimes =
    "times are so far from 0 that seconds cannot hold nanoseconds; "
    "pj_import --origin=start counts them from the first";

[[nodiscard]] inline bool is_far(double seconds) {
  return seconds > kFarSeconds || seconds < -kFarSeconds;
}

class ImportClock {
 public:
  explicit ImportClock(const ImportSource& source)
      : counts_from_first_(source.options.counts_from_first), losses_(source.losses) {}

  /// Of something that happens. Exact until it becomes a double.
  double seconds(DecimalTime time) {
    if (counts_from_first_ && !first_) first_ = time;
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
    if (has_far_) losses_.note(kFarTimes);
  }

 private:
  bool counts_from_first_;
  Losses& losses_;
  std::optional<DecimalTime> first_;
  bool has_far_ = false;
};

}  // namespace paje::exchange
