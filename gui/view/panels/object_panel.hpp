// The dock that describes the selected object, with ways to go where it leads.
#pragma once

#include <QToolButton>
#include <QTreeWidget>
#include <QWidget>
#include <vector>

#include "model/answers/answers.hpp"
#include "model/rows/object.hpp"

namespace paje::gui {

class ObjectPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ObjectPanel(QWidget* parent = nullptr);
  void show_object(const TraceModelPointer& model, const std::optional<ObjectRef>& object);
  /// States then list why they wait; null: nothing is known.
  void set_answers(AnswersPointer answers);
  /// Whether there is another trace to go to.
  void set_compared(bool is_compared);
  [[nodiscard]] QToolButton* partner_button() const { return to_partner_; }
  [[nodiscard]] QToolButton* back_button() const { return back_; }
  [[nodiscard]] QTreeWidget* facts() const { return facts_; }
  /// Follows a line that leads somewhere: a message of a state, or an end of a message.
  void follow(const QTreeWidgetItem* item);
  /// To what was selected before a line was followed.
  void go_back();
  [[nodiscard]] QString text() const;

 signals:
  /// To show a time of a container in the middle.
  void go_to(double time, paje::ContainerId container);
  void select_wanted(paje::gui::ObjectRef object);
  /// The state in the other trace that is paired with it.
  void partner_wanted(paje::gui::ObjectRef object);

 private:
  void add_facts();
  void add_messages();
  void add_waits();
  void add_leading(const QString& name, const QString& text, const ObjectRef& object);

  TraceModelPointer model_;
  std::optional<ObjectRef> object_;
  AnswersPointer answers_;
  std::vector<ObjectRef> parents_;
  std::vector<ObjectRef> leads_to_;  // by the number that a line has
  std::vector<ObjectRef> before_;    // that lines were followed from
  bool is_compared_ = false;
  QTreeWidget* facts_;
  QToolButton* to_start_;
  QToolButton* to_end_;
  QToolButton* to_parent_;
  QToolButton* to_partner_;
  QToolButton* back_;
};

}  // namespace paje::gui
