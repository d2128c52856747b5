// The mouse over the Gantt chart: wheel, dragging, clicks, hovering.
#include <QHelpEvent>
#include <QMouseEvent>
#include <QToolTip>
#include <QWheelEvent>
#include <algorithm>
#include <cmath>

#include "model/number_text.hpp"
#include "model/rows/hit.hpp"
#include "view/gantt/frame_painter.hpp"
#include "view/gantt/gantt_view.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

constexpr double kClick = 4;  // pixels; a press that moves less is a click

}  // namespace

void GanttView::wheelEvent(QWheelEvent* event) {
  if (!model_) return;
  const QPoint angle = event->angleDelta();
  const double steps = (angle.y() != 0 ? angle.y() : angle.x()) / 120.0;
  const double x = event->position().x() - rows_area().left();
  if (event->modifiers().testFlag(Qt::ShiftModifier) || angle.y() == 0) {
    pan(-steps * 0.12);
  } else if (event->modifiers().testFlag(Qt::ControlModifier)) {
    scale_rows(std::pow(1.15, steps));
  } else if (event->modifiers().testFlag(Qt::AltModifier) || x < 0) {
    scroll_rows(-steps * 60);
  } else {
    zoom(std::pow(1.25, steps), x);
  }
  // The status line follows what is under the mouse now.
  last_ = event->position();
  hover(last_);
  event->accept();
}

void GanttView::mousePressEvent(QMouseEvent* event) {
  if (!model_) return;
  emit pressed();
  press_ = last_ = event->position();
  has_moved_ = false;
  if (minimap_area().contains(press_)) {
    remember();
    drag_ = Drag::minimap;
    drag_minimap(press_);
  } else if (names_area().contains(press_)) {
    const std::size_t row = layout_.row_at(in_rows(press_).y());
    drag_ = event->button() == Qt::LeftButton && row < layout_.rows.size() ? Drag::row : Drag::none;
    dragged_row_ = row;
  } else if (press_.x() >= rows_area().left()) {
    const bool is_box = event->modifiers().testFlag(Qt::ShiftModifier);
    drag_ = is_box ? Drag::box : event->button() == Qt::RightButton ? Drag::range : Drag::pan;
  }
}

void GanttView::mouseMoveEvent(QMouseEvent* event) {
  if (!model_) return;
  const QPointF now = event->position();
  if ((now - press_).manhattanLength() >= kClick && drag_ != Drag::none && !has_moved_) {
    has_moved_ = true;
    if (drag_ == Drag::pan) remember();
  }
  if (has_moved_ && drag_ == Drag::pan) {
    state_.axis.pan(last_.x() - now.x());
    scroll_rows(last_.y() - now.y());
    changed_axis();
  } else if (has_moved_ && (drag_ == Drag::range || drag_ == Drag::box)) {
    drag_range(now);
  } else if (drag_ == Drag::minimap) {
    drag_minimap(now);
  }
  last_ = now;
  hover(now);
  update();
}

void GanttView::mouseReleaseEvent(QMouseEvent* event) {
  if (!model_) return;
  const Drag drag = std::exchange(drag_, Drag::none);
  const QPointF now = event->position();
  if ((drag == Drag::range || drag == Drag::box) && has_moved_) {
    set_range(model_->rounded(*state_.range), std::set<ContainerId>(state_.box));
  } else if (drag == Drag::row && has_moved_) {
    drop_row(now);
  } else if (event->button() == Qt::RightButton && !has_moved_) {
    const std::size_t row = layout_.row_at(in_rows(now).y());
    if (row < layout_.rows.size()) {
      emit menu_wanted(layout_.rows[row].container, event->globalPosition().toPoint());
    }
  } else if (drag == Drag::pan && !has_moved_) {
    click(now);
  } else if (drag == Drag::row && !has_moved_) {
    click_name(now);
  }
  has_moved_ = false;
  update();
}

void GanttView::mouseDoubleClickEvent(QMouseEvent* event) {
  if (model_ && state_.selected && rows_area().contains(event->position())) show_range();
}

void GanttView::leaveEvent(QEvent*) {
  state_.cursor.reset();
  emit hovered({});
  update();
}

void GanttView::click(QPointF point) {
  if (is_measuring_) {
    measure();
    return;
  }
  const QPointF at = in_rows(point);
  select(object_at(*model_, layout_, state_, at.x(), at.y()), false);
}

void GanttView::click_name(QPointF point) {
  const std::size_t at = layout_.row_at(in_rows(point).y());
  if (at == layout_.rows.size()) return;
  const Row& row = layout_.rows[at];
  if (!row.has_children) return;
  RowOptions options = state_.rows;
  if (!options.collapsed.erase(row.container)) options.collapsed.insert(row.container);
  set_row_options(options);
}

void GanttView::hover(QPointF point) {
  const QRectF rows = rows_area();
  if (point.x() < rows.left()) {
    state_.cursor.reset();
    const std::size_t at = layout_.row_at(in_rows(point).y());
    const bool is_row = names_area().contains(point) && at < layout_.rows.size();
    emit hovered(is_row ? shown_text(container_path(model_->trace(), layout_.rows[at].container))
                        : QString());
    return;
  }
  const QPointF at = in_rows(point);
  const double time = state_.axis.time_at(at.x());
  state_.cursor = time;
  if (is_measuring_ && state_.measure) state_.measure->end = time;
  const TimeForm form = time_form();
  QString text = QString::fromStdString(form.text(time));
  if (state_.measure) {
    text += tr("   measured %1")
                .arg(QString::fromStdString(form.length_text(std::abs(state_.measure->length()))));
  }
  if (rows.contains(point) && drag_ == Drag::none) {
    if (const auto object = object_at(*model_, layout_, state_, at.x(), at.y())) {
      text += "   " + shown_text(place_of(model_->trace(), *object)) + "   " +
              shown_text(title_of(*model_, *object)) + bundle_words(at);
    }
  }
  emit hovered(text);
}

// From the press to here; a box has rows, too, and keeps to the edges of their states.
void GanttView::drag_range(QPointF now) {
  const double left = rows_area().left();
  const double first_y = in_rows(press_).y();
  const double last_y = in_rows(now).y();
  const auto time = [&](double x, double y) {
    const double at = state_.axis.time_at(std::clamp(x - left, 0.0, state_.axis.width()));
    if (drag_ == Drag::range) return at;
    return snapped(*model_, layout_, at, y, 6 * state_.axis.seconds_per_pixel());
  };
  const double one = time(press_.x(), first_y);
  const double other = time(now.x(), last_y);
  state_.range = TimeSpan{std::min(one, other), std::max(one, other)};
  state_.box.clear();
  if (drag_ == Drag::range) return;
  for (const Row& row : layout_.rows) {
    if (row.y + row.height < std::min(first_y, last_y) || row.y > std::max(first_y, last_y))
      continue;
    state_.box.insert(row.container);
  }
}

// Of a line that stands for several links, one of which is the object there.
QString GanttView::bundle_words(QPointF at) const {
  const uint32_t links = links_at(*model_, layout_, state_, at.x(), at.y());
  return links > 1
             ? tr(", one of %1 links drawn as one").arg(QString::fromStdString(count_text(links)))
             : QString();
}

QString GanttView::words_at(QPointF point) const {
  if (!model_) return {};
  if (names_area().contains(point)) {
    const std::size_t at = layout_.row_at(in_rows(point).y());
    if (at >= layout_.rows.size()) return {};
    return shown_text(container_path(model_->trace(), layout_.rows[at].container));
  }
  if (!rows_area().contains(point)) return {};
  const QPointF at = in_rows(point);
  if (model_->is_coarse()) {
    const auto hit = hit_at(layout_, at.y());
    return hit && hit->track != nullptr ? tr("A coarse picture: objects appear when it is sharp")
                                        : QString();
  }
  const auto object = object_at(*model_, layout_, state_, at.x(), at.y());
  if (!object) return {};
  const TimeSpan span = span_of(model_->trace(), *object);
  const TimeForm form = time_form();
  const QString start = QString::fromStdString(form.text(span.start));
  const QString end = QString::fromStdString(form.text(span.end));
  return shown_text(title_of(*model_, *object)) + bundle_words(at) + '\n' +
         shown_text(place_of(model_->trace(), *object)) + '\n' +
         (start == end ? start : tr("%1 to %2").arg(start, end));
}

bool GanttView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  const QString words = words_at(help->pos());
  if (words.isEmpty()) {
    QToolTip::hideText();
  } else {
    // As plain text: names may look like markup.
    QToolTip::showText(help->globalPos(), "<p style='white-space:pre'>" + words.toHtmlEscaped(),
                       this);
  }
  return true;
}

void GanttView::drag_minimap(QPointF point) {
  const QRectF area = minimap_area();
  const double x = std::clamp(point.x() - area.left(), 0.0, area.width());
  const double middle = state_.axis.run().start + x / minimap_scale(area, state_);
  const double half = state_.axis.length() / 2;
  state_.axis.show({middle - half, middle + half});
  changed_axis();
}

void GanttView::drop_row(QPointF point) {
  const double y = in_rows(point).y();
  if (!dragged_row_ || *dragged_row_ >= layout_.rows.size()) return;
  const ContainerId dragged = layout_.rows[*dragged_row_].container;
  const ContainerId parent = model_->trace()[dragged].parent;
  // Siblings in the order they have now, the dragged one where it was dropped.
  RowOptions options = state_.rows;
  double place = 0;
  bool is_placed = false;
  for (const Row& row : layout_.rows) {
    if (model_->trace()[row.container].parent != parent || row.container == dragged) continue;
    if (!is_placed && row.y + row.height / 2 > y) {
      options.places[dragged] = place++;
      is_placed = true;
    }
    options.places[row.container] = place++;
  }
  if (!is_placed) options.places[dragged] = place;
  set_row_options(options);
}

}  // namespace paje::gui
