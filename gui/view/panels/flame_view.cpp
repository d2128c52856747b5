#include "view/panels/flame_view.hpp"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <algorithm>

#include "model/number_text.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

// Which seconds of the graph are shown: all, or those of one box.
std::pair<double, double> seconds_shown(const Flame& flame, uint32_t widest) {
  if (widest == FlameBox::kNone) return {0, flame.seconds};
  const FlameBox& box = flame.boxes[widest];
  return {box.left, box.left + box.seconds};
}

QRectF place_of(const FlameBox& box, const QRectF& area, std::pair<double, double> shown) {
  const double length = shown.second - shown.first;
  if (length <= 0) return {};
  const auto x_of = [&](double at) {
    return area.left() + area.width() * std::clamp((at - shown.first) / length, 0.0, 1.0);
  };
  const double left = x_of(box.left);
  return {left, area.top() + kFlameLine * (box.depth + 1), x_of(box.left + box.seconds) - left,
          kFlameLine};
}

QString words_of_box(const Trace& trace, const Flame& flame, uint32_t number, TimeUnit unit) {
  const FlameBox& box = flame.boxes[number];
  return shown_text(path_of(trace, flame, number)) + '\n' +
         QString::fromStdString(duration_text(box.seconds, unit) + ", " +
                                percent_text(flame.seconds > 0 ? box.seconds / flame.seconds : 0) +
                                "; by itself " + duration_text(box.exclusive, unit) + "; " +
                                count_text(box.count) + (box.count == 1 ? " state" : " states"));
}

}  // namespace

void paint_flame(QPainter& painter, const QRectF& area, const FlamePicture& picture) {
  const Flame& flame = picture.flame;
  painter.save();
  painter.fillRect(area, picture.theme.background);
  QFont font = painter.font();
  font.setPixelSize(11);
  painter.setFont(font);
  const QFontMetricsF metrics(font);
  const auto shown = seconds_shown(flame, picture.widest);
  const auto write = [&](const QRectF& box, const QString& name, const QColor& color) {
    if (box.width() < 24) return;
    painter.setPen(color);
    painter.drawText(box.adjusted(4, 0, -3, 0), Qt::AlignVCenter | Qt::AlignLeft,
                     metrics.elidedText(name, Qt::ElideRight, box.width() - 7));
  };
  const QRectF all(area.left(), area.top(), area.width(), kFlameLine);
  painter.fillRect(all.adjusted(0, 0, 0, -1), picture.theme.panel);
  write(all,
        QString::fromStdString("all: " + duration_text(flame.seconds, picture.unit)) +
            (picture.widest == FlameBox::kNone
                 ? QString()
                 : FlameView::tr("   click here to show all of it again")),
        picture.theme.text);
  std::vector<double> free(flame.depths, area.left() - 1);  // what ends here is painted already
  for (const FlameBox& box : flame.boxes) {
    QRectF place = place_of(box, area, shown);
    // Of boxes narrower than a pixel the first in it stands for all.
    if (place.right() <= free[box.depth] || place.width() <= 0) continue;
    place.setWidth(std::max(place.width(), 1.0));
    free[box.depth] = place.right();
    const double gap = place.width() > 3 ? 1 : 0;
    const Rgb color = picture.palette.of(box.value);
    painter.fillRect(place.adjusted(0, 0, -gap, -1), qcolor(color));
    write(place, shown_text(picture.trace[box.value].name.text), text_on(color));
  }
  painter.restore();
}

uint32_t flame_box_at(QPointF point, const QRectF& area, const Flame& flame, uint32_t widest) {
  const auto shown = seconds_shown(flame, widest);
  for (uint32_t i = 0; i < flame.boxes.size(); ++i) {
    if (place_of(flame.boxes[i], area, shown).contains(point)) return i;
  }
  return FlameBox::kNone;
}

FlameView::FlameView(QWidget* parent) : QWidget(parent) { setAccessibleName(tr("Flame graph")); }

void FlameView::show_flame(const Trace* trace, TimeUnit unit, std::shared_ptr<const Flame> flame,
                           const Palette& palette) {
  if (flame != flame_) widest_ = FlameBox::kNone;
  trace_ = trace;
  unit_ = unit;
  flame_ = std::move(flame);
  palette_ = palette;
  const double height = flame_ ? kFlameLine * (flame_->depths + 1) + 8 : 0;
  setMinimumHeight(static_cast<int>(std::min(height, 1e6)));
  update();
}

void FlameView::set_theme(const Theme& theme) {
  theme_ = theme;
  update();
}

QRectF FlameView::box_area(uint32_t box) const {
  return place_of(flame_->boxes[box], area(), seconds_shown(*flame_, widest_));
}

QString FlameView::words_of(uint32_t box) const {
  return box == FlameBox::kNone ? QString() : words_of_box(*trace_, *flame_, box, unit_);
}

void FlameView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme_.background);
  if (!flame_) return;
  paint_flame(painter, area(), {*trace_, *flame_, palette_, theme_, unit_, widest_});
}

void FlameView::mouseReleaseEvent(QMouseEvent* event) {
  if (!flame_) return;
  if (event->position().y() < area().top() + kFlameLine) {
    widest_ = FlameBox::kNone;
    update();
    return;
  }
  const uint32_t box = flame_box_at(event->position(), area(), *flame_, widest_);
  if (box == FlameBox::kNone || !flame_->boxes[box].longest) return;
  emit occurrence_wanted(*flame_->boxes[box].longest, flame_->boxes[box].value);
}

void FlameView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (!flame_) return;
  const uint32_t box = flame_box_at(event->position(), area(), *flame_, widest_);
  if (box != FlameBox::kNone) widest_ = box;
  update();
}

bool FlameView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || !flame_) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(),
                     words_of(flame_box_at(help->pos(), area(), *flame_, widest_)), this);
  return true;
}

}  // namespace paje::gui
