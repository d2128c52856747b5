#include "view/shift_view.hpp"

#include <QCoreApplication>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "model/number_text.hpp"

namespace paje::gui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("ShiftView", text); }

QString signed_duration(double seconds) {
  if (std::abs(seconds) < 1e-12) return QStringLiteral("0 s");
  return (seconds < 0 ? QStringLiteral("-") : QStringLiteral("+")) +
         QString::fromStdString(duration_text(std::abs(seconds)));
}

void paint_scale(QPainter& painter, const QRectF& area, const Shift& bounds, const Theme& theme) {
  QFont font = painter.font();
  font.setPixelSize(10);
  painter.setFont(font);
  painter.setPen(theme.faint);
  painter.drawText(area.adjusted(4, 1, -4, 0), Qt::AlignRight | Qt::AlignTop,
                   signed_duration(bounds.greatest));
  painter.drawText(area.adjusted(4, 0, -4, -1), Qt::AlignRight | Qt::AlignBottom,
                   signed_duration(bounds.least));
  painter.setPen(theme.text);
  const QFontMetricsF metrics(font);
  painter.drawText(area.adjusted(4, 14, -4, -14), Qt::AlignLeft | Qt::AlignVCenter,
                   metrics.elidedText(tr("shift"), Qt::ElideRight, area.width() - 8));
}

}  // namespace

void paint_shift(QPainter& painter, const QRectF& area, double names, const RunAlignment& alignment,
                 const TimeAxis& axis, const Theme& theme) {
  painter.save();
  painter.setClipRect(area);
  painter.fillRect(area, theme.panel);
  const QRectF curve = area.adjusted(names, 0, 0, 0);
  painter.fillRect(curve, theme.background);
  Shift bounds = alignment.bounds();
  paint_scale(painter, {area.left(), area.top(), names, area.height()}, bounds, theme);
  if (!(bounds.greatest > bounds.least)) bounds.greatest = bounds.least + 1e-9;
  const double room = curve.height() - 6;
  const auto y_of = [&](double shift) {
    return curve.bottom() - 3 - room * (shift - bounds.least) / (bounds.greatest - bounds.least);
  };
  painter.setClipRect(curve);
  painter.setPen(QPen(theme.faint, 1, Qt::DashLine));
  painter.drawLine(QPointF(curve.left(), y_of(0)), QPointF(curve.right(), y_of(0)));
  QPolygonF band;
  QPolygonF line;
  const TimeSpan run = alignment.run(0).span();
  for (double x = 0; x <= curve.width(); x += 1) {
    const double time = axis.time_at(x);
    if (time < run.start || time > run.end) continue;
    const Shift shift = alignment.shift_at(time);
    line << QPointF(curve.left() + x, y_of(shift.mean));
    band << QPointF(curve.left() + x, y_of(shift.greatest));
    band.prepend(QPointF(curve.left() + x, y_of(shift.least)));
  }
  QColor fill = theme.accent;
  fill.setAlpha(50);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(fill);
  painter.drawPolygon(band);
  painter.setPen(QPen(theme.accent, 1.5));
  painter.drawPolyline(line);
  painter.restore();
}

void ShiftView::set_alignment(RunAlignmentPointer alignment) {
  alignment_ = std::move(alignment);
  update();
}

void ShiftView::follow(const TimeAxis& axis, const QRectF& rows) {
  axis_ = axis;
  rows_ = rows;
  update();
}

void ShiftView::set_theme(const Theme& theme) {
  theme_ = theme;
  update();
}

void ShiftView::set_message(const QString& text) {
  message_ = text;
  setAccessibleName(text);
  update();
}

void ShiftView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  if (!alignment_) {
    painter.fillRect(rect(), theme_.panel);
    painter.setPen(theme_.faint);
    painter.drawText(rect(), Qt::AlignCenter | Qt::TextWordWrap, message_);
    return;
  }
  paint_shift(painter, QRectF(0, 0, rows_.right(), height()), rows_.left(), *alignment_, axis_,
              theme_);
}

void ShiftView::mouseReleaseEvent(QMouseEvent* event) {
  const double x = event->position().x() - rows_.left();
  if (alignment_ && x >= 0) emit time_wanted(axis_.time_at(x));
}

}  // namespace paje::gui
