// Which part of a run is shown on how many pixels. Times are kept relative to the run's start, so
// that a run which starts at 1.7e9 s is as steady under the cursor as one that starts at 0.
#pragma once

#include <algorithm>

namespace paje::gui {

/// A stretch of time in seconds, absolute.
struct TimeSpan {
  double start = 0;
  double end = 0;
  [[nodiscard]] double length() const { return end - start; }
  friend bool operator==(const TimeSpan&, const TimeSpan&) = default;
};

class TimeAxis {
 public:
  /// Shows all of `run` on `width` pixels. A run that is too short to be seen gets a length. All
  /// functions take any double: what they keep is finite and can be shown.
  TimeAxis(TimeSpan run, double width);
  TimeAxis() : TimeAxis({0, 1}, 1) {}

  [[nodiscard]] TimeSpan run() const { return run_; }
  [[nodiscard]] double width() const { return width_; }
  void set_width(double width);

  /// The part that is shown. `length()` is exact where end - start is rounded.
  [[nodiscard]] TimeSpan shown() const;
  /// From the run's start to the left edge, and from there to the right one, in seconds.
  [[nodiscard]] double offset() const { return offset_; }
  [[nodiscard]] double length() const { return length_; }
  [[nodiscard]] double seconds_per_pixel() const { return length_ / width_; }

  [[nodiscard]] double x_of(double time) const {
    return ((time - run_.start) - offset_) * (width_ / length_);
  }
  /// Where to draw something without length, `wide` pixels wide: what is at the right edge, such as
  /// at the end of the run, has the last pixels.
  [[nodiscard]] double x_of_mark(double time, double wide = 1) const {
    const double x = x_of(time);
    return x <= width_ + kAtEdge ? std::min(x, width_ - wide) : x;
  }
  /// The last time that is at the right edge, though times are rounded.
  [[nodiscard]] double last_time() const;
  [[nodiscard]] double time_at(double x) const {
    return run_.start + (offset_ + x * (length_ / width_));
  }

  /// Makes a pixel show `factor` times as little; what is at `x` stays there.
  void zoom(double factor, double x);
  void pan(double pixels);
  /// Shows [from, to], in either order. What lies too far outside of the run, or is too long, is
  /// moved and shortened about its middle.
  void show(TimeSpan span);
  /// Shows [from, to] as somebody wants it: what show() would move is cut at the ends of the run
  /// instead. Of a range that lies outside, what show() makes of it.
  void show_range(TimeSpan span);
  void fit();
  /// Lets at least that many seconds be shown, though the run is shorter: to be next to a longer
  /// one.
  void allow(double length);
  [[nodiscard]] double allowed() const { return allowed_; }

  /// Between these lies what can be shown: a tenth of a nanosecond, and the run with a margin.
  static constexpr double kShortest = 1e-10;
  static constexpr double kMargin = 0.25;
  /// A run of less is shown as one without length.
  static constexpr double kShortestRun = 1e-15;
  /// Pixels; no farther from an edge, a time is at it.
  static constexpr double kAtEdge = 1e-3;

  friend bool operator==(const TimeAxis&, const TimeAxis&) = default;

 private:
  void set(double offset, double length);
  /// The length of the run, or more if that is allowed.
  [[nodiscard]] double whole() const;
  [[nodiscard]] double shortest() const;
  [[nodiscard]] double longest() const;

  TimeSpan run_;
  double width_;
  double offset_ = 0;
  double length_ = 1;
  double allowed_ = 0;
};

}  // namespace paje::gui
