// Draws columns of shares: as pixels of an image, or as shapes where the picture is vectors. A
// column that holds several values is cut into parts as high as their shares; values too rare for a
// pixel get one at the upper edge, so that they are seen.
#pragma once

#include <QImage>
#include <QPainter>
#include <array>
#include <vector>

#include "model/lod/columns.hpp"
#include "model/palette.hpp"

namespace paje::gui {

/// Part of a column: rows [top, bottom) in one colour.
struct StripePart {
  int top = 0;
  int bottom = 0;
  uint32_t value = 0;
  bool is_mark = false;  ///< of a rare value, over the others
  friend bool operator==(const StripePart&, const StripePart&) = default;
};

/// Cuts a column `height` pixels high; shares from the lower edge upwards.
void cut_column(std::span<const Share> shares, int height, std::vector<StripePart>& parts);

/// Pixels of an RGB32 image, or of a part of one. Rows of it may be written by different threads.
struct PixelArea {
  QRgb* pixels = nullptr;
  std::size_t pitch = 0;  ///< from one line to the next, in pixels
  int width = 0;
  int height = 0;
};

/// Colours by value as pixels have them; of numbers without one, that of other values.
class PixelColors {
 public:
  /// Red, green, blue and alpha, from 0 to 255: to be mixed.
  using Parts = std::array<float, 4>;

  explicit PixelColors(const Palette& palette);
  [[nodiscard]] QRgb of(uint32_t value) const {
    return value < colors_.size() ? colors_[value] : others_;
  }
  [[nodiscard]] const Parts& parts_of(uint32_t value) const {
    return value < parts_.size() ? parts_[value] : other_parts_;
  }

 private:
  std::vector<QRgb> colors_;
  std::vector<Parts> parts_;
  QRgb others_;
  Parts other_parts_;
};

/// Fills `height` lines from `top` on: each of `columns` is `step` pixels wide. What is after
/// stays where nothing is.
void fill_stripes(const PixelArea& area, int top, int height, const ShareColumns& columns, int step,
                  const PixelColors& colors);
/// The same with boxes; `scale` is the width of a column.
void draw_stripes(QPainter& painter, const QRectF& area, const ShareColumns& columns, double scale,
                  const Palette& palette);
/// The same for vectors: what pixels would show, with one shape for each value.
void draw_shapes(QPainter& painter, const QRectF& area, const ShareColumns& columns, double scale,
                 const Palette& palette);

}  // namespace paje::gui
