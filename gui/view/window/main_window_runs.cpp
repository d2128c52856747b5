// The window's part in comparing two runs: their time axes move together, and a place in one
// leads to a place in the other.
#include <QDockWidget>
#include <algorithm>

#include "view/window/main_window.hpp"

namespace paje::gui {

void MainWindow::close_second() {
  keep_settings();
  panes_[1].view->set_model({});
  panes_[1].view->hide();
  panes_[1].path.clear();
  shift_->hide();
  comparison_->compare({}, {});
  comparison_dock_->hide();
  activate(0);
}

void MainWindow::set_binding(Binding binding) {
  binding_ = binding;
  follow_axis(0);
}

void MainWindow::show_comparison(const QString& problem) {
  const RunAlignmentPointer& alignment = comparison_->alignment();
  for (int slot = 0; slot < 2; ++slot) {
    view(slot)->set_differences(alignment ? alignment->differences(slot) : nullptr);
  }
  shift_->set_message(problem);
  shift_->set_alignment(alignment);
  object_->set_compared(alignment != nullptr);
  if (!alignment) return;
  comparison_dock_->show();
  comparison_dock_->raise();
  follow_axis(0);
}

void MainWindow::show_compared(const ComparedPlace& place) {
  const RunAlignmentPointer& alignment = comparison_->alignment();
  if (!alignment) return;
  tabs_->setCurrentIndex(0);
  is_following_ = true;  // each goes to its own place
  for (int slot = 0; slot < 2; ++slot) {
    const auto& span = place.spans[at(slot)];
    const ContainerId container = place.containers[at(slot)];
    if (!span || !container.valid()) continue;
    const double half = std::max(span->length() * 0.6, alignment->run(slot).span().length() / 200);
    const double middle = (span->start + span->end) / 2;
    view(slot)->show_span({middle - half, middle + half});
    view(slot)->set_range(span->length() > 0 ? std::optional(*span) : std::nullopt);
    view(slot)->reveal({middle, middle + half}, container);
  }
  is_following_ = false;
  follow_shift();
}

void MainWindow::go_to_partner(const ObjectRef& object) {
  const RunAlignmentPointer& alignment = comparison_->alignment();
  if (!alignment) return;
  const int other = 1 - active_;
  const auto partner = alignment->partner(active_, object);
  if (!partner) {
    facts_->setText(tr("It has no partner: the other trace does not have this state."));
    return;
  }
  is_following_ = true;  // the one that was clicked stays where it is
  view(other)->select(*partner, true);
  is_following_ = false;
}

void MainWindow::follow_shift() {
  if (!view(1)->model()) return;
  shift_->follow({view(0)->state().axis, view(1)->state().axis}, view(0)->rows_area(),
                 view(0)->state().palette);
}

void MainWindow::follow_axis(int slot) {
  follow_shift();
  GanttView* from = panes_[at(slot)].view;
  GanttView* to = panes_[at(1 - slot)].view;
  if (is_following_ || binding_ == Binding::none || !from->model() || !to->model()) return;
  is_following_ = true;
  const TimeAxis& axis = from->state().axis;
  if (binding_ == Binding::alignment && comparison_->alignment()) {
    const RunAlignment& alignment = *comparison_->alignment();
    const TimeSpan shown = axis.shown();
    to->follow({alignment.other_time(slot, shown.start), alignment.other_time(slot, shown.end)});
    is_following_ = false;
    follow_shift();
    return;
  }
  const double scale =
      binding_ == Binding::normalised ? to->state().axis.run().length() / axis.run().length() : 1;
  to->follow(axis.offset() * scale, axis.length() * scale, axis.run().length());
  is_following_ = false;
  follow_shift();
}

}  // namespace paje::gui
