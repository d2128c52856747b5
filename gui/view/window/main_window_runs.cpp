// Runs that are read again or predicted, and the notes on what is shown of them.
#include <QDockWidget>
#include <QFileInfo>
#include <QTimer>
#include <algorithm>
#include <limits>

#include "view/gantt/frame_painter.hpp"
#include "view/window/main_window.hpp"
#include "view/window/shown_text.hpp"
#include "view/window/trace_settings.hpp"

namespace paje::gui {

namespace {

constexpr QLatin1String kLowerNote{"lower "};  // before the name of a note of the lower run

}  // namespace

void MainWindow::reload() {
  for (int slot = 0; slot < 2; ++slot) {
    before_[at(slot)].reset();
    if (view(slot)->model()) before_[at(slot)] = view(slot)->state();
  }
  runs_.reload();
}

void MainWindow::fit_rows(void (GanttView::*fit)()) const {
  double lowest = std::numeric_limits<double>::infinity();
  for (const int slot : {0, 1}) {
    if (!view(slot)->model()) continue;
    (view(slot)->*fit)();
    lowest = std::min(lowest, view(slot)->state().rows.track_height);
  }
  for (const int slot : {0, 1}) {
    RowOptions rows = view(slot)->state().rows;
    if (!view(slot)->model() || rows.track_height == lowest) continue;
    rows.track_height = lowest;
    view(slot)->set_row_options(rows);
  }
}

// Nothing else knows of it: panels would say of its objects what is not so of the trace.
void MainWindow::show_preview(const TraceModelPointer& model, const QString& path, int slot) {
  if (slot != 0 || !runs_.loader()->is_loading() || path != runs_.opening_path()) return;
  preview_->set_theme(theme());
  preview_->open(model, [&](ViewState& state) {
    restore(path, *model, state);
    if (before_[0]) {
      state.axis.show(before_[0]->axis.shown());
    } else if (!started_[0][path]) {
      apply(start_, *model, state);
    }
  });
  show_message(tr("A coarse picture of %1, while it is read").arg(QFileInfo(path).fileName()));
}

// What settings do not keep: the axis of a run next to a longer one, what is selected in time.
// Of both, because one that is new moves the other.
void MainWindow::show_as_before(int slot) {
  for (const int each : {slot, 1 - slot}) {
    GanttView* shown = view(each);
    if (!before_[at(each)] || !shown->model()) continue;
    const ViewState& before = *before_[at(each)];
    shown->follow(before.axis.shown());
    shown->scroll_rows(before.scroll - shown->state().scroll);
    shown->set_answers_shown(before.shows_waits, before.shows_path, before.shows_iterations);
    shown->set_range(before.range);
  }
  binding_->follow_shift();
}

// What would leave nothing to be seen is left out, and a note says so.
void MainWindow::start_with(const TraceModel& model, ViewState& state, int slot) {
  const double allowed = state.axis.allowed();
  const bool has_own_time = slot == 0 || binding_->binding() == Binding::none;
  QStringList problems;
  for (const std::string& problem :
       {has_own_time ? time_problem(start_, model, slot, allowed) : std::string(),
        rows_problem(start_, model, slot)}) {
    if (!problem.empty()) problems << shown_text(std::string_view(problem));
  }
  if (!problems.isEmpty()) {
    start_problem_[at(slot)] = tr("Left out: %1").arg(problems.join(QStringLiteral("; ")));
  }
  const ViewState before = state;
  apply(start_, model, state, slot);
  start_states_[at(slot)] = std::pair(before, state);
}

// Without what the command line says, unless the run is read again: then all of it comes back.
ViewState MainWindow::remembered_state(int slot) const {
  const ViewState& now = view(slot)->state();
  const auto& states = start_states_[at(slot)];
  if (!states || before_[0] || before_[1]) return now;
  ViewState kept = without_start(now, states->first, states->second);
  // The second run follows the first one.
  const auto& first = start_states_[0];
  if (slot == 1 && binding_->binding() != Binding::none && names_times(start_) && first &&
      remembered_state(0).axis == first->first.axis) {
    kept.axis = states->first.axis;
  }
  return kept;
}

// Notes and panels of the run may have taken some of the room. Where rows do not fit, a view that
// says how far they are scrolled means them as high as they are.
void MainWindow::fit_when_laid_out() {
  QTimer::singleShot(0, this, [this, height = view(0)->state().rows.track_height] {
    GanttView* shown = view(0);
    const bool has_room = shown->layout_of_rows().height <= shown->rows_area().height() + 1;
    const bool is_as_before =
        shown->state().scroll == 0 && shown->state().rows.track_height == height;
    if (shown->model() && !has_two_runs() && !has_room && is_as_before) shown->fit_at_start();
  });
}

bool MainWindow::has_whole_run() {
  const TraceModelPointer& model = active()->model();
  if (!model || !model->outline()) return true;
  show_message(
      tr("This needs the whole run, which is larger than the cache: start with a larger "
         "--cache, or cut a part out with pj_cut"));
  return false;
}

// What is in memory of a run has changed. Panels are of that.
void MainWindow::show_part(int slot) {
  show_notes();
  if (slot != active_) return;
  const QString text = part_reader(slot)->text();
  if (!text.isEmpty()) show_message(text);
  GanttView* view = active();
  search_->set_model(view->model());
  object_->show_object(view->model(), view->state().selected);
  show_statistics();
}

void MainWindow::compare_runs() {
  const TraceModelPointer& upper = view(0)->model();
  const TraceModelPointer& lower = view(1)->model();
  const bool are_whole = upper && lower && !upper->outline() && !lower->outline();
  comparison_->compare(are_whole ? upper : nullptr, are_whole ? lower : nullptr);
}

void MainWindow::predict(const Scenario& scenario, const QString& words) {
  activate(0);
  if (!has_whole_run()) return;
  show_message(tr("predicting..."));
  prediction_maker_.make(view(0)->model(), scenario, words);
}

void MainWindow::show_prediction(const QString& path, const QString& text) {
  show_message(text.section('\n', 0, 0));
  predicted_ = path;
  predicted_text_ = text;
  if (path.isEmpty()) return show_problem(text);
  runs_.open_made(path, 1, view(0)->model()->unit());
}

QString MainWindow::run_words(int slot) const {
  if (!has_two_runs()) return {};
  return slot == 0 ? tr("upper run") : tr("lower run");
}

// Each panel is of the run that is active.
void MainWindow::name_run_of_panels() {
  const QString words = run_words(active_);
  for (const auto& [dock, title] : docks_of_a_run_) {
    dock->setWindowTitle(words.isEmpty() ? title : tr("%1: %2").arg(title, words));
  }
  QString run;
  if (has_two_runs()) {
    run = QString::fromStdString(active()->model()->name());
    if (view(0)->model()->name() == view(1)->model()->name()) run = runs_.path(active_);
  }
  statistics_->set_run(run);
  // It is of one run, whichever is active.
  tabs_->setTabText(1, has_two_runs() ? tr("Whole upper run") : tr("Whole run"));
}

void MainWindow::show_notes() {
  for (const int slot : {0, 1}) show_notes_of(slot);
  const bool is_bound = has_two_runs();
  notes_->set(QStringLiteral("binding"), is_bound ? name_of(binding_->binding()) : QString(),
              tr("How the two time axes go together: menu View"), false);
  const bool is_predicted = is_bound && !predicted_.isEmpty() && runs_.path(1) == predicted_;
  notes_->set(QStringLiteral("predicted"),
              is_predicted ? tr("below: ") + predicted_text_.section('\n', 0, 0) : QString(),
              predicted_text_, false);
  actions_->refresh();
}

// With two runs, each note names its run.
void MainWindow::show_notes_of(int slot) {
  const GanttView* view = this->view(slot);
  const TraceModelPointer& model = view->model();
  const auto& [summary, text] = shown_left_out_[at(slot)];
  const QString run = run_words(slot);
  const auto set = [&](const char* name, const QString& words, const QString& tip, bool has_cross) {
    const bool is_named = !run.isEmpty() && !words.isEmpty();
    notes_->set((slot == 0 ? QString() : QString(kLowerNote)) + QLatin1String(name),
                is_named ? tr("%1: %2").arg(run, words) : words, tip, has_cross);
  };
  const ViewState& state = view->state();
  const bool is_filtered = model && (!state.rows.filter.empty() || !state.rows.hidden.empty());
  const ValueCount values = model ? count_values(*model, state.hidden) : ValueCount();
  const RowCount rows = is_filtered ? count_rows(*model, state.rows) : RowCount();
  set("rows", is_filtered ? tr("%1 of %2 rows").arg(rows.shown).arg(rows.all) : QString(),
      state.rows.filter.empty()
          ? tr("Show the rows that are hidden")
          : tr("Show all rows; the filter is %1").arg(QString::fromStdString(state.rows.filter)),
      true);
  set("values",
      values.hidden > 0 ? tr("%1 of %2 values hidden").arg(values.hidden).arg(values.all)
                        : QString(),
      tr("Show all values"), true);
  set("start", model ? start_problem_[at(slot)] : QString(),
      tr("What the command line asked for, and this trace does not have"), true);
  set("left out", model ? summary : QString(),
      tr("What could not be used of this trace, and warnings"), false);
  const ReadOptions& read = runs_.options_of(slot).read;
  set("keep", model && !keeping_[at(slot)].isEmpty() ? tr("Keep an archive") : QString(),
      tr("The trace opens at once next time; archives of large traces may take 10 GB in your "
         "cache"),
      true);
  set("part", part_reader(slot)->text(), tr("The archive is larger than the cache (--cache)"),
      false);
  set("sorted", model && read.sort ? tr("sorted by time") : QString(),
      tr("Events were taken in the order of their times"), false);
}

// The note without its run, which becomes the active one: what follows is about that.
QString MainWindow::activate_run_of(const QString& note) {
  const bool is_lower = note.startsWith(kLowerNote);
  if (has_two_runs()) activate(is_lower ? 1 : 0);
  return is_lower ? note.mid(kLowerNote.size()) : note;
}

void MainWindow::follow_note(const QString& note) {
  if (note == QLatin1String("binding")) return;
  if (note == QLatin1String("predicted")) return show_problem(predicted_text_);
  const QString name = activate_run_of(note);
  if (name == QLatin1String("left out")) show_problem(shown_left_out_[at(active_)].second);
  if (name == QLatin1String("rows")) commands_.filter_rows();
  if (name == QLatin1String("keep")) {
    show_message(tr("Keeping an archive..."));
    keeper_.keep(active()->model(), std::exchange(keeping_[at(active_)], {}),
                 runs_.options().read.threads);
    show_notes();
  }
}

void MainWindow::remove_note(const QString& note) {
  const QString name = activate_run_of(note);
  if (name == QLatin1String("rows")) {
    commands_.change_rows([](RowOptions& rows) {
      rows.filter.clear();
      rows.hidden.clear();
    });
  }
  if (name == QLatin1String("keep")) keeping_[at(active_)].clear();
  if (name == QLatin1String("start")) start_problem_[at(active_)].clear();
  if (name == QLatin1String("values")) legend_->model()->set_all_shown(true);
  show_notes();
}

}  // namespace paje::gui
