#include "view/compare/shift_view.hpp"

#include <QCoreApplication>
#include <QMouseEvent>
#include <algorithm>
#include <cmath>

#include "model/number_text.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("ShiftView", text); }

QString signed_duration(double time, TimeUnit unit) {
  if (std::abs(time) < 1e-12) time = 0;
  if (time == 0) return QString::fromStdString(duration_text(0, unit));
  return (time < 0 ? QStringLiteral("-") : QStringLiteral("+")) +
         QString::fromStdString(duration_text(std::abs(time), unit));
}

QString name_of(const RunAlignment& alignment, uint32_t track) {
  const ContainerId container = alignment.container(0, track);
  return shown_text(alignment.run(0).trace()[container].name.text);
}

void paint_scale(QPainter& painter, const QRectF& area, const Shift& bounds,
                 const ShiftPicture& picture) {
  QFont font = painter.font();
  font.setPixelSize(10);
  painter.setFont(font);
  painter.setPen(picture.theme.faint);
  painter.drawText(area.adjusted(4, 1, -4, 0), Qt::AlignRight | Qt::AlignTop,
                   signed_duration(bounds.greatest, picture.alignment.unit()));
  painter.drawText(area.adjusted(4, 0, -4, -1), Qt::AlignRight | Qt::AlignBottom,
                   signed_duration(bounds.least, picture.alignment.unit()));
  painter.setPen(picture.theme.text);
  const QFontMetricsF metrics(font);
  const auto write = [&](double y, const QString& words) {
    painter.drawText(QRectF(area.left() + 4, y, area.width() - 8, 14),
                     Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(words, Qt::ElideMiddle, area.width() - 8));
  };
  const double middle = area.center().y();
  write(middle - 14, tr("shift"));
  if (!picture.track) return;
  write(middle, name_of(picture.alignment, *picture.track));
}

// A line from each state above to its partner below; where many would touch, one of some.
void paint_pairs(QPainter& painter, const QRectF& area, const ShiftPicture& picture) {
  constexpr double kApart = 5;  // pixels
  const TimeAxis& above = picture.axes[0];
  const auto cells = static_cast<std::size_t>(std::max(area.width() / kApart, 1.0));
  painter.setRenderHint(QPainter::Antialiasing);
  for (const StatePair& pair : picture.alignment.pairs(*picture.track, above.shown(), cells)) {
    QColor color =
        pair.is_match ? qcolor(picture.palette.of(pair.values[0])) : picture.theme.difference;
    color.setAlpha(pair.is_match ? 190 : 255);
    painter.setPen(QPen(color, pair.is_match ? 1.4 : 2));
    // A partner far off is only pointed at: lines of millions of pixels are not lines any more.
    const double below = std::clamp(picture.axes[1].x_of(pair.starts[1]), -1e5, 1e5);
    painter.drawLine(QPointF(area.left() + above.x_of(pair.starts[0]), area.top()),
                     QPointF(area.left() + below, area.bottom()));
  }
}

void paint_curve(QPainter& painter, const QRectF& area, const Shift& bounds,
                 const ShiftPicture& picture) {
  const double room = area.height() - 6;
  const auto y_of = [&](double shift) {
    return area.bottom() - 3 - room * (shift - bounds.least) / (bounds.greatest - bounds.least);
  };
  painter.setPen(QPen(picture.theme.faint, 1, Qt::DashLine));
  painter.drawLine(QPointF(area.left(), y_of(0)), QPointF(area.right(), y_of(0)));
  QPolygonF band;
  QPolygonF line;
  const TimeSpan run = picture.alignment.run(0).span();
  const int last = static_cast<int>(area.width());
  for (int x = 0; x <= last; ++x) {
    const double time = picture.axes[0].time_at(x);
    if (time < run.start || time > run.end) continue;
    const Shift shift = picture.alignment.shift_at(time);
    line << QPointF(area.left() + x, y_of(shift.mean));
    band << QPointF(area.left() + x, y_of(shift.greatest));
    band.prepend(QPointF(area.left() + x, y_of(shift.least)));
  }
  QColor fill = picture.theme.accent;
  fill.setAlpha(50);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(fill);
  painter.drawPolygon(band);
  painter.setPen(QPen(picture.theme.accent, 2));
  painter.drawPolyline(line);
}

}  // namespace

void paint_shift(QPainter& painter, const QRectF& area, const ShiftPicture& picture) {
  painter.save();
  painter.setClipRect(area);
  painter.fillRect(area, picture.theme.panel);
  const QRectF rows = area.adjusted(picture.names, 0, 0, 0);
  painter.fillRect(rows, picture.theme.background);
  Shift bounds = picture.alignment.bounds();
  paint_scale(painter, {area.left(), area.top(), picture.names, area.height()}, bounds, picture);
  if (!(bounds.greatest > bounds.least)) {  // a flat line in the middle
    bounds.least -= 1e-9;
    bounds.greatest += 1e-9;
  }
  painter.setClipRect(rows);
  if (picture.track) paint_pairs(painter, rows, picture);
  paint_curve(painter, rows, bounds, picture);
  painter.restore();
}

void ShiftView::set_alignment(RunAlignmentPointer alignment) {
  alignment_ = std::move(alignment);
  show_track(alignment_ ? alignment_->first_common_track() : std::nullopt);
}

void ShiftView::follow(const std::array<TimeAxis, 2>& axes, const QRectF& rows,
                       const Palette& palette) {
  axes_ = axes;
  rows_ = rows;
  palette_ = palette;
  update();
}

void ShiftView::show_pairs_of(int slot, ContainerId container, TypeId type) {
  if (!alignment_) return;
  const auto track = alignment_->track_of(slot, container, type);
  if (!track || !alignment_->comparison().tracks[*track].in_both()) return;
  show_track(track);
}

void ShiftView::show_track(std::optional<uint32_t> track) {
  track_ = track;
  setToolTip(track_
                 ? tr("How much later the lower trace is: the mean, and the least and greatest.\n"
                      "Lines join states of %1 with their partners.")
                       .arg(name_of(*alignment_, *track_))
                 : QString());
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
  paint_shift(painter, QRectF(0, 0, rows_.right(), height()),
              {*alignment_, axes_, rows_.left(), track_, palette_, theme_});
}

void ShiftView::mouseReleaseEvent(QMouseEvent* event) {
  const double x = event->position().x() - rows_.left();
  if (alignment_ && x >= 0) emit time_wanted(axes_[0].time_at(x));
}

}  // namespace paje::gui
