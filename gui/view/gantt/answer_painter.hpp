// Paints what analyses say over the rows: waits shaded, the critical path as a line along the rows
// it goes through, iterations as lines across all of them.
#pragma once

#include "view/gantt/row_painter.hpp"

namespace paje::gui {

void paint_answers(QPainter& painter, const QRectF& area, const RowPicture& picture);

}  // namespace paje::gui
