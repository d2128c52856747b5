#include "view/aggregate/aggregation_picture.hpp"

#include <QCoreApplication>
#include <algorithm>
#include <cmath>

#include "model/number_text.hpp"
#include "view/aggregate/aggregation_view.hpp"
#include "view/gantt/frame_painter.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

constexpr double kMargin = 10;
constexpr double kTitle = 24;
constexpr double kCurve = 200;

std::vector<LegendEntry> legend_of(const RunAggregation& run, const Palette& visible) {
  const std::vector<Rgb> colors = colors_of(run, visible);
  std::vector<LegendEntry> entries;
  for (std::size_t value = 0; value < colors.size(); ++value) {
    entries.push_back({{}, run.type, shown_text(run.model.value_names[value]), colors[value]});
  }
  return entries;
}

void paint_title(QPainter& painter, const QRectF& area, const QString& words, const Theme& theme) {
  QFont font = painter.font();
  font.setPixelSize(14);
  font.setBold(true);
  painter.save();
  painter.setFont(font);
  painter.setPen(theme.text);
  painter.drawText(area, Qt::AlignVCenter | Qt::AlignLeft,
                   QFontMetricsF(font).elidedText(words, Qt::ElideRight, area.width()));
  painter.restore();
}

}  // namespace

void paint_aggregation_picture(QPainter& painter, const QSizeF& size, const TraceModel& model,
                               const RunAggregation& run, std::size_t chosen, const Theme& theme,
                               const Palette& palette) {
  const Palette visible = palette.visible_on(rgb(theme.background));
  painter.fillRect(QRectF(QPointF(), size), theme.background);
  const double inner = size.width() - 2 * kMargin;
  const auto legend = shortened(legend_of(run, visible), model.trace(), 30);
  const double legend_height =
      paint_legend(nullptr, QRectF(0, 0, inner, 0), painter.font(), legend, theme);
  const double top = kMargin + kTitle + kRulerHeight;
  const double names = std::min(110.0, inner / 6);
  const QRectF boxes(kMargin + names, top,
                     std::max(std::floor(inner - names - kCurve - kMargin), 20.0),
                     std::max(size.height() - top - legend_height - 2 * kMargin, 20.0));
  const Partition& part = run.curve[chosen];
  const QString words =
      QCoreApplication::translate("AggregationPicture",
                                  "%1: %2 aggregates, complexity less by %3, information lost %4")
          .arg(shown_text(model.name()))
          .arg(part.parts.size())
          .arg(QString::fromStdString(percent_text(run.gain_share(part))),
               QString::fromStdString(percent_text(run.loss_share(part))));
  paint_title(painter, {kMargin, kMargin - 4, inner, kTitle}, words, theme);
  paint_aggregation_ruler(painter, {boxes.left(), top - kRulerHeight, boxes.width(), kRulerHeight},
                          model, run, theme);
  paint_leaf_names(painter, {kMargin, top, names, boxes.height()}, run, theme);
  paint_aggregation(painter, boxes, run, boxes_of(run, part), theme, visible);
  paint_quality_curve(painter,
                      {boxes.right() + kMargin, top, kCurve, std::min(boxes.height(), 200.0)}, run,
                      chosen, theme);
  paint_legend(&painter, {kMargin, boxes.bottom() + kMargin, inner, legend_height}, painter.font(),
               legend, theme);
}

}  // namespace paje::gui
