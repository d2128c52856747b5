// The dock that finds containers, values and keys of links.
#pragma once

#include <QLineEdit>
#include <QListWidget>
#include <QWidget>
#include <vector>

#include "model/rows/search.hpp"

namespace paje::gui {

class SearchPanel : public QWidget {
  Q_OBJECT

 public:
  explicit SearchPanel(QWidget* parent = nullptr);
  void set_model(TraceModelPointer model);
  void focus();
  void search(const QString& pattern);
  [[nodiscard]] const std::vector<Found>& found() const { return found_; }
  /// Goes to one of found().
  void choose(int row);

 signals:
  void container_wanted(paje::ContainerId container);
  void object_wanted(paje::gui::ObjectRef object);

 private:
  TraceModelPointer model_;
  std::vector<Found> found_;
  QLineEdit* line_;
  QListWidget* track_;
};

}  // namespace paje::gui
