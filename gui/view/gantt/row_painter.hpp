// Paints rows of a trace: states, punctual events, variables, links. Used by the window and for
// pictures in files; costs what the pixels cost.
#pragma once

#include <QPainter>
#include <QRectF>

#include "model/rows/row_layout.hpp"
#include "model/rows/trace_model.hpp"
#include "model/time/view_state.hpp"
#include "view/window/theme.hpp"

namespace paje::gui {

class Answers;
class Differences;
class NameCache;

struct RowPicture {
  const TraceModel& model;
  const ViewState& state;
  const RowLayout& layout;
  const Theme& theme;
  NameCache* names = nullptr;  ///< kept from one picture to the next, where there is one
  const Differences* differences = nullptr;  ///< from another run, to be marked
  /// While it moves: where there is more to show than a frame has time for, in coarser columns.
  bool is_draft = false;
  /// The state's colours as they can be seen on the theme's background; null: as they are.
  const Palette* visible = nullptr;
  const Answers* answers = nullptr;  ///< of analyses, where they are wanted
  [[nodiscard]] const Palette& palette() const {
    return visible != nullptr ? *visible : state.palette;
  }
};

/// Everything that does not depend on the mouse, into `area`; `state.axis` is as wide as it. With
/// `as_vectors` nothing is drawn as pixels.
void paint_rows(QPainter& painter, const QRectF& area, const RowPicture& picture, bool as_vectors);

/// Selected range and object, cursor, measure, bookmarks: what lies above the rows.
void paint_overlay(QPainter& painter, const QRectF& area, const RowPicture& picture);

/// Names of rows, indented, with a triangle where there is something to collapse.
void paint_names(QPainter& painter, const QRectF& area, const RowPicture& picture);
/// How wide the names are that are before rows, at most `most`.
double names_width(const RowPicture& picture, const QFont& font, double most);
/// Where the triangle of a row is, from the left edge.
double triangle_x(const Row& row);

}  // namespace paje::gui
