#include "model/time/time_axis.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "paje/measured_time.hpp"

namespace paje::gui {

namespace {

constexpr double kWidest = 1e6;  // pixels

// Nearest to `time` of what can be measured, however far outside of the run one looks.
double measured(double time) {
  constexpr double kFarthest = 4 * kGreatestMeasuredTime;
  return std::isnan(time) ? 0 : std::clamp(time, -kFarthest, kFarthest);
}

double width_of(double width) { return width > 1 ? std::min(width, kWidest) : 1; }

}  // namespace

TimeAxis::TimeAxis(TimeSpan run, double width)
    : run_{measured(run.start), measured(run.end)}, width_(width_of(width)) {
  if (!(run_.length() >= kShortestRun)) {
    // At 1.7e9 s the next number is 2.4e-7 s away.
    const double least = std::max(1e-6, std::abs(run_.start) * 1e-12);
    run_ = {run_.start - least, std::max(run_.start, run_.end) + least};
  }
  fit();
}

void TimeAxis::set_width(double width) { width_ = width_of(width); }

TimeSpan TimeAxis::shown() const {
  return {run_.start + offset_, run_.start + (offset_ + length_)};
}

double TimeAxis::last_time() const {
  return std::nextafter(time_at(width_ + kAtEdge), std::numeric_limits<double>::infinity());
}

void TimeAxis::zoom(double factor, double x) {
  if (!(factor > 0)) return;
  const double at = offset_ + x * (length_ / width_);
  const double length = std::clamp(length_ / factor, shortest(), longest());
  set(at - x * (length / width_), length);
}

void TimeAxis::pan(double pixels) { set(offset_ + pixels * (length_ / width_), length_); }

void TimeAxis::show(TimeSpan span) {
  if (std::isnan(span.start) || std::isnan(span.end)) return;
  const double first = measured(std::min(span.start, span.end)) - run_.start;
  const double last = measured(std::max(span.start, span.end)) - run_.start;
  const double length = std::clamp(last - first, shortest(), longest());
  set(first + (last - first - length) / 2, length);
}

void TimeAxis::show_range(TimeSpan span) {
  if (std::isnan(span.start) || std::isnan(span.end)) return;
  show(span);
  const double first = measured(std::min(span.start, span.end)) - run_.start;
  const double last = measured(std::max(span.start, span.end)) - run_.start;
  // Times that were written down are rounded: less than a pixel is no move.
  const double least = length_ * 1e-4;
  if (std::abs(first - offset_) <= least && std::abs(last - (offset_ + length_)) <= least) return;
  const double start = std::max(first, 0.0);
  const double end = std::min(last, whole());
  if (end - start >= shortest()) set(start, end - start);
}

void TimeAxis::allow(double length) { allowed_ = std::max(measured(length), 0.0); }

double TimeAxis::shortest() const { return std::min(kShortest, run_.length()); }

double TimeAxis::whole() const { return std::max(run_.length(), allowed_); }

double TimeAxis::longest() const { return whole() * (1 + 2 * kMargin); }

void TimeAxis::fit() { set(0, run_.length()); }

void TimeAxis::set(double offset, double length) {
  if (std::isnan(offset)) offset = offset_;  // of infinite pixels
  // Half of what is shown may lie outside of the run, so that its ends can be looked at in the
  // middle.
  const double beside = std::max(length / 2, 0.0);
  length_ = length;
  offset_ = std::clamp(offset, -beside, std::max(whole() - length + beside, -beside));
}

}  // namespace paje::gui
