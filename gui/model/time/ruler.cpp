#include "model/time/ruler.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "model/number_text.hpp"

namespace paje::gui {

namespace {

struct Unit {
  double seconds;
  std::string_view name;
};

// Steps of whole minutes, hours and days that people count in, with how each is divided.
struct Step {
  double seconds;
  int parts;
};
constexpr int kMostParts = 6;
constexpr double kNoDays = 1e12;   // seconds from which on nobody counts in days
constexpr double kNoClock = 1e15;  // and from there on, no hours and minutes
constexpr std::array<Step, 15> kLongSteps{{{60, 6},
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

Step decimal_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const auto& [factor, parts] : {Step{1, 5}, Step{2, 4}, Step{5, 5}}) {
    if (factor * power >= least * (1 - 1e-9)) return {factor * power, parts};
  }
  return {10 * power, 5};
}

Step step_of_at_least(double least) {
  if (least <= 30 || least >= kNoDays) {
    const Step step = decimal_step(least);
    if (least >= kNoDays) return step;
    if (step.seconds <= 20) return step;
    return least <= 30 ? Step{30, 3} : Step{60, 6};
  }
  for (const Step& step : kLongSteps) {
    if (step.seconds >= least) return step;
  }
  const Step days = decimal_step(least / 86400);
  return {days.seconds * 86400, days.parts};
}

Unit unit_for(double magnitude) {
  for (const Unit& unit : {Unit{1, "s"}, Unit{1e-3, "ms"}, Unit{1e-6, "us"}}) {
    if (magnitude >= unit.seconds * 0.9999999) return unit;
  }
  return {1e-9, "ns"};
}

int digits_behind_point(double step) {
  return std::clamp(-static_cast<int>(std::floor(std::log10(step) + 1e-9)), 0, 12);
}

std::string two_digits(long long number) {
  return (number < 10 ? "0" : "") + std::to_string(number);
}

std::string number_label(long double time, const Unit& unit, int digits) {
  const auto number = static_cast<double>(time / unit.seconds);
  const std::string words =
      std::abs(number) < kNoClock ? fixed_text(number, digits) : exact_text(number);
  return words + " " + std::string(unit.name);
}

// 8 min, 2 d 03:04 or 1:02:03, as the step asks for.
std::string clock_text(long double time, double step, double magnitude) {
  constexpr double kMinutes = 7200;  // up to here they are counted
  if (magnitude < kMinutes) {
    const auto seconds = std::llround(std::abs(time));
    const std::string sign = time < -step / 2 ? "-" : "";
    const std::string minutes = sign + std::to_string(seconds / 60);
    return minutes + (step < 60 ? ":" + two_digits(seconds % 60) : "") + " min";
  }
  const bool is_negative = time < -step / 2;
  const auto seconds = std::llround(std::abs(time));
  const long long days = seconds / 86400;
  const long long hours = seconds / 3600 % 24;
  const long long minutes = seconds / 60 % 60;
  std::string text = is_negative ? "-" : "";
  if (days > 0 || step >= 86400) text += std::to_string(days) + " d";
  if (step >= 86400) return text;
  if (days > 0) text += " ";
  text += (days > 0 ? two_digits(hours) : std::to_string(hours)) + ":" + two_digits(minutes);
  if (step < 60) text += ":" + two_digits(seconds % 60);
  return text + " h";
}

}  // namespace

Ruler ruler_for(const TimeAxis& axis, double spacing, TimeUnit times, double resolution) {
  Ruler ruler;
  if (!(spacing >= 1)) spacing = 1;
  // All that follows is in seconds.
  const double pixel = in_seconds(axis.seconds_per_pixel(), times);
  const double length = in_seconds(axis.length(), times);
  const double finest = in_seconds(resolution, times) * (1 - 1e-9);
  Step step = step_of_at_least(std::max(pixel * spacing, finest));
  if (step.seconds / step.parts < finest) step.parts = 1;
  // On x86-64 a long double holds 1.7e9 s to a tenth of a nanosecond.
  using Exact = long double;
  const Exact left = (static_cast<Exact>(axis.run().start) + axis.offset()) /
                     static_cast<Exact>(per_second(times));
  const Exact right = left + length;
  const auto magnitude = static_cast<double>(std::max(std::abs(left), std::abs(right)));
  const bool is_clock = step.seconds >= 30 && magnitude < kNoClock;
  // More than nine digits in a label do not tell themselves apart: their common part is shown once.
  const bool has_base = !is_clock && magnitude / step.seconds >= 1e8;
  Exact base = 0;
  if (has_base) {
    const double coarse = std::pow(10.0, std::ceil(std::log10(length)) + 1);
    base = std::floor(left / coarse) * coarse;
    const int digits = digits_behind_point(coarse);
    const auto shown = static_cast<double>(base);
    ruler.base =
        (std::abs(shown) < kNoClock ? fixed_text(shown, digits) : exact_text(shown)) + " s";
  }
  const Unit unit =
      unit_for(has_base ? static_cast<double>(right - base) : std::min(magnitude, 1e300));
  const int digits = digits_behind_point(step.seconds / unit.seconds);

  const Exact small = static_cast<Exact>(step.seconds) / step.parts;
  const auto first = std::floor((left - base) / small);
  if (first + 1 == first) return ruler;  // so far from 0 that marks are all at one place
  const auto most = static_cast<int>(axis.width() / spacing * kMostParts) + 2 * kMostParts;
  for (int number = 0; number < most; ++number) {
    const Exact i = first + number;
    const Exact at = i * small;
    if (base + at > right + small) break;
    Tick tick{static_cast<double>((base - left + at) / pixel), {}};
    // Rounded to somewhere else, where one looks closer than numbers lie.
    if (!(tick.x >= -axis.width() && tick.x <= 2 * axis.width())) continue;
    if (std::fmod(i, static_cast<Exact>(step.parts)) == 0) {
      tick.label = is_clock ? clock_text(at, step.seconds, magnitude)
                            : (has_base ? "+" : "") + number_label(at, unit, digits);
    }
    ruler.ticks.push_back(std::move(tick));
  }
  return ruler;
}

}  // namespace paje::gui
