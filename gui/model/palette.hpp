// A colour for every value and type of a trace: the trace's own, else one that the colour-blind
// distinguish and that a name keeps from trace to trace.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "paje/trace.hpp"

namespace paje::gui {

struct Rgb {
  uint8_t red = 0;
  uint8_t green = 0;
  uint8_t blue = 0;
  friend bool operator==(const Rgb&, const Rgb&) = default;
};

/// Whether dark words are read better on it than bright ones.
bool is_bright(Rgb color);
/// Between two colours: `share` of `to`.
Rgb blend(Rgb from, Rgb to, double share);

/// How bright one is to the other, from 1 to 21, as the Web Content Accessibility Guidelines count.
double contrast(Rgb one, Rgb other);
/// The least of it that small words need.
inline constexpr double kReadable = 4.5;
/// The least of it that thin lines and marks need.
inline constexpr double kVisible = 3;
/// With less, an area has an outline all around.
inline constexpr double kFaint = 1.2;
/// The colour, or one like it, darker on bright paper and brighter on dark, that words can be read
/// in, or that has another contrast.
Rgb readable_on(Rgb paper, Rgb color, double least = kReadable);
/// Of the edges of an area, which is on paper.
Rgb edge_of(Rgb area, Rgb paper);

/// Which colours values have before somebody changes them.
enum class PaletteKind : uint8_t {
  trace,     ///< the trace's own
  safe,      ///< those that the colour-blind tell apart
  by_class,  ///< one for each class of values: computing, communication, waiting, ...
};

class Palette {
 public:
  Palette() = default;
  /// With `is_safe`, the trace's own colours do not count.
  explicit Palette(const Trace& trace, bool is_safe = false);

  [[nodiscard]] Rgb of(ValueId value) const {
    return value.index < values_.size() ? values_[value.index] : kOthers;
  }
  [[nodiscard]] Rgb of(TypeId type) const { return types_[type.index]; }
  /// How many values have a colour.
  [[nodiscard]] std::size_t size() const { return values_.size(); }
  void set(ValueId value, Rgb color) { values_[value.index] = color; }
  void set(TypeId type, Rgb color) { types_[type.index] = color; }
  friend bool operator==(const Palette&, const Palette&) = default;

  /// The same, but with a contrast of at least kVisible for events, and for values and types whose
  /// colours are close to the paper's: these are moved towards black on bright paper, towards white
  /// on dark, and apart from all others.
  [[nodiscard]] Palette visible_on(Rgb paper) const;

  /// What many rare values together are shown in.
  static constexpr Rgb kOthers{150, 150, 150};
  /// The colour that a name gets when its neighbours leave it free.
  static Rgb by_name(std::string_view name);

 private:
  std::vector<Rgb> values_;
  std::vector<bool> is_thin_;  // by value: of an event or a link, not of a state
  std::vector<Rgb> types_;
};

Palette palette_of(const Trace& trace, PaletteKind kind);

}  // namespace paje::gui
