// Paints links as arrows: each by itself while there are few, bundles with their number shown by
// width when there are many.
#pragma once

#include "view/gantt/row_painter.hpp"

namespace paje::gui {

void paint_links(QPainter& painter, const QRectF& area, const RowPicture& picture);

}  // namespace paje::gui
