#include "picture/canvas.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "paje/measured_time.hpp"

namespace paje::tools {

namespace {

constexpr int kMostDigits = 15;
constexpr double kShortest = 1e-290;  // seconds that a ruler is for
constexpr double kLongest = 2 * kGreatestMeasuredTime;

std::size_t character_count(std::string_view words) {
  return static_cast<std::size_t>(std::count_if(words.begin(), words.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
  }));
}

}  // namespace

// Wide enough for DejaVu Sans, the widest of the usual ones; capitals and digits are wider than the
// mean, so this is rather too much than too little.
double text_width(std::string_view words, double size) {
  return 0.65 * size * static_cast<double>(character_count(words));
}

std::string fitting(std::string_view words, double size, double width) {
  if (text_width(words, size) <= width) return std::string(words);
  std::string kept(words);
  while (!kept.empty() && text_width(kept, size) + 0.8 * size > width) {
    do {
      const char last = kept.back();
      kept.pop_back();
      if ((static_cast<unsigned char>(last) & 0xC0U) != 0x80U) break;
    } while (!kept.empty());
  }
  return kept + "\u2026";
}

Color palette_color(std::size_t number) {
  static constexpr std::array<Color, 8> kColors = {{{0.00F, 0.45F, 0.70F, 1},
                                                    {0.90F, 0.62F, 0.00F, 1},
                                                    {0.00F, 0.62F, 0.45F, 1},
                                                    {0.84F, 0.37F, 0.00F, 1},
                                                    {0.34F, 0.71F, 0.91F, 1},
                                                    {0.80F, 0.47F, 0.65F, 1},
                                                    {0.94F, 0.89F, 0.26F, 1},
                                                    {0.35F, 0.35F, 0.35F, 1}}};
  Color color = kColors[number % kColors.size()];
  const std::size_t round = number / kColors.size() % 3;
  const auto mixed = [&](float part) {
    if (round == 1) return part + (1 - part) * 0.5F;
    return round == 2 ? part * 0.6F : part;
  };
  return {mixed(color.red), mixed(color.green), mixed(color.blue), 1};
}

std::string Ruler::label(double time) const {
  return digits <= kMostDigits ? fmt::format("{:.{}f}", time / unit, digits)
                               : fmt::format("{:.6g}", time / unit);
}

Ruler ruler_for(double start, double end, int wanted, TimeUnit times) {
  Ruler ruler;
  ruler.unit_name = spelling(times);
  const double length = end - start;
  // A step has to be a number, and so has its power of ten.
  const bool is_measured = length <= kLongest && std::abs(start) <= kLongest;
  if (!(length >= kShortest && is_measured && wanted > 0)) return ruler;
  const double rough = length / wanted;
  const double power = std::pow(10, std::floor(std::log10(rough)));
  ruler.step = 10 * power;
  for (const double factor : {1.0, 2.0, 5.0}) {
    if (factor * power >= rough) {
      ruler.step = factor * power;
      break;
    }
  }
  ruler.first = std::ceil(start / ruler.step - 1e-9) * ruler.step;
  for (const TimeUnit unit :
       {TimeUnit::seconds, TimeUnit::milliseconds, TimeUnit::microseconds, TimeUnit::nanoseconds}) {
    ruler.unit = per_second(times) / per_second(unit);
    ruler.unit_name = spelling(unit);
    if (std::max(std::abs(start), std::abs(end)) >= ruler.unit) break;
  }
  const double in_units = ruler.step / ruler.unit;
  ruler.digits = in_units >= 1 ? 0 : static_cast<int>(std::ceil(-std::log10(in_units) - 1e-9));
  return ruler;
}

}  // namespace paje::tools
