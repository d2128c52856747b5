// The window: one trace, or two one above the other, with docks that show details. It only joins:
// views say what happened, and panels show what they are given.
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
#include <vector>

#include "view/aggregate/aggregation_view.hpp"
#include "view/compare/comparison_panel.hpp"
#include "view/compare/shift_view.hpp"
#include "view/gantt/gantt_view.hpp"
#include "view/panels/legend_panel.hpp"
#include "view/panels/object_panel.hpp"
#include "view/panels/search_panel.hpp"
#include "view/panels/statistics_panel.hpp"
#include "view/window/loader.hpp"

namespace paje::gui {

/// How the time axes of two traces go together.
enum class Binding { none, wall_time, normalised, alignment };

class MainWindow : public QMainWindow {
  Q_OBJECT

 public:
  explicit MainWindow(const LoadOptions& options = {}, QWidget* parent = nullptr);
  ~MainWindow() override;

  /// Begins to load a trace into the upper (0) or lower (1) view.
  void open(const QString& path, int slot = 0) { open(path, slot, options_); }
  /// Both, one after the other.
  void open_two(const QString& upper, const QString& lower);
  void close_second();
  void set_binding(Binding binding);

  // What tests and main() look at.
  [[nodiscard]] GanttView* view(int slot = 0) const { return panes_[at(slot)].view; }
  [[nodiscard]] Loader* loader() { return &loader_; }
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
  [[nodiscard]] QString key_sheet() const;

 protected:
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  struct Pane {
    GanttView* view = nullptr;
    QString path;
  };
  static std::size_t at(int slot) { return static_cast<std::size_t>(slot); }
  [[nodiscard]] GanttView* active() const { return panes_[at(active_)].view; }

  // Making the window.
  void make_panes();
  void make_docks();
  void connect_docks();
  QDockWidget* add_dock(const QString& title, QWidget* widget, Qt::DockWidgetArea area);
  void make_status();
  void make_menus();
  void make_file_menu();
  void make_move_menu();
  void make_rows_menu();
  void make_look_menu();
  void make_help_menu();
  QAction* add(QMenu* menu, const QString& text, const QList<QKeySequence>& keys,
               std::function<void()> run);
  void fill_recent(QMenu* menu);

  // Traces.
  void show_loaded(const TraceModelPointer& model, const QString& path, int slot);
  void open(const QString& path, int slot, const LoadOptions& options);
  void show_failure(const QString& text, const QString& path);
  void show_problem(const QString& text);
  void offer_lenient(const QString& path, int slot);
  void show_progress(quint64 consumed, quint64 size);
  void end_loading();
  void keep_settings();

  // Between views and panels.
  void activate(int slot);
  void refresh_panels();
  void follow_axis(int slot);
  void follow_shift();
  void show_comparison(const QString& problem);
  void show_compared(const ComparedPlace& place);
  void go_to_partner(const ObjectRef& object);
  void show_statistics();
  void show_menu(int slot, ContainerId container, const QPoint& where);
  void change_rows(const std::function<void(RowOptions&)>& change);
  void apply_theme();

  // Commands.
  void choose_file(int slot);
  /// Nothing if the user gave no size.
  QSize ask_size(const QSize& proposed);
  void export_picture();
  void go_to_time();
  void add_bookmark();
  void show_bookmarks();
  void export_bookmarks();
  void filter_rows();
  void sort_by_value();
  void show_keys();
  void show_about();

  LoadOptions options_;
  std::array<Pane, 2> panes_;
  QString next_;     // for the lower view, once the upper one is there
  QString refused_;  // may be opened leniently
  int refused_slot_ = 0;
  QString waiting_;  // for the lower view, if that is done
  int active_ = 0;
  Binding binding_ = Binding::wall_time;
  bool is_following_ = false;

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
  std::vector<QAction*> actions_;
  Loader loader_;  // last: it waits for its thread before the rest goes
};

}  // namespace paje::gui
