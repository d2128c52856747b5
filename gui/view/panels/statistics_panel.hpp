// The dock that shows what happened in what is visible: the range, rows and values. Computed aside,
// so that the picture goes on moving.
#pragma once

#include <QComboBox>
#include <QFutureWatcher>
#include <QStackedWidget>
#include <QTimer>
#include <QWidget>
#include <memory>
#include <stop_token>

#include "model/rows/trace_model.hpp"
#include "model/statistics/statistics.hpp"
#include "model/time/view_state.hpp"
#include "view/panels/elided_label.hpp"
#include "view/panels/fitted_table.hpp"
#include "view/panels/flame_view.hpp"
#include "view/panels/range_line.hpp"
#include "view/panels/statistics_picture.hpp"
#include "view/panels/statistics_tables.hpp"

namespace paje::gui {

class StatisticsPanel : public QWidget {
  Q_OBJECT

 public:
  explicit StatisticsPanel(QWidget* parent = nullptr);
  ~StatisticsPanel() override;

  /// The time that statistics are of.
  enum class Range { selection, view, run };

  /// Follows a view: computes soon if what statistics are of has changed. What was being computed
  /// is given up.
  void show_view(TraceModelPointer model, const ViewState& state);
  /// The run's name, where there are several; else empty.
  void set_run(const QString& run) { run_ = run; }
  /// Colours of the pictures.
  void set_look(const Palette& palette, const Theme& theme);
  [[nodiscard]] const TableModel* table() const { return table_; }
  [[nodiscard]] QComboBox* choice() const { return choice_; }
  [[nodiscard]] QComboBox* range_choice() const { return range_choice_; }
  [[nodiscard]] QComboBox* rows_choice() const { return rows_choice_; }
  [[nodiscard]] RangeLine* range_line() const { return range_line_; }
  [[nodiscard]] FittedTable* view() const { return view_; }
  [[nodiscard]] QString title() const { return title_->text(); }
  [[nodiscard]] const ElidedLabel* title_label() const { return title_; }
  /// The table with the exact range in two more columns, and with its run in another one if there
  /// are several, as it is copied and saved.
  [[nodiscard]] QString csv() const;
  /// What is shown now is of this.
  [[nodiscard]] const StatisticsScope& scope() const { return scope_; }
  [[nodiscard]] bool is_computing() const { return soon_.isActive() || !is_shown_; }
  [[nodiscard]] StatisticsPictureView* picture() const { return picture_; }
  [[nodiscard]] FlameView* flame() const { return flame_; }
  /// What can be chosen besides tables and pictures.
  static QString flame_name() { return tr("Flame graph"); }

 public slots:
  void copy() const;
  void save();

 signals:
  /// A line of the table was clicked: its longest occurrence, and the value it is of.
  void occurrence_wanted(paje::gui::ObjectRef object, paje::ValueId value);
  void message_wanted(paje::gui::ObjectRef link);
  void range_typed(paje::gui::TimeSpan range);
  /// What is wrong with a range that was typed; empty: nothing.
  void range_checked(const QString& problem);
  /// Why a click leads nowhere.
  void refused(const QString& text);

 private:
  using Result = std::shared_ptr<const ShownStatistics>;
  [[nodiscard]] StatisticsTable chosen_table() const;
  [[nodiscard]] StatisticsScope wanted_scope() const;
  void make_choices();
  void refresh();
  void compute();
  void go(const QModelIndex& index);
  void take_typed_range();
  void show_title();
  void show_result();
  void fill();
  void fill_picture(int number);

  TraceModelPointer model_;
  QString run_;
  ViewState state_;
  StatisticsScope scope_;
  QTimer soon_;
  bool is_shown_ = true;
  bool is_table_chosen_ = false;  // by the user
  Result result_;
  std::stop_source stop_;  // of what is being computed
  QFutureWatcher<Result> watcher_;
  ElidedLabel* title_;
  QComboBox* choice_;
  QComboBox* range_choice_;
  QComboBox* rows_choice_;
  RangeLine* range_line_;
  QStackedWidget* stack_;  // the table, or a picture
  StatisticsPictureView* picture_;
  FlameView* flame_;
  Palette palette_;
  TableModel* table_;
  FittedTable* view_;
};

}  // namespace paje::gui
