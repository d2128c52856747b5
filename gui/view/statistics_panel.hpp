// The dock that tells what happened in the selected range, or in the whole run. Computed aside, so
// that the picture goes on moving.
#pragma once

#include <QComboBox>
#include <QFutureWatcher>
#include <QLabel>
#include <QTableView>
#include <QWidget>
#include <atomic>
#include <memory>

#include "model/statistics.hpp"
#include "model/trace_model.hpp"
#include "view/statistics_tables.hpp"

namespace paje::gui {

class StatisticsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit StatisticsPanel(QWidget* parent = nullptr);
  ~StatisticsPanel() override;

  /// Begins to compute; what was being computed is given up.
  void show_range(TraceModelPointer model, TimeSpan range);
  [[nodiscard]] const TableModel* table() const { return table_; }

 public slots:
  void copy() const;
  void save();

 private:
  using Result = std::shared_ptr<const RangeStatistics>;
  void take_result();
  void fill();

  TraceModelPointer model_;
  Result result_;
  std::shared_ptr<std::atomic<bool>> is_cancelled_;
  QFutureWatcher<Result> watcher_;
  QLabel* title_;
  QComboBox* choice_;
  TableModel* table_;
  QTableView* view_;
};

}  // namespace paje::gui
