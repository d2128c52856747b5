// Draws columns of shares: as pixels of an image, or as boxes where the picture is vectors. A
// column that holds several values is cut into parts as high as their shares; values too rare for a
// pixel get one at the upper edge, so that they are seen.
#pragma once

#include <QImage>
#include <QPainter>

#include "model/columns.hpp"
#include "model/palette.hpp"

namespace paje::gui {

/// Part of a column: rows [top, bottom) in one colour.
struct StripePart {
  int top = 0;
  int bottom = 0;
  uint32_t value = 0;
};

/// Cuts a column `height` pixels high; shares from the lower edge upwards.
void cut_column(std::span<const Share> shares, int height, std::vector<StripePart>& parts);

/// Into `image` (RGB32), one column of it for each of `columns`, times `step`.
void fill_stripes(QImage& image, int top, int height, const ShareColumns& columns, int step,
                  const Palette& palette);
/// The same with boxes; `scale` is the width of a column.
void draw_stripes(QPainter& painter, const QRectF& area, const ShareColumns& columns, double scale,
                  const Palette& palette);

}  // namespace paje::gui
