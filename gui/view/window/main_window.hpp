// The window: one trace, or two one above the other, with docks that show details. It only connects
// its parts: which runs are open (RunSet), how two of them go together (RunBinding), menus
// (WindowActions), dialogs (WindowCommands), views and panels.
#pragma once

#include <QLabel>
#include <QMainWindow>
#include <QPlainTextEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <array>
#include <memory>
#include <optional>

#include "view/aggregate/aggregation_view.hpp"
#include "view/panels/legend_panel.hpp"
#include "view/panels/object_panel.hpp"
#include "view/panels/search_panel.hpp"
#include "view/panels/statistics_panel.hpp"
#include "view/window/run_binding.hpp"
#include "view/window/run_set.hpp"
#include "view/window/window_actions.hpp"
#include "view/window/window_commands.hpp"

namespace paje::gui {

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(const LoadOptions& options = {}, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Begins to load a trace into the upper (0) or lower (1) view.
  void open(const QString& path, int slot = 0) { runs_.open(path, slot); }
  /// Both, one after the other.
  void open_two(const QString& upper, const QString& lower) { runs_.open_two(upper, lower); }
  void close_second();
  void set_binding(Binding binding) { binding_->set(binding); }
  /// Selects the state of the other run that is paired with one of the active run.
  void go_to_partner(const ObjectRef& object);
  void show_search();
  /// The Gantt chart (0) or the whole run (1).
  void show_tab(int number) { tabs_->setCurrentIndex(number); }
  /// In the status bar, until the next one.
  void show_message(const QString& text) { facts_->setText(text); }

  // Its parts, for commands, tests and main().
  [[nodiscard]] RunSet* runs() { return &runs_; }
  [[nodiscard]] GanttView* active() const { return view(active_); }
  [[nodiscard]] GanttView* view(int slot = 0) const { return views_[at(slot)]; }
  [[nodiscard]] Loader* loader() { return runs_.loader(); }
  [[nodiscard]] QString problem() const { return problem_->toPlainText(); }
  [[nodiscard]] QPushButton* read_leniently() const { return read_leniently_; }
  [[nodiscard]] StatisticsPanel* statistics() const { return statistics_; }
  [[nodiscard]] ObjectPanel* object() const { return object_; }
  [[nodiscard]] LegendPanel* legend() const { return legend_; }
  [[nodiscard]] SearchPanel* search() const { return search_; }
  [[nodiscard]] ComparisonPanel* comparison() const { return comparison_; }
  [[nodiscard]] ShiftView* shift() const { return shift_; }
  [[nodiscard]] AggregationView* aggregation() const { return aggregation_; }
  /// All keys and what they do, for the sheet.
  [[nodiscard]] QString key_sheet() const { return actions_->key_sheet(); }

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  static std::size_t at(int slot) { return static_cast<std::size_t>(slot); }

  // Making the window.
  void make_panes();
  void make_docks();
  void connect_docks();
  QDockWidget* add_dock(const QString& title, QWidget* widget, Qt::DockWidgetArea area);
  void make_status();
  void connect_runs();

  // Traces.
  void begin_loading(const QString& path);
  void show_run(const TraceModelPointer& model, const QString& path, int slot);
  void show_failure(const QString& text, const QString& path);
  void show_problem(const QString& text);
  void show_progress(quint64 consumed, quint64 size);
  void end_loading();
  void keep_settings();

  // Between views and panels.
  void activate(int slot);
  void refresh_panels();
  void show_comparison(const QString& problem);
  void show_compared(const ComparedPlace& place);
  void show_statistics();
  void apply_theme();

  std::array<GanttView*, 2> views_{};
  int active_ = 0;

  QTabWidget* tabs_ = nullptr;
  QSplitter* splitter_ = nullptr;
  AggregationView* aggregation_ = nullptr;
  ShiftView* shift_ = nullptr;
  ComparisonPanel* comparison_ = nullptr;
  ObjectPanel* object_ = nullptr;
  LegendPanel* legend_ = nullptr;
  SearchPanel* search_ = nullptr;
  StatisticsPanel* statistics_ = nullptr;
  QPlainTextEdit* problem_ = nullptr;
  QPushButton* read_leniently_ = nullptr;
  QDockWidget* problem_dock_ = nullptr;
  QDockWidget* search_dock_ = nullptr;
  QDockWidget* statistics_dock_ = nullptr;
  QDockWidget* comparison_dock_ = nullptr;
  QLabel* facts_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QToolButton* cancel_ = nullptr;
  std::optional<RunBinding> binding_;
  WindowCommands commands_;
  std::unique_ptr<WindowActions> actions_;
  RunSet runs_;  // last: it waits for its thread before the rest goes
};

}  // namespace paje::gui
