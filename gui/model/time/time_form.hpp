// One way to write the times of what is shown: ruler, tooltips and status line have the same unit,
// and as many digits as two pixels need to differ, but no more than the trace has, unless they
// would all be one.
#pragma once

#include <string>
#include <string_view>

#include "model/time/time_axis.hpp"
#include "paje/time_unit.hpp"

namespace paje::gui {

/// From one label of a ruler to the next, and the parts that small marks divide it into.
struct TimeStep {
  double seconds = 1;
  int parts = 1;
};

class TimeForm {
 public:
  /// Pixels between labels of a ruler; the longest labels are some 90 pixels wide.
  static constexpr double kSpacing = 95;
  // On x86-64 a long double holds 1.7e9 s to a tenth of a nanosecond.
  using Exact = long double;

  /// Of what the axis shows. It counts in `unit`, and so does `resolution`: there are no times
  /// between, unless the axis shows less than two of them.
  explicit TimeForm(const TimeAxis& axis, TimeUnit unit = TimeUnit::seconds, double resolution = 0,
                    double spacing = kSpacing);
  /// Of a whole run, with all digits of its times.
  static TimeForm of_run(TimeSpan run, TimeUnit unit, double resolution);

  /// A time: 12.34 ms, 8:30 min, 1:02:03 h; where that would have too many digits to be told apart,
  /// what is common to all comes before: 1700000005.2 s +1.25 us.
  [[nodiscard]] std::string text(double time) const;
  /// The same without what is common.
  [[nodiscard]] std::string short_text(double time) const;
  /// A length of time in the same unit.
  [[nodiscard]] std::string length_text(double length) const;

  // For the ruler, in seconds.
  [[nodiscard]] const TimeStep& step() const { return step_; }
  /// What times are shown relative to, and its text; 0 and empty where they are not.
  [[nodiscard]] Exact base() const { return base_; }
  [[nodiscard]] const std::string& base_text() const { return base_text_; }
  /// `after_base` is a multiple of the step.
  [[nodiscard]] std::string label(Exact after_base) const;

 private:
  struct Unit {
    double seconds = 1;
    std::string_view name = "s";
  };
  [[nodiscard]] Exact after_base(double time) const;
  [[nodiscard]] std::string number(Exact seconds, double precision) const;
  static Unit unit_for(double magnitude);

  TimeUnit times_;
  TimeStep step_;
  double precision_ = 1;  // seconds that the last digit tells apart
  double magnitude_ = 0;  // of what is shown
  bool is_clock_ = false;
  Exact base_ = 0;
  std::string base_text_;
  Unit unit_;
};

}  // namespace paje::gui
