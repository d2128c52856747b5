// The dock that shows what happened in the selected range, or in the whole run. Computed aside, so
// that the picture goes on moving.
#pragma once

#include <QComboBox>
#include <QFutureWatcher>
#include <QLabel>
#include <QStackedWidget>
#include <QTableView>
#include <QWidget>
#include <atomic>
#include <memory>

#include "model/rows/trace_model.hpp"
#include "model/statistics/statistics.hpp"
#include "view/panels/statistics_picture.hpp"
#include "view/panels/statistics_tables.hpp"

namespace paje::gui {

class StatisticsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit StatisticsPanel(QWidget* parent = nullptr);
  ~StatisticsPanel() override;

  /// Begins to compute; what was being computed is given up.
  void show_range(TraceModelPointer model, TimeSpan range);
  /// Colours of the pictures.
  void set_look(const Palette& palette, const Theme& theme);
  [[nodiscard]] const TableModel* table() const { return table_; }
  [[nodiscard]] QComboBox* choice() const { return choice_; }
  [[nodiscard]] StatisticsPictureView* picture() const { return picture_; }

 public slots:
  void copy() const;
  void save();

 private:
  using Result = std::shared_ptr<const RangeStatistics>;
  void show_result();
  void fill();

  TraceModelPointer model_;
  Result result_;
  std::shared_ptr<std::atomic<bool>> is_cancelled_;
  QFutureWatcher<Result> watcher_;
  QLabel* title_;
  QComboBox* choice_;
  QStackedWidget* stack_;  // the table, or a picture
  StatisticsPictureView* picture_;
  Palette palette_;
  TableModel* table_;
  QTableView* view_;
};

}  // namespace paje::gui
