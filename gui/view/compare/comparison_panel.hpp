// The dock that shows where the time went that one run takes more than another. Computed aside; a
// click goes to the place in both.
#pragma once

#include <QComboBox>
#include <QFutureWatcher>
#include <QLabel>
#include <QToolButton>
#include <QWidget>
#include <atomic>
#include <memory>

#include "view/compare/comparison_tables.hpp"
#include "view/panels/fitted_table.hpp"

namespace paje::gui {

class ComparisonPanel : public QWidget {
  Q_OBJECT

 public:
  explicit ComparisonPanel(QWidget* parent = nullptr);
  /// Gives up what is being compared and waits for it.
  ~ComparisonPanel() override;

  /// Begins to compare; what was being compared is given up. Null: there are no two runs.
  void compare(const TraceModelPointer& first, const TraceModelPointer& second);
  void cancel();
  [[nodiscard]] const RunAlignmentPointer& alignment() const { return alignment_; }
  [[nodiscard]] const TableModel* table() const { return table_; }
  [[nodiscard]] QComboBox* choice() const { return choice_; }
  [[nodiscard]] FittedTable* view() const { return view_; }
  /// How the runs differ in a few words.
  [[nodiscard]] QString title() const { return title_->text(); }

 public slots:
  void copy() const;

 signals:
  /// There is an alignment now, or none any more; in the second case `text` says why.
  void changed(const QString& text);
  void place_wanted(const paje::gui::ComparedPlace& place);

 private:
  struct Result {
    RunAlignmentPointer alignment;
    QString problem;
  };
  void show_result();
  void fill();
  void go(const QModelIndex& index);

  RunAlignmentPointer alignment_;
  std::shared_ptr<std::atomic<bool>> is_cancelled_;
  QFutureWatcher<Result> watcher_;
  QLabel* title_;
  QComboBox* choice_;
  QToolButton* cancel_;
  TableModel* table_;
  FittedTable* view_;
};

}  // namespace paje::gui
