// A coarse picture of a trace over the view that will show it, until it is read.
#pragma once

#include <optional>

#include "view/gantt/gantt_view.hpp"

namespace paje::gui {

class Preview : public GanttView {
  Q_OBJECT

 public:
  /// Covers the view while it is shown.
  explicit Preview(GanttView* covered);

  /// Shows a model; `begin` changes what it begins with.
  void open(const TraceModelPointer& model, const std::function<void(ViewState&)>& begin);
  /// Ends it. Returns which part of time it showed, if somebody moved there.
  std::optional<TimeSpan> close();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  GanttView* covered_;
  bool has_moved_ = false;
};

}  // namespace paje::gui
