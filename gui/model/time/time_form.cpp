#include "model/time/time_form.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "model/number_text.hpp"

namespace paje::gui {

namespace {

constexpr double kNoDays = 1e12;   // seconds from which on nobody counts in days
constexpr double kNoClock = 1e15;  // and from there on, no hours and minutes
constexpr double kDay = 86400;

// Steps of whole minutes, hours and days that people count in, with how each is divided.
constexpr std::array<TimeStep, 15> kLongSteps{{{60, 6},
                                               {120, 4},
                                               {300, 5},
                                               {600, 5},
                                               {900, 3},
                                               {1800, 3},
                                               {3600, 6},
                                               {7200, 4},
                                               {10800, 3},
                                               {21600, 6},
                                               {43200, 4},
                                               {86400, 4},
                                               {172800, 4},
                                               {432000, 5},
                                               {864000, 5}}};

TimeStep decimal_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const auto& [factor, parts] : {TimeStep{1, 5}, TimeStep{2, 4}, TimeStep{5, 5}}) {
    if (factor * power >= least * (1 - 1e-9)) return {factor * power, parts};
  }
  return {10 * power, 5};
}

TimeStep step_of_at_least(double least) {
  if (least <= 30 || least >= kNoDays) {
    const TimeStep step = decimal_step(least);
    if (least >= kNoDays) return step;
    if (step.seconds <= 20) return step;
    return least <= 30 ? TimeStep{30, 3} : TimeStep{60, 6};
  }
  for (const TimeStep& step : kLongSteps) {
    if (step.seconds >= least) return step;
  }
  const TimeStep days = decimal_step(least / kDay);
  return {days.seconds * kDay, days.parts};
}

int digits_behind_point(double step) {
  return std::clamp(-static_cast<int>(std::floor(std::log10(step) + 1e-9)), 0, 12);
}

std::string padded(long long number, int digits) {
  const std::string text = std::to_string(number);
  const auto wanted = static_cast<std::size_t>(digits);
  return std::string(wanted - std::min(wanted, text.size()), '0') + text;
}

// A time as days, hours, minutes and seconds, rounded to what `precision` asks for.
struct Clock {
  bool is_negative = false;
  long long seconds = 0;  // without their fraction
  std::string fraction;   // of a second, with its point

  Clock(long double time, double precision) {
    // A long long has eighteen digits.
    const int most = 17 - static_cast<int>(std::log10(std::max(std::abs(time), 1.0L)));
    const int digits = precision < 1 ? std::clamp(digits_behind_point(precision), 0, most) : 0;
    const long double whole = precision >= kDay ? kDay : precision >= 60 ? 60 : 1;
    const long double parts = std::pow(10.0L, digits);
    const long long count = std::llround(std::abs(time) / whole * parts);
    const auto per_whole = static_cast<long long>(parts);
    is_negative = time < 0 && count > 0;
    seconds = count / per_whole * static_cast<long long>(whole);
    if (digits > 0) fraction = '.' + padded(count % per_whole, digits);
  }
  [[nodiscard]] std::string seconds_text() const {
    return ':' + padded(seconds % 60, 2) + fraction;
  }
};

// 8 min, 2 d 03:04 or 1:02:03, as the precision asks for.
std::string clock_text(long double time, double precision, double magnitude) {
  constexpr double kMinutes = 7200;  // up to here they are counted
  const Clock clock(time, precision);
  std::string text = clock.is_negative ? "-" : "";
  if (magnitude < kMinutes) {
    text += std::to_string(clock.seconds / 60);
    return text + (precision < 60 ? clock.seconds_text() : "") + " min";
  }
  const long long days = clock.seconds / 86400;
  const long long hours = clock.seconds / 3600 % 24;
  if (days > 0 || precision >= kDay) text += std::to_string(days) + " d";
  if (precision >= kDay) return text;
  if (days > 0) text += " ";
  text += (days > 0 ? padded(hours, 2) : std::to_string(hours)) + ":" +
          padded(clock.seconds / 60 % 60, 2);
  if (precision < 60) text += clock.seconds_text();
  return text + " h";
}

}  // namespace

TimeForm::Unit TimeForm::unit_for(double magnitude) {
  for (const Unit& unit : {Unit{1, "s"}, Unit{1e-3, "ms"}, Unit{1e-6, "us"}}) {
    if (magnitude >= unit.seconds * 0.9999999) return unit;
  }
  return {1e-9, "ns"};
}

TimeForm::TimeForm(const TimeAxis& axis, TimeUnit unit, double resolution, double spacing)
    : times_(unit) {
  const double pixel = in_seconds(axis.seconds_per_pixel(), unit);
  const double length = in_seconds(axis.length(), unit);
  double finest = in_seconds(resolution, unit) * (1 - 1e-9);
  // So close that marks at the times there are may all lie outside: a ruler has labels anyway.
  if (length < 2 * finest) finest = 0;
  precision_ = std::max(pixel, finest);
  step_ = step_of_at_least(std::max(pixel * spacing, finest));
  if (step_.seconds / step_.parts < finest) step_.parts = 1;
  const Exact left =
      (static_cast<Exact>(axis.run().start) + axis.offset()) / static_cast<Exact>(per_second(unit));
  const Exact right = left + length;
  magnitude_ = static_cast<double>(std::max(std::abs(left), std::abs(right)));
  is_clock_ = step_.seconds >= 30 && magnitude_ < kNoClock;
  // More than nine digits in a label do not tell themselves apart: their common part is shown once.
  const bool has_base = !is_clock_ && magnitude_ / step_.seconds >= 1e8;
  if (has_base) {
    const double coarse = std::pow(10.0, std::ceil(std::log10(length)) + 1);
    base_ = std::floor(left / coarse) * coarse;
    const auto shown = static_cast<double>(base_);
    base_text_ = (std::abs(shown) < kNoClock ? fixed_text(shown, digits_behind_point(coarse))
                                             : exact_text(shown)) +
                 " s";
  }
  unit_ = unit_for(has_base ? static_cast<double>(right - base_) : std::min(magnitude_, 1e300));
}

TimeForm TimeForm::of_run(TimeSpan run, TimeUnit unit, double resolution) {
  constexpr double kParts = 1e9;  // where nobody knows how fine the times are
  TimeForm form(TimeAxis(run, 1000), unit, resolution);
  const double finest = in_seconds(resolution > 0 ? resolution : run.length() / kParts, unit);
  if (finest > 0) form.precision_ = finest;
  return form;
}

TimeForm::Exact TimeForm::after_base(double time) const {
  return static_cast<Exact>(time) / static_cast<Exact>(per_second(times_)) - base_;
}

std::string TimeForm::number(Exact seconds, double precision) const {
  const auto number = static_cast<double>(seconds / unit_.seconds);
  const int digits = digits_behind_point(precision / unit_.seconds);
  const std::string words =
      std::abs(number) < kNoClock ? fixed_text(number, digits) : exact_text(number);
  return words + " " + std::string(unit_.name);
}

std::string TimeForm::label(Exact after_base) const {
  if (is_clock_) return clock_text(after_base, step_.seconds, magnitude_);
  return (base_text_.empty() ? "" : "+") + number(after_base, step_.seconds);
}

std::string TimeForm::short_text(double time) const {
  const Exact seconds = after_base(time);
  if (is_clock_) return clock_text(seconds, precision_, magnitude_);
  const std::string text = number(seconds, precision_);
  return base_text_.empty() || text.front() == '-' ? text : '+' + text;
}

std::string TimeForm::text(double time) const {
  return base_text_.empty() ? short_text(time) : base_text_ + ' ' + short_text(time);
}

std::string TimeForm::length_text(double length) const {
  const double seconds = in_seconds(length, times_);
  return is_clock_ ? clock_text(seconds, precision_, magnitude_) : number(seconds, precision_);
}

}  // namespace paje::gui
