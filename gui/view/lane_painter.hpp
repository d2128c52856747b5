// Paints single lanes: edges and names of wide states, marks of punctual events, lines of
// variables, and what is selected.
#pragma once

#include "view/row_painter.hpp"

namespace paje::gui {

void paint_state_edges(QPainter& painter, const QRectF& area, const std::vector<WideState>& states,
                       const RowPicture& picture);
void paint_events(QPainter& painter, const QRectF& area, uint32_t band, const RowPicture& picture);
void paint_variable(QPainter& painter, const QRectF& area, uint32_t band,
                    const RowPicture& picture);
void paint_selected(QPainter& painter, const QRectF& area, const ObjectRef& object,
                    const RowPicture& picture);

}  // namespace paje::gui
