// The dock that finds containers and objects: a list of all hits, which of them is shown, and where
// they are in time.
#pragma once

#include <QFutureWatcher>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QToolButton>
#include <QWidget>
#include <atomic>
#include <memory>
#include <vector>

#include "model/rows/search.hpp"

namespace paje::gui {

class SearchPanel : public QWidget {
  Q_OBJECT

 public:
  explicit SearchPanel(QWidget* parent = nullptr);
  ~SearchPanel() override;
  void set_model(TraceModelPointer model);
  void focus();
  /// At once. What was being searched is given up.
  void search(const QString& question);
  [[nodiscard]] const std::vector<Found>& found() const { return result_.found; }
  [[nodiscard]] QListWidget* list() const { return list_; }
  [[nodiscard]] QString place() const { return place_->text(); }
  /// Goes to one of found().
  void choose(int row);
  /// To the next one or the one before, around the end.
  void step(bool forward);

 signals:
  void container_wanted(paje::ContainerId container);
  void object_wanted(paje::gui::ObjectRef object);
  /// Where all hits are; empty if there are none any more.
  void marks_changed(const std::vector<double>& times);

 private:
  using Result = std::shared_ptr<const SearchResult>;
  void begin(const QString& question);
  void give_up();
  void show(SearchResult result);
  void show_place();

  TraceModelPointer model_;
  SearchResult result_;
  std::shared_ptr<std::atomic<bool>> is_cancelled_;
  QFutureWatcher<Result> watcher_;
  QLineEdit* line_;
  QLabel* place_;
  QListWidget* list_;
};

}  // namespace paje::gui
