// The dock that describes the selected object, with ways to go where it leads.
#pragma once

#include <QToolButton>
#include <QTreeWidget>
#include <QWidget>
#include <vector>

#include "model/rows/object.hpp"

namespace paje::gui {

class ObjectPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ObjectPanel(QWidget* parent = nullptr);
  void show_object(const TraceModelPointer& model, const std::optional<ObjectRef>& object);
  /// Whether there is another trace to go to.
  void set_compared(bool is_compared);
  [[nodiscard]] QToolButton* partner_button() const { return to_partner_; }
  [[nodiscard]] QString text() const;

 signals:
  /// To show a time of a container in the middle.
  void go_to(double time, paje::ContainerId container);
  void select_wanted(paje::gui::ObjectRef object);
  /// The state in the other trace that is paired with it.
  void partner_wanted(paje::gui::ObjectRef object);

 private:
  TraceModelPointer model_;
  std::optional<ObjectRef> object_;
  std::vector<ObjectRef> parents_;
  bool is_compared_ = false;
  QTreeWidget* facts_;
  QToolButton* to_start_;
  QToolButton* to_end_;
  QToolButton* to_parent_;
  QToolButton* to_partner_;
};

}  // namespace paje::gui
