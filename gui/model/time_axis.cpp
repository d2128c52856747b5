#include "model/time_axis.hpp"

#include <algorithm>
#include <cmath>

namespace paje::gui {

TimeAxis::TimeAxis(TimeSpan run, double width) : run_(run), width_(std::max(width, 1.0)) {
  if (!(run_.end > run_.start)) {
    // At 1.7e9 s the next number is 2.4e-7 s away.
    const double least = std::max(1e-6, std::abs(run_.start) * 1e-12);
    run_ = {run_.start - least, run_.start + least};
  }
  fit();
}

void TimeAxis::set_width(double width) { width_ = std::max(width, 1.0); }

TimeSpan TimeAxis::shown() const {
  return {run_.start + offset_, run_.start + (offset_ + length_)};
}

void TimeAxis::zoom(double factor, double x) {
  if (!(factor > 0)) return;
  const double at = offset_ + x * (length_ / width_);
  const double length = std::clamp(length_ / factor, kShortest, longest());
  set(at - x * (length / width_), length);
}

void TimeAxis::pan(double pixels) { set(offset_ + pixels * (length_ / width_), length_); }

void TimeAxis::show(TimeSpan span) {
  if (std::isnan(span.start) || std::isnan(span.end)) return;
  const double first = std::min(span.start, span.end) - run_.start;
  const double last = std::max(span.start, span.end) - run_.start;
  const double length = std::clamp(last - first, kShortest, longest());
  set(first + (last - first - length) / 2, length);
}

void TimeAxis::allow(double length) { allowed_ = length; }

double TimeAxis::longest() const { return std::max(run_.length(), allowed_) * (1 + 2 * kMargin); }

void TimeAxis::fit() { set(0, run_.length()); }

void TimeAxis::set(double offset, double length) {
  // Half of what is shown may lie beside the run, so that its ends can be looked at in the middle.
  const double beside = std::max(length / 2, 0.0);
  length_ = length;
  offset_ = std::clamp(offset, -beside,
                       std::max(std::max(run_.length(), allowed_) - length + beside, -beside));
}

}  // namespace paje::gui
