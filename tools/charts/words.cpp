#include "charts/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

#include "picture/canvas.hpp"

namespace paje::tools {

namespace {

constexpr double kLeastTime = 1e-14;
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
  // What rounding leaves of sums is nothing.
  if (std::abs(in_seconds(time, unit)) < kLeastTime) return "0 s";
  return (time < 0 ? "\u2212" : "") + seconds_text(std::abs(in_seconds(time, unit)));
}

std::string human_difference(double time, TimeUnit unit) {
  const std::string text = human_time(time, unit);
  return (time > 0 && text != "0 s" ? "+" : "") + text;
}

std::string signed_number(double number, int digits, std::string_view unit) {
  const std::string text = fmt::format("{:.{}f}", std::abs(number), digits);
  const bool is_nothing = text.find_first_not_of("0.") == std::string::npos;
  return fmt::format("{}{} {}", is_nothing ? "" : number < 0 ? "\u2212" : "+", text, unit);
}

std::string human_place(double time, double start, double end, TimeUnit unit) {
  const Ruler ruler = ruler_for(start, end, 1000, unit);
  const std::string name = ruler.unit_name == "us" ? "µs" : ruler.unit_name;
  return ruler.label(time) + " " + name;
}

std::string kept_together(std::string_view text) {
  constexpr std::string_view kUnits[] = {"%", "s", "ms", "us", "µs", "ns", "min", "h"};
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i + 1);
    const std::string_view word = rest.substr(0, rest.find_first_of(" ,;:.)"));
    const bool is_unit = std::find(std::begin(kUnits), std::end(kUnits), word) != std::end(kUnits);
    if (text[i] == ' ' && i > 0 && text[i - 1] >= '0' && text[i - 1] <= '9' && is_unit) {
      result += "\u00a0";
    } else {
      result += text[i];
    }
  }
  return result;
}

}  // namespace paje::tools
