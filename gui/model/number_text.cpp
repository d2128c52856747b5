#include "model/number_text.hpp"

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "paje/event.hpp"

namespace paje::gui {

namespace {

template <class... Format>
std::string text_of_number(double number, Format... format) {
  std::array<char, 400> buffer{};
  const auto result =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), number, format...);
  return {buffer.data(), result.ptr};
}

// Digits before the point, sign aside.
int whole_digits(double number) {
  const double magnitude = std::abs(number);
  return magnitude < 1 ? 1 : static_cast<int>(std::floor(std::log10(magnitude))) + 1;
}

}  // namespace

std::string fixed_text(double number, int digits) {
  if (number == 0) number = 0;  // no -0
  return text_of_number(number, std::chars_format::fixed, digits);
}

std::string exact_text(double number) { return text_of_number(number); }

std::string short_text(double number) {
  return text_of_number(number, std::chars_format::general, 4);
}

std::string count_text(uint64_t number) {
  std::string text = std::to_string(number);
  for (std::size_t at = text.size(); at > 3; at -= 3) text.insert(at - 3, ",");
  return text;
}

namespace {

struct LengthUnit {
  double seconds;
  std::string_view name;
};
constexpr std::array<LengthUnit, 7> kLengths{
    {{86400, "d"}, {3600, "h"}, {60, "min"}, {1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}}};

LengthUnit unit_for(double magnitude) {
  for (const LengthUnit& unit : kLengths) {
    // Minutes are for what is longer than two of them.
    if (magnitude >= unit.seconds * (unit.seconds >= 60 ? 2 : 1)) return unit;
  }
  return kLengths.back();
}

}  // namespace

std::string duration_text(double length, TimeUnit unit_of_length) {
  const double seconds = in_seconds(length, unit_of_length);
  const double magnitude = std::abs(seconds);
  // Numbers of that many digits are not numbers for people.
  if (!(magnitude > 1e-15 && magnitude < 1e15)) return short_text(seconds) + " s";
  const LengthUnit unit = unit_for(magnitude);
  const double number = seconds / unit.seconds;
  int digits = magnitude < 1e-9 ? 3 : std::max(0, 4 - whole_digits(number));
  // Nobody says 8.000 minutes.
  if (unit.seconds >= 60 && std::abs(number - std::round(number)) < 1e-9) digits = 0;
  return fixed_text(number, digits) + " " + std::string(unit.name);
}

LengthScale length_scale(double greatest, TimeUnit unit_of_length) {
  constexpr int kDigits = 6;  // of the greatest
  const double magnitude = std::abs(in_seconds(greatest, unit_of_length));
  if (!(magnitude > 1e-15 && magnitude < 1e15)) return {};
  const LengthUnit unit = unit_for(magnitude);
  const int digits = std::max(0, kDigits - whole_digits(magnitude / unit.seconds));
  return {unit.seconds, unit.name, digits};
}

std::string LengthScale::text(double length, TimeUnit unit) const {
  const double number = in_seconds(length, unit) / seconds;
  return std::abs(number) < 1e15 ? fixed_text(number, digits) : short_text(number);
}

std::string short_bytes_text(double bytes) {
  static constexpr std::array<std::string_view, 7> kUnits{" B",  " kB", " MB", " GB",
                                                          " TB", " PB", " EB"};
  std::size_t unit = 0;
  // What would be rounded up to 1000 is 1 of the next unit.
  for (; unit + 1 < kUnits.size() && std::abs(bytes) >= 999.95; ++unit) bytes /= 1000;
  return short_text(bytes) + std::string(kUnits[unit]);
}

std::string bytes_text(double bytes) {
  constexpr double kMostWhole = 1e15;
  const bool is_whole = bytes >= 0 && bytes <= kMostWhole && std::floor(bytes) == bytes;
  const std::string text = is_whole ? count_text(static_cast<uint64_t>(bytes)) : exact_text(bytes);
  if (bytes == 1) return text + " byte";
  return text + " bytes" + (std::abs(bytes) < 1000 ? "" : " (" + short_bytes_text(bytes) + ")");
}

std::string time_text(double time, TimeUnit unit) {
  return exact_text(time) + " " + std::string(spelling(unit));
}

std::string percent_text(double share) {
  return fixed_text(share * 100, share < 0.1 ? 2 : 1) + " %";
}

namespace {

// A number and how many seconds its unit has; 0 without one.
struct TypedTime {
  std::optional<double> number;
  double unit = 0;
};

// Of `8:30` minutes or `1:02:03.5` hours; nothing if it is neither.
std::optional<double> clock_seconds(std::string_view words, double unit) {
  const double sign = words.starts_with('-') ? -1 : 1;
  if (sign < 0) words.remove_prefix(1);
  if (unit != 60 && unit != 3600) return std::nullopt;
  double seconds = 0, each = unit;
  for (int field = unit == 60 ? 1 : 0; field < 3; ++field) {
    const std::size_t end = std::min(words.find(':'), words.size());
    const std::string_view part = words.substr(0, end);
    if (part.find_first_not_of("0123456789.") != std::string_view::npos) return std::nullopt;
    const auto number = parse_number(part);
    if (!number) return std::nullopt;
    seconds += *number * each;
    each /= 60;
    if (end == words.size()) return sign * seconds;
    words.remove_prefix(end + 1);
  }
  return std::nullopt;
}

TypedTime typed_time(std::string_view words) {
  static constexpr std::array<std::pair<std::string_view, double>, 8> kUnits{{{"ns", 1e-9},
                                                                              {"us", 1e-6},
                                                                              {"µs", 1e-6},
                                                                              {"ms", 1e-3},
                                                                              {"min", 60},
                                                                              {"h", 3600},
                                                                              {"d", 86400},
                                                                              {"s", 1}}};
  const auto trim = [&words] {
    while (!words.empty() && words.front() == ' ') words.remove_prefix(1);
    while (!words.empty() && words.back() == ' ') words.remove_suffix(1);
  };
  TypedTime time;
  trim();
  for (const auto& [name, length] : kUnits) {
    if (!words.ends_with(name)) continue;
    words.remove_suffix(name.size());
    time.unit = length;
    break;
  }
  trim();
  if (words.find(':') == std::string_view::npos) {
    time.number = parse_number(words);
  } else {
    time = {clock_seconds(words, time.unit), 1};
  }
  return time;
}

// Terms such as `2 d 03:04 h` and `1700000005.2 s +1.25 us`, as rulers and tooltips have them.
TypedTime sum_of_terms(std::string_view words) {
  for (const std::string_view between : {std::string_view(" +"), std::string_view(" d ")}) {
    const std::size_t at = words.find(between);
    if (at == std::string_view::npos) continue;
    const bool is_days = between == " d ";
    const TypedTime first = typed_time(words.substr(0, at + (is_days ? 2 : 0)));
    const TypedTime second = sum_of_terms(words.substr(at + between.size()));
    if (!first.number || !second.number || first.unit == 0 || second.unit == 0) return {};
    // The sign of days is that of the whole.
    const double sign = is_days && words.find('-') < at ? -1 : 1;
    return {*first.number * first.unit + sign * *second.number * second.unit, 1};
  }
  return typed_time(words);
}

}  // namespace

bool parse_time(const std::string& text, double& time, TimeUnit unit) {
  const TypedTime typed = sum_of_terms(text);
  if (!typed.number || !std::isfinite(*typed.number)) return false;
  time = typed.unit == 0 ? *typed.number : *typed.number * (typed.unit * per_second(unit));
  return std::isfinite(time);
}

bool has_unit(const std::string& text) { return sum_of_terms(text).unit != 0; }

}  // namespace paje::gui
