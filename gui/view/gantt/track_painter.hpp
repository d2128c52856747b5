// Paints single tracks: edges and names of wide states, marks of punctual events, lines of
// variables, and what is selected.
#pragma once

#include "view/gantt/name_cache.hpp"
#include "view/gantt/row_painter.hpp"

namespace paje::gui {

/// Where wide states begin, and their names: into `area`, which lies in `pixels`, `ratio` to
/// a unit.
void write_state_edges(const PixelArea& pixels, const QRectF& area,
                       const std::vector<WideState>& states, const RowPicture& picture,
                       double ratio, NameCache& names);
/// The same as vectors.
void paint_state_edges(QPainter& painter, const QRectF& area, const std::vector<WideState>& states,
                       const RowPicture& picture);
/// Marks times, which ascend, along the lower edge of a track.
void paint_differences(QPainter& painter, const QRectF& area, const std::vector<TimeSpan>& spans,
                       const RowPicture& picture);
void paint_events(QPainter& painter, const QRectF& area, uint32_t band, const RowPicture& picture);
void paint_selected(QPainter& painter, const QRectF& area, const ObjectRef& object,
                    const RowPicture& picture);

}  // namespace paje::gui
