// The window: one trace, or two one above the other, with docks that show details. It only connects
// its parts: which runs are open (RunSet), how two of them go together (RunBinding), menus
// (WindowActions), dialogs (WindowCommands), views and panels.
#pragma once

#include <QLabel>
#include <QMainWindow>
#include <QProgressBar>
#include <QSplitter>
#include <QTabWidget>
#include <QToolButton>
#include <array>
#include <map>
#include <memory>
#include <optional>

#include "view/aggregate/aggregation_view.hpp"
#include "view/panels/legend_panel.hpp"
#include "view/panels/object_panel.hpp"
#include "view/panels/problem_panel.hpp"
#include "view/panels/search_panel.hpp"
#include "view/panels/statistics_panel.hpp"
#include "view/predict/prediction_maker.hpp"
#include "view/window/answer_maker.hpp"
#include "view/window/archive_keeper.hpp"
#include "view/window/note_bar.hpp"
#include "view/window/part_reader.hpp"
#include "view/window/preview.hpp"
#include "view/window/run_binding.hpp"
#include "view/window/run_set.hpp"
#include "view/window/start_page.hpp"
#include "view/window/start_view.hpp"
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
  void set_binding(Binding binding);
  /// Shows what analyses say, or not; they begin when it is wanted first.
  void show_answers(bool ViewState::*which, bool on);
  /// Panels follow what the active view shows now.
  void view_loaded();
  [[nodiscard]] StartPage* start_page() const { return start_page_; }
  /// Of all runs that are open.
  void set_palette_of_values(PaletteKind kind);
  [[nodiscard]] Binding binding() const { return binding_->binding(); }
  /// The file of the run that was predicted last; empty if none was.
  [[nodiscard]] const QString& predicted_path() const { return predicted_; }
  /// What traces that are opened from now on begin with.
  void set_start(const StartView& start) { start_ = start; }
  /// Selects the state of the other run that is paired with one of the active run.
  void go_to_partner(const ObjectRef& object);
  void show_search();
  /// Chooses one of what the panel of statistics shows, by its name, and shows the panel.
  void show_statistics_of(const QString& choice);
  /// Reads again what is open, and shows the same of it.
  void reload();
  /// All rows of both runs, which have one height.
  void fit_rows(void (GanttView::*fit)() = &GanttView::fit_rows) const;
  /// Predicts the upper run; `words` say what is different. The run as predicted becomes the lower.
  void predict(const Scenario& scenario, const QString& words);
  /// What can be looked at and has keys of its own gets the focus, one after the other.
  void focus_next_panel(bool forward);
  void refresh_legend();
  /// The Gantt chart (0) or the whole run (1).
  void show_tab(int number) { tabs_->setCurrentIndex(number); }
  [[nodiscard]] bool shows_whole_run() const { return tabs_->currentIndex() == 1; }
  /// In the status bar, until the next one.
  void show_message(const QString& text) { facts_->setText(text); }

  // Its parts, for commands, tests and main().
  [[nodiscard]] RunSet* runs() { return &runs_; }
  [[nodiscard]] GanttView* active() const { return view(active_); }
  [[nodiscard]] GanttView* view(int slot = 0) const { return views_[at(slot)]; }
  [[nodiscard]] Loader* loader() { return runs_.loader(); }
  [[nodiscard]] Preview* preview() const { return preview_; }
  /// Of a run that does not fit into memory.
  [[nodiscard]] PartReader* part_reader(int slot = 0) const { return readers_[at(slot)]; }
  /// Whether all objects of the run that is active are in memory; else says what to do.
  bool has_whole_run();
  [[nodiscard]] QString problem() const { return problem_->text(); }
  [[nodiscard]] ProblemPanel* problem_panel() const { return problem_; }
  [[nodiscard]] NoteBar* notes() const { return notes_; }
  [[nodiscard]] QString message() const { return facts_->text(); }
  [[nodiscard]] StatisticsPanel* statistics() const { return statistics_; }
  [[nodiscard]] ObjectPanel* object() const { return object_; }
  [[nodiscard]] LegendPanel* legend() const { return legend_; }
  [[nodiscard]] SearchPanel* search() const { return search_; }
  [[nodiscard]] ComparisonPanel* comparison() const { return comparison_; }
  [[nodiscard]] ShiftView* shift() const { return shift_; }
  [[nodiscard]] AggregationView* aggregation() const { return aggregation_; }
  /// Of the pictures: bright or dark as the widgets are.
  [[nodiscard]] Theme theme() const;
  /// All keys and what they do, for the sheet.
  [[nodiscard]] QString key_sheet() const { return actions_->key_sheet(); }

 protected:
  bool event(QEvent* event) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void closeEvent(QCloseEvent* event) override;
  void changeEvent(QEvent* event) override;

 private:
  static std::size_t at(int slot) { return static_cast<std::size_t>(slot); }

  // Making the window.
  void make_panes();
  void connect_view(GanttView* view, int slot);
  void make_start_page();
  void make_aggregation();
  void make_docks();
  void connect_docks();
  QDockWidget* add_dock(const QString& title, QWidget* widget, Qt::DockWidgetArea area);
  void make_status();
  void connect_runs();

  // Traces.
  void begin_loading(const QString& path);
  void show_preview(const TraceModelPointer& model, const QString& path, int slot);
  void show_run(const TraceModelPointer& model, const QString& path, int slot);
  void show_failure(const QString& text, const QString& path);
  void show_problem(const QString& text);
  void show_prediction(const QString& path, const QString& text);
  void show_as_before(int slot);
  void start_with(const TraceModel& model, ViewState& state, int slot);
  void place_next_to_other(int slot);
  void show_progress(quint64 consumed, quint64 size);
  void end_loading();
  void keep_settings();
  [[nodiscard]] ViewState remembered_state(int slot) const;
  void fit_when_laid_out();

  // Between views and panels.
  void activate(int slot);
  void refresh_panels();
  void show_comparison(const QString& problem);
  void show_compared(const ComparedPlace& place);
  void show_statistics();
  void apply_theme();
  void take_answers(const AnswersPointer& answers, const TraceModelPointer& model);
  void show_notes();
  void show_notes_of(int slot);
  [[nodiscard]] bool has_two_runs() const { return view(0)->model() && view(1)->model(); }
  /// Which of two runs it is; empty if there is one.
  [[nodiscard]] QString run_words(int slot) const;
  void name_run_of_panels();
  QString activate_run_of(const QString& note);
  void show_part(int slot);
  void compare_runs();
  void follow_note(const QString& note);
  void remove_note(const QString& note);

  std::array<GanttView*, 2> views_{};
  int active_ = 0;
  StartView start_;
  std::array<std::map<QString, bool>, 2> started_;  // by slot, that have begun with it
  std::array<std::optional<std::pair<ViewState, ViewState>>, 2>
      start_states_;                                // before, and with it
  std::array<QString, 2> start_problem_;            // why that is not shown
  std::array<std::optional<ViewState>, 2> before_;  // of what is read again
  QString predicted_;                               // the file of a predicted run
  QString predicted_text_;                          // what is different in it
  QString left_out_;                                // of what is being read
  QString left_out_text_;
  QString worth_keeping_;                                      // where, of what is being read
  std::array<QString, 2> keeping_;                             // of what is shown
  std::array<std::pair<QString, QString>, 2> shown_left_out_;  // of what is shown

  QTabWidget* tabs_ = nullptr;
  QSplitter* splitter_ = nullptr;
  AggregationView* aggregation_ = nullptr;
  Preview* preview_ = nullptr;
  std::array<PartReader*, 2> readers_{};  // of the views
  ShiftView* shift_ = nullptr;
  ComparisonPanel* comparison_ = nullptr;
  ObjectPanel* object_ = nullptr;
  LegendPanel* legend_ = nullptr;
  SearchPanel* search_ = nullptr;
  StatisticsPanel* statistics_ = nullptr;
  ProblemPanel* problem_ = nullptr;
  NoteBar* notes_ = nullptr;
  StartPage* start_page_ = nullptr;
  QDockWidget* problem_dock_ = nullptr;
  QDockWidget* search_dock_ = nullptr;
  QDockWidget* statistics_dock_ = nullptr;
  QDockWidget* comparison_dock_ = nullptr;
  std::vector<std::pair<QDockWidget*, QString>> docks_of_a_run_;  // with their titles
  QLabel* facts_ = nullptr;
  QProgressBar* progress_ = nullptr;
  QToolButton* cancel_ = nullptr;
  std::optional<RunBinding> binding_;
  AnswerMaker answer_maker_;
  ArchiveKeeper keeper_;
  PredictionMaker prediction_maker_;
  WindowCommands commands_;
  std::unique_ptr<WindowActions> actions_;
  RunSet runs_;  // last: it waits for its thread before the rest goes
};

}  // namespace paje::gui
