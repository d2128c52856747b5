#include "picture/value_colors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace paje::tools {

namespace {

// Distances of colours whose parts are 0 to 1.
constexpr double kSame = 0.06;  // nearer ones of the trace are one to the eye
constexpr double kPaper = 0.2;  // nearer ones cannot be seen, as pale ones least of all
constexpr double kApart =
    0.25;  // a substitute is at least that far from others, while there is one
constexpr std::size_t kOfPalette = 24;  // palette_color() begins again after these
constexpr std::size_t kMostCompared = 300;

double distance(const Color& a, const Color& b) {
  return std::hypot(a.red - b.red, a.green - b.green, a.blue - b.blue);
}

double nearest(const Color& color, const std::vector<Color>& others) {
  double least = 2;
  for (const Color& other : others) least = std::min(least, distance(color, other));
  return least;
}

// Hue and lightness, 0 to 1, of a strong colour.
Color strong_color(double hue, double lightness) {
  const auto part = [&](double shift) {
    const double wave = std::abs(std::fmod(6 * (hue + shift), 6) - 3) - 1;
    const double pure = std::clamp(wave, 0.0, 1.0);
    return static_cast<float>(lightness < 0.5 ? pure * 2 * lightness
                                              : pure + (1 - pure) * (2 * lightness - 1));
  };
  return {part(0), part(2.0 / 3), part(1.0 / 3), 1};
}

// What substitutes are taken from: the palette, then all hues, light and dark.
std::vector<Color> candidates() {
  std::vector<Color> colors;
  for (std::size_t i = 0; i < kOfPalette; ++i) colors.push_back(palette_color(i));
  for (const double lightness : {0.4, 0.65, 0.25, 0.8}) {
    for (int hue = 0; hue < 24; ++hue) colors.push_back(strong_color(hue / 24.0, lightness));
  }
  return colors;
}

// The first that is far from all in use, else the farthest.
Color substitute(const std::vector<Color>& of, const std::vector<Color>& in_use) {
  const Color* best = &of.front();
  double farthest = -1;
  for (const Color& color : of) {
    const double apart = nearest(color, in_use);
    if (apart >= kApart) return color;
    if (apart > farthest) {
      farthest = apart;
      best = &color;
    }
  }
  return *best;
}

}  // namespace

std::optional<PaletteChoice> palette_choice(std::string_view word) {
  if (word == "trace") return PaletteChoice::trace;
  if (word == "safe") return PaletteChoice::safe;
  return std::nullopt;
}

std::vector<Color> value_colors(const std::vector<std::optional<Color>>& own, PaletteChoice choice,
                                const Color& paper) {
  std::vector<Color> colors(own.size());
  if (choice == PaletteChoice::safe) {
    for (std::size_t i = 0; i < own.size(); ++i) colors[i] = palette_color(i);
    return colors;
  }
  // More values than anyone can distinguish keep what they have, or take the palette's turn.
  const std::size_t compared = std::min(own.size(), kMostCompared);
  std::vector<Color> in_use{paper};
  std::vector<std::size_t> wanting;
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (i >= compared) {
      colors[i] = own[i].value_or(palette_color(i));
    } else if (own[i] && distance(*own[i], paper) >= kPaper && nearest(*own[i], in_use) >= kSame) {
      colors[i] = *own[i];
      in_use.push_back(colors[i]);
    } else {
      wanting.push_back(i);
    }
  }
  const std::vector<Color> others = candidates();
  for (const std::size_t i : wanting) {
    colors[i] = substitute(others, in_use);
    in_use.push_back(colors[i]);
  }
  return colors;
}

}  // namespace paje::tools
