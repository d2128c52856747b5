// A whole picture with title, ruler, names and legend, and the files it is written to.
#pragma once

#include <QPainter>
#include <QSize>
#include <QString>
#include <functional>

#include "view/gantt/row_painter.hpp"

namespace paje::gui {

inline constexpr double kHighestRow = 34;

/// Sets the picture's parts and paints them. `as_vectors`: for SVG and PDF. Where the run differs
/// from another is marked if that is known. Returns where the rows lie.
QRectF paint_picture(QPainter& painter, const QSizeF& size, const TraceModel& model,
                     ViewState state, const Theme& theme, bool as_vectors,
                     const Differences* differences = nullptr, double highest = kHighestRow,
                     const Answers* answers = nullptr);
/// How high such a picture must be for its title, ruler and legend, and some rows between them.
double least_height_in(double width, const TraceModel& model, const ViewState& state,
                       const QFont& font);
/// Room that names of rows take in such a picture, in pixels.
double names_width_in(const QSizeF& size, const TraceModel& model, const ViewState& state,
                      const QFont& font);
/// How high bands of states are in such a picture, in pixels, and at most.
double row_height_in(const QSizeF& size, const TraceModel& model, const ViewState& state);

/// Calls `paint(painter, as_vectors)` for a picture of `size` and writes it to `path`; its end
/// (.png, .svg, .pdf) says as what. The file appears only when it is whole. Throws
/// std::runtime_error with a message for people.
void write_picture(const QString& path, const QSize& size, const QString& title,
                   const std::function<void(QPainter&, bool)>& paint);

/// Whether write_picture() can make the kind of file that the path's end asks for.
bool is_picture_path(const QString& path);

/// What write_picture() can write: `PNG (*.png);;...` as file dialogs have it.
QString picture_filters();

}  // namespace paje::gui
