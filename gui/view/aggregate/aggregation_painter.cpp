// Pictures of aggregates and of the quality curve.
#include <QCoreApplication>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>

#include "model/number_text.hpp"
#include "view/aggregate/aggregation_view.hpp"
#include "view/gantt/frame_painter.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

void paint_box(QPainter& painter, const QRectF& box, const AggregateBox& aggregate,
               const std::vector<Rgb>& colors) {
  // Values one above the other, as high as their shares.
  double y = box.bottom();
  for (std::size_t value = 0; value < aggregate.shares.size(); ++value) {
    const double height = box.height() * std::clamp(aggregate.shares[value], 0.0, 1.0);
    if (height <= 0) continue;
    painter.fillRect(QRectF(box.left(), y - height, box.width(), height), qcolor(colors[value]));
    y -= height;
  }
}

// Strokes mark where no state is: no colour, not even that of the background, says so.
void paint_nothing(QPainter& painter, const QRectF& area, const Theme& theme) {
  constexpr double kApart = 7;  // pixels
  painter.fillRect(area, theme.background);
  painter.setPen(QPen(theme.faint, 0.6));
  const int strokes = static_cast<int>(std::ceil((area.width() + area.height()) / kApart));
  for (int i = 0; i < strokes; ++i) {
    const double x = area.left() - area.height() + i * kApart;
    painter.drawLine(QPointF(std::max(x, area.left()),
                             std::min(area.bottom(), area.bottom() - (area.left() - x))),
                     QPointF(std::min(x + area.height(), area.right()),
                             std::max(area.top(), area.bottom() - (area.right() - x))));
  }
}

}  // namespace

std::vector<Rgb> colors_of(const RunAggregation& run, const Palette& visible) {
  std::vector<Rgb> colors;
  for (const ValueId value : run.values) colors.push_back(visible.of(value));
  return colors;
}

void paint_aggregation(QPainter& painter, const QRectF& area, const RunAggregation& run,
                       const std::vector<AggregateBox>& boxes, const Theme& theme,
                       const Palette& visible) {
  const std::vector<Rgb> colors = colors_of(run, visible);
  const double leaf = area.height() / run.model.cells.leaves;
  const double slice = area.width() / run.model.cells.slices;
  painter.save();
  painter.setClipRect(area);
  paint_nothing(painter, area, theme);
  QFont font = painter.font();
  font.setPixelSize(11);
  painter.setFont(font);
  const QFontMetricsF metrics(font);
  for (const AggregateBox& aggregate : boxes) {
    const QRectF box(area.left() + aggregate.aggregate.first * slice,
                     area.top() + aggregate.first_leaf * leaf,
                     (aggregate.aggregate.last - aggregate.aggregate.first + 1) * slice,
                     (aggregate.last_leaf - aggregate.first_leaf) * leaf);
    paint_box(painter, box, aggregate, colors);
    if (box.width() > 3 && box.height() > 3) {
      painter.setPen(QPen(theme.background, 1));
      painter.drawRect(box);
    }
    const bool is_root = run.model.containers[aggregate.aggregate.node] == kRootContainer;
    const QString name = is_root ? QCoreApplication::translate("AggregationPainter", "all")
                                 : shown_text(run.model.paths[aggregate.aggregate.node]);
    const double width = metrics.horizontalAdvance(name) + 6;
    if (width > box.width() - 4 || box.height() < 18) continue;
    QColor behind = theme.background;
    behind.setAlpha(200);
    const QRectF label(box.left() + 2, box.top() + 2, width, 14);
    painter.fillRect(label, behind);
    painter.setPen(theme.text);
    painter.drawText(label, Qt::AlignCenter, name);
  }
  painter.restore();
}

void paint_leaf_names(QPainter& painter, const QRectF& area, const RunAggregation& run,
                      const Theme& theme) {
  painter.save();
  QFont font = painter.font();
  font.setPixelSize(11);
  painter.setFont(font);
  painter.setPen(theme.text);
  const QFontMetricsF metrics(font);
  const double leaf = area.height() / run.model.cells.leaves;
  double free = area.top() - metrics.height();  // names must not overlap
  for (uint32_t i = 0; i < run.model.cells.leaves; ++i) {
    const double middle = area.top() + leaf * (i + 0.5);
    if (middle - metrics.height() / 2 < free) continue;
    free = middle + metrics.height() / 2;
    const std::string& path = run.model.paths[i];
    const QString name = shown_text(std::string_view(path).substr(path.rfind('/') + 1));
    painter.drawText(
        QRectF(area.left(), middle - metrics.height() / 2, area.width() - 6, metrics.height()),
        Qt::AlignRight | Qt::AlignVCenter,
        metrics.elidedText(name, Qt::ElideMiddle, area.width() - 6));
  }
  painter.restore();
}

void paint_aggregation_ruler(QPainter& painter, const QRectF& area, const TraceModel& model,
                             const RunAggregation& run, const Theme& theme) {
  ViewState state;
  state.axis = TimeAxis({run.model.start, run.model.end}, area.width());
  const RowLayout none;
  const RowPicture frame{model, state, none, theme};
  paint_ruler(painter, area, frame);
}

void paint_quality_curve(QPainter& painter, const QRectF& area, const RunAggregation& run,
                         std::size_t chosen, const Theme& theme) {
  painter.save();
  QFont font = painter.font();
  font.setPixelSize(10);
  painter.setFont(font);
  painter.fillRect(area, theme.panel);
  const QRectF box = area.adjusted(18, 8, -8, -18);
  painter.setPen(theme.faint);
  painter.drawRect(box);
  painter.drawText(QRectF(box.left(), box.bottom() + 2, box.width(), 14), Qt::AlignCenter,
                   QObject::tr("simplicity gained"));
  painter.save();
  painter.translate(area.left() + 3, box.bottom());
  painter.rotate(-90);
  painter.drawText(QRectF(0, 0, box.height(), 14), Qt::AlignCenter,
                   QObject::tr("information lost"));
  painter.restore();
  const auto point = [&](const Partition& at) {
    return QPointF(box.left() + box.width() * run.gain_share(at),
                   box.bottom() - box.height() * run.loss_share(at));
  };
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.accent, 1.5));
  QPolygonF line;
  for (const Partition& at : run.curve) line << point(at);
  painter.drawPolyline(line);
  painter.setBrush(theme.accent);
  for (const QPointF& at : line) painter.drawEllipse(at, 1.8, 1.8);
  if (chosen < run.curve.size()) {
    painter.setBrush(QColor(220, 120, 0));
    painter.setPen(Qt::NoPen);
    painter.drawEllipse(point(run.curve[chosen]), 5, 5);
  }
  painter.restore();
}

}  // namespace paje::gui
