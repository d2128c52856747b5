#include "view/gantt/answer_painter.hpp"

#include <algorithm>
#include <cmath>

#include "model/answers/answers.hpp"

namespace paje::gui {

namespace {

// Calls `paint(left, right)` for the spans that are shown, in pixels from the area's left edge;
// what lies in a pixel that is painted already is left out.
template <class Paint>
void for_each_shown(const std::vector<RowSpan>& spans, const TimeAxis& axis, double width,
                    Paint&& paint) {
  const auto first_after = [&](auto from, double time) {
    return std::lower_bound(from, spans.end(), time,
                            [](const RowSpan& span, double at) { return span.span.end < at; });
  };
  const TimeSpan shown = axis.shown();
  double free = 0;
  for (auto span = first_after(spans.begin(), shown.start);
       span != spans.end() && span->span.start <= shown.end;) {
    const double left = std::min(std::max(axis.x_of(span->span.start), free), width - 1);
    const double right = std::clamp(axis.x_of(span->span.end), left + 1, width + 1);
    paint(left, right);
    free = right;
    span = first_after(span + 1, axis.time_at(std::floor(right)));
  }
}

QColor wait_color(const Theme& theme) {
  QColor color = theme.difference;
  color.setAlpha(theme.is_dark ? 130 : 110);
  return color;
}

void paint_rows_of(QPainter& painter, const QRectF& area, const RowPicture& picture) {
  const ViewState& state = picture.state;
  const QBrush hatch(wait_color(picture.theme), Qt::BDiagPattern);
  for (const Row& row : picture.layout.rows) {
    const double top = area.top() + row.y - state.scroll;
    if (top + row.height < area.top()) continue;
    if (top > area.bottom()) break;
    if (state.shows_waits) {
      for_each_shown(picture.answers->waits(row.container), state.axis, area.width(),
                     [&](double left, double right) {
                       const QRectF box(area.left() + left, top, right - left, row.height);
                       QColor tint = wait_color(picture.theme);
                       tint.setAlpha(70);
                       painter.fillRect(box, tint);
                       painter.fillRect(box, hatch);
                     });
    }
    if (state.shows_path) {
      const double height = std::clamp(row.height / 4, 2.0, 5.0);
      // Below the names of states, where there is room for both.
      const double y = row.height >= 16 ? row.height - height - 3 : (row.height - height) / 2;
      for_each_shown(picture.answers->path(row.container), state.axis, area.width(),
                     [&](double left, double right) {
                       const QRectF box(area.left() + left, top + y, right - left, height);
                       painter.fillRect(box.adjusted(0, -1, 0, 1), picture.theme.background);
                       painter.fillRect(box, picture.theme.difference);
                     });
    }
  }
}

}  // namespace

void paint_answers(QPainter& painter, const QRectF& area, const RowPicture& picture) {
  const ViewState& state = picture.state;
  painter.save();
  paint_rows_of(painter, area, picture);
  if (state.shows_iterations) {
    painter.setPen(QPen(picture.theme.accent, 1, Qt::DotLine));
    double last = -5;
    for (const double time : picture.answers->iterations()) {
      const double x = state.axis.x_of_mark(time);
      // Lines nearer than this are a surface.
      if (x < 0 || x > area.width() || x - last < 4) continue;
      last = x;
      painter.drawLine(QPointF(area.left() + x, area.top()),
                       QPointF(area.left() + x, area.bottom()));
    }
  }
  painter.restore();
}

}  // namespace paje::gui
