// Paints variables: one or several as lines with their scale, or each as a strip whose colour says
// the value.
#pragma once

#include "view/gantt/row_painter.hpp"

namespace paje::gui {

/// The variables of a placed track into `area`, as the row options say.
void paint_variables(QPainter& painter, const QRectF& area, const TrackBands& track,
                     const RowPicture& picture);

/// Variables over the whole run, for a minimap without states: few as lines, more as strips of a
/// heat map, as many as there is room for.
void paint_variables_of_run(QPainter& painter, const QRectF& area, const RowPicture& picture);

/// The colour of a value in a heat map, by its share of the scale: the same on any background, dark
/// for little and bright for much; those who see few colours see it, too.
QColor heat_color(double share);

/// The colour of a line: as an area has it, or further from the background if that is as bright.
QColor line_color(const QColor& color, const Theme& theme);

}  // namespace paje::gui
