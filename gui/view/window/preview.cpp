#include "view/window/preview.hpp"

#include <QEvent>
#include <utility>

namespace paje::gui {

Preview::Preview(GanttView* covered) : GanttView(covered), covered_(covered) {
  hide();
  setAccessibleName(tr("Coarse picture"));
  covered->installEventFilter(this);
  connect(this, &GanttView::axis_changed, this, [this] { has_moved_ = true; });
}

void Preview::open(const TraceModelPointer& model, const std::function<void(ViewState&)>& begin) {
  setGeometry(covered_->rect());
  set_model(model);
  ViewState wanted = state();
  begin(wanted);
  set_state(std::move(wanted));
  has_moved_ = false;
  show();
  raise();
}

std::optional<TimeSpan> Preview::close() {
  std::optional<TimeSpan> shown;
  if (isVisibleTo(covered_) && std::exchange(has_moved_, false)) shown = state().axis.shown();
  hide();
  set_model({});
  return shown;
}

bool Preview::eventFilter(QObject* watched, QEvent* event) {
  if (watched == covered_ && event->type() == QEvent::Resize) setGeometry(covered_->rect());
  return GanttView::eventFilter(watched, event);
}

}  // namespace paje::gui
