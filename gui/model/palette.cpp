#include "model/palette.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>

#include "paje/classes.hpp"

namespace paje::gui {

namespace {

// The seven bright ones of Okabe and Ito, then paler and darker ones of the same hues.
constexpr std::array<Rgb, 7> kHues{{{230, 159, 0},
                                    {86, 180, 233},
                                    {0, 158, 115},
                                    {240, 228, 66},
                                    {0, 114, 178},
                                    {213, 94, 0},
                                    {204, 121, 167}}};
constexpr std::size_t kColors = kHues.size() * 3;

Rgb numbered_color(std::size_t number) {
  const Rgb hue = kHues[number % kHues.size()];
  switch (number / kHues.size() % 3) {
    case 0:
      return hue;
    case 1:
      return blend(hue, {255, 255, 255}, 0.5);
    default:
      return blend(hue, {0, 0, 0}, 0.4);
  }
}

// FNV-1a: the same on every machine.
std::size_t number_of_name(std::string_view name) {
  uint64_t hash = 14695981039346656037U;
  for (const char letter : name) {
    hash = (hash ^ static_cast<unsigned char>(letter)) * 1099511628211U;
  }
  return (hash ^ (hash >> 32U)) % kColors;
}

uint8_t byte_of(double part) {
  return static_cast<uint8_t>(std::lround(std::clamp(part, 0.0, 1.0) * 255));
}

Rgb rgb_of(const Color& color) {
  // Colours of 0 to 255 are met in traces, against the format.
  const float most = std::max({color.red, color.green, color.blue});
  const double unit = most > 1 ? 255 : 1;
  return {byte_of(color.red / unit), byte_of(color.green / unit), byte_of(color.blue / unit)};
}

// How bright it is, from 0 to 255.
double luma(Rgb color) { return 0.299 * color.red + 0.587 * color.green + 0.114 * color.blue; }

// Of light, from 0 to 1.
double luminance(Rgb color) {
  const auto linear = [](uint8_t byte) {
    const double part = byte / 255.0;
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(color.red) + 0.7152 * linear(color.green) + 0.0722 * linear(color.blue);
}

Rgb ink_on(Rgb paper) { return is_bright(paper) ? Rgb{0, 0, 0} : Rgb{255, 255, 255}; }

// The largest of the parts.
int distance(Rgb a, Rgb b) {
  return std::max(
      {std::abs(a.red - b.red), std::abs(a.green - b.green), std::abs(a.blue - b.blue)});
}

// Names in bytewise order take the place their hash gives, or the next that is free.
std::map<std::string_view, Rgb> colors_of_names(std::vector<std::string_view> names) {
  std::sort(names.begin(), names.end());
  names.erase(std::unique(names.begin(), names.end()), names.end());
  std::map<std::string_view, Rgb> colors;
  std::vector<bool> used(kColors);
  std::size_t free = kColors;
  for (const std::string_view name : names) {
    std::size_t number = number_of_name(name);
    while (free > 0 && used[number]) number = (number + 1) % kColors;
    if (!used[number]) --free;
    used[number] = true;
    colors[name] = numbered_color(number);
  }
  return colors;
}

}  // namespace

bool is_bright(Rgb color) { return luma(color) > 140; }

Rgb blend(Rgb from, Rgb to, double share) {
  const auto mix = [share](uint8_t a, uint8_t b) {
    return static_cast<uint8_t>(std::lround(a + (b - a) * share));
  };
  return {mix(from.red, to.red), mix(from.green, to.green), mix(from.blue, to.blue)};
}

double contrast(Rgb one, Rgb other) {
  const auto [less, more] = std::minmax({luminance(one), luminance(other)});
  return (more + 0.05) / (less + 0.05);
}

Rgb readable_on(Rgb paper, Rgb color, double least) {
  const Rgb ink = ink_on(paper);
  Rgb readable = color;
  for (int step = 1; contrast(readable, paper) < least && step <= 20; ++step) {
    readable = blend(color, ink, 0.05 * step);
  }
  return readable;
}

Rgb edge_of(Rgb area, Rgb paper) {
  const Rgb darker = blend(area, {}, 0.3);
  return contrast(area, paper) >= kVisible ? darker
         : is_bright(paper)                ? readable_on(paper, darker, kVisible)
                                           : readable_on(paper, area, kVisible);
}

Rgb Palette::by_name(std::string_view name) { return numbered_color(number_of_name(name)); }

Palette Palette::visible_on(Rgb paper) const {
  constexpr int kApart = 12;
  // An area has an outline if its contrast is low, so other parts of the colour are enough.
  const auto is_visible = [paper](Rgb color, bool is_area) {
    if (contrast(color, paper) >= kVisible) return true;
    const int apart = distance(color, paper);
    return is_area && (apart >= 110 || (apart >= 56 && std::abs(luma(color) - luma(paper)) >= 36));
  };
  const Rgb ink = ink_on(paper);
  Palette palette = *this;
  std::vector<Rgb> taken;  // by what was moved
  const auto moved_from = [&](Rgb before) {
    Rgb color = before;
    for (int step = 2; step <= 18; ++step) {
      color = blend(before, ink, 0.05 * step);
      const bool is_free = std::all_of(taken.begin(), taken.end(),
                                       [&](Rgb other) { return distance(color, other) >= kApart; });
      if (is_free && contrast(color, paper) >= kVisible) break;
    }
    if (taken.size() < 64) taken.push_back(color);
    return color;
  };
  std::map<std::array<uint8_t, 3>, Rgb> moved;  // equal ones stay equal
  const auto move = [&](Rgb& color, bool is_area) {
    if (is_visible(color, is_area)) return;
    const std::array<uint8_t, 3> key{color.red, color.green, color.blue};
    const auto found = moved.find(key);
    color =
        found != moved.end() ? found->second : moved.emplace(key, moved_from(color)).first->second;
  };
  for (std::size_t i = 0; i < values_.size(); ++i) move(palette.values_[i], !is_thin_[i]);
  for (Rgb& color : palette.types_) move(color, true);
  return palette;
}

Palette palette_of(const Trace& trace, PaletteKind kind) {
  Palette palette(trace, kind == PaletteKind::safe);
  if (kind != PaletteKind::by_class) return palette;
  static constexpr std::array<Rgb, 5> kClasses{
      {{0, 158, 115}, {86, 180, 233}, {213, 94, 0}, {204, 121, 167}, {170, 170, 170}}};
  const Classes classes;
  for (uint32_t i = 0; i < trace.values().size(); ++i) {
    const auto meaning = classes.of(trace.values()[i].name.text);
    palette.set(ValueId{i}, kClasses.at(static_cast<std::size_t>(meaning.value_class)));
  }
  return palette;
}

Palette::Palette(const Trace& trace, bool is_safe) {
  std::vector<std::string_view> names;
  for (const EntityValue& value : trace.values()) {
    if (is_safe || !value.color) names.push_back(value.name.text);
  }
  for (const Type& type : trace.types()) {
    if (is_safe || !type.color) names.push_back(type.name.text);
  }
  const auto colors = colors_of_names(std::move(names));
  for (const EntityValue& value : trace.values()) {
    values_.push_back(value.color && !is_safe ? rgb_of(*value.color) : colors.at(value.name.text));
    is_thin_.push_back(trace[value.type].kind != TypeKind::state);
  }
  for (const Type& type : trace.types()) {
    types_.push_back(type.color && !is_safe ? rgb_of(*type.color) : colors.at(type.name.text));
  }
}

}  // namespace paje::gui
