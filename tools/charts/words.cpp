#include "charts/words.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace paje::tools {

namespace {

constexpr double kMinute = 60, kHour = 3600, kDay = 86'400;

// Three digits that say something.
std::string short_number(double number) {
  const int digits = number >= 100 ? 0 : number >= 10 ? 1 : 2;
  return fmt::format("{:.{}f}", number, digits);
}

std::string two_units(double seconds, double large, double small, const char* large_name,
                      const char* small_name) {
  const double all = std::round(seconds / small);
  const double ratio = large / small;
  const double rest = std::fmod(all, ratio);
  std::string text = fmt::format("{:.0f} {}", std::floor(all / ratio), large_name);
  if (rest > 0) text += fmt::format(" {:.0f} {}", rest, small_name);
  return text;
}

std::string seconds_text(double seconds) {
  if (seconds >= 100 * kDay) return fmt::format("{:.4g} days", seconds / kDay);
  if (seconds >= 2 * kDay) return two_units(seconds, kDay, kHour, "days", "h");
  if (seconds >= 2 * kHour) return two_units(seconds, kHour, kMinute, "h", "min");
  if (seconds >= 2 * kMinute) return two_units(seconds, kMinute, 1, "min", "s");
  static constexpr std::array<const char*, 4> kNames = {"s", "ms", "µs", "ns"};
  std::size_t place = 0;
  // What would be written as 1000 of a unit is 1 of the next.
  while (place < 3 && seconds < 0.9995) {
    seconds *= 1000;
    ++place;
  }
  return seconds < 0.005 ? fmt::format("{:.3g} ns", seconds)
                         : fmt::format("{} {}", short_number(seconds), kNames[place]);
}

}  // namespace

std::string human_time(double time, TimeUnit unit) {
  if (!std::isfinite(time)) return fmt::format("{}", time);
  if (time == 0) return "0 s";
  return (time < 0 ? "\u2212" : "") + seconds_text(std::abs(in_seconds(time, unit)));
}

std::string human_difference(double time, TimeUnit unit) {
  return (time > 0 ? "+" : "") + human_time(time, unit);
}

}  // namespace paje::tools
