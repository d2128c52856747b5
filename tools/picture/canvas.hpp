// What pictures are drawn on: SVG text, or pixels that become a PNG file.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "paje/event.hpp"
#include "paje/time_unit.hpp"

namespace paje::tools {

struct Box {
  double x = 0, y = 0, width = 0, height = 0;
};

enum class Anchor { start, middle, end };

class Canvas {
 public:
  Canvas() = default;
  Canvas(const Canvas&) = delete;
  Canvas& operator=(const Canvas&) = delete;
  virtual ~Canvas() = default;

  /// A filled box; `tooltip` is for those who point at it, where that can be.
  virtual void fill(const Box& box, const Color& color, std::string_view tooltip) = 0;
  /// A box of dots: nothing is there, which no colour says.
  virtual void fill_nothing(const Box& box, std::string_view tooltip) = 0;
  virtual void line(double x1, double y1, double x2, double y2, const Color& color,
                    double width) = 0;
  /// `y` is the base line. `size` in pixels.
  virtual void text(double x, double y, Anchor anchor, double size, std::string_view words) = 0;
  /// The whole as the bytes of a file. Call once, at the end.
  virtual std::string finish() = 0;
};

std::unique_ptr<Canvas> svg_canvas(double width, double height);
/// Throws std::runtime_error if a picture of that size cannot be drawn.
std::unique_ptr<Canvas> png_canvas(double width, double height);

/// How wide words are at most in the sans-serif font that pictures use, in pixels.
double text_width(std::string_view words, double size);
/// `words`, cut to fit into `width` with an ellipsis.
std::string fitting(std::string_view words, double size, double width);

/// A colour for the `number`-th of some things that have none of their own. The first eight are
/// distinguished by the colour-blind too (Okabe and Ito); after them come paler and darker ones.
Color palette_color(std::size_t number);

/// Numbers of times that a ruler from `start` to `end` shows: multiples of 1, 2 or 5 times a power
/// of ten, about `wanted` of them, with the unit (s, ms, us, ns) that fits them, if they count in
/// `times`.
struct Ruler {
  double first = 0;
  double step = 1;
  double unit = 1;  ///< of the labels, in the times' own
  std::string unit_name = "s";
  int digits = 0;  ///< after the point, in units
  [[nodiscard]] std::string label(double time) const;
};
Ruler ruler_for(double start, double end, int wanted, TimeUnit times = TimeUnit::seconds);

}  // namespace paje::tools
