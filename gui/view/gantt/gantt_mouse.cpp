// The mouse over the Gantt chart: wheel, dragging, clicks, hovering.
#include <QMouseEvent>
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
  event->accept();
}

void GanttView::mousePressEvent(QMouseEvent* event) {
  if (!model_) return;
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
    drag_ = event->button() == Qt::RightButton ? Drag::range : Drag::pan;
  }
}

void GanttView::mouseMoveEvent(QMouseEvent* event) {
  if (!model_) return;
  const QPointF now = event->position();
  if ((now - press_).manhattanLength() >= kClick && drag_ != Drag::none && !has_moved_) {
    has_moved_ = true;
    if (drag_ == Drag::pan) remember();
  }
  const double left = rows_area().left();
  if (has_moved_ && drag_ == Drag::pan) {
    state_.axis.pan(last_.x() - now.x());
    scroll_rows(last_.y() - now.y());
    changed_axis();
  } else if (has_moved_ && drag_ == Drag::range) {
    const auto time = [&](double x) {
      return state_.axis.time_at(std::clamp(x - left, 0.0, state_.axis.width()));
    };
    state_.range = TimeSpan{std::min(time(press_.x()), time(now.x())),
                            std::max(time(press_.x()), time(now.x()))};
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
  if (drag == Drag::range && has_moved_) {
    emit range_changed();
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
  QString text = tr("%1 %2").arg(
      QString::fromStdString(fixed_text(
          time,
          std::clamp(
              static_cast<int>(2 - std::floor(std::log10(state_.axis.seconds_per_pixel()))) - 2, 0,
              12))),
      QString::fromStdString(std::string(spelling(model_->unit()))));
  if (state_.measure) {
    text += tr("   measured %1")
                .arg(QString::fromStdString(
                    duration_text(std::abs(state_.measure->length()), model_->unit())));
  }
  if (rows.contains(point) && drag_ == Drag::none) {
    if (const auto object = object_at(*model_, layout_, state_, at.x(), at.y())) {
      text += "   " + shown_text(container_path(model_->trace(), object->container)) + "   " +
              shown_text(title_of(*model_, *object));
    }
  }
  emit hovered(text);
}

void GanttView::drag_minimap(QPointF point) {
  const QRectF area = minimap_area();
  const double share = std::clamp((point.x() - area.left()) / area.width(), 0.0, 1.0);
  const double middle = state_.axis.run().start + share * state_.axis.run().length();
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
