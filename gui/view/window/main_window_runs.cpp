// Runs that are read again or predicted, and the notes on what is shown of them.
#include <QFileInfo>
#include <algorithm>
#include <limits>

#include "view/window/main_window.hpp"
#include "view/window/trace_settings.hpp"

namespace paje::gui {

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
  if (slot != active_) return;
  const QString text = part_reader(slot)->text();
  notes_->set(QStringLiteral("part"), text, tr("The archive is larger than the cache (--cache)"),
              false);
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

void MainWindow::show_notes() {
  const GanttView* view = active();
  const TraceModelPointer& model = view->model();
  const auto& [summary, text] = shown_left_out_[at(active_)];
  const auto set = [this](const char* name, const QString& words, const QString& tip,
                          bool has_cross) {
    notes_->set(QLatin1String(name), words, tip, has_cross);
  };
  const ViewState& state = view->state();
  const bool is_filtered = model && (!state.rows.filter.empty() || !state.rows.hidden.empty());
  const auto values = std::count(state.hidden.begin(), state.hidden.end(), true);
  set("rows",
      is_filtered ? tr("%1 of %2 rows")
                        .arg(view->layout_of_rows().rows.size())
                        .arg(layout_rows(*model, RowOptions{}).rows.size())
                  : QString(),
      state.rows.filter.empty()
          ? tr("Show the rows that are hidden")
          : tr("Show all rows; the filter is %1").arg(QString::fromStdString(state.rows.filter)),
      true);
  set("values",
      values > 0 ? tr("%1 of %2 values hidden").arg(values).arg(state.hidden.size()) : QString(),
      tr("Show all values"), true);
  set("left out", model ? summary : QString(),
      tr("What could not be used of this trace, and warnings"), false);
  const ReadOptions& read = runs_.options_of(active_).read;
  set("keep", model && !keeping_[at(active_)].isEmpty() ? tr("Keep an archive") : QString(),
      tr("The trace opens at once next time; archives of large traces may take 10 GB in your "
         "cache"),
      true);
  set("part", part_reader(active_)->text(), tr("The archive is larger than the cache (--cache)"),
      false);
  set("sorted", model && read.sort ? tr("sorted by time") : QString(),
      tr("Events were taken in the order of their times"), false);
  const bool is_bound = view != nullptr && this->view(0)->model() && this->view(1)->model();
  set("binding", is_bound ? name_of(binding_->binding()) : QString(),
      tr("How the two time axes go together: menu View"), false);
  const bool is_predicted = is_bound && !predicted_.isEmpty() && runs_.path(1) == predicted_;
  set("predicted", is_predicted ? tr("below: ") + predicted_text_.section('\n', 0, 0) : QString(),
      predicted_text_, false);
  actions_->refresh();
}

void MainWindow::follow_note(const QString& name) {
  if (name == QLatin1String("left out")) show_problem(shown_left_out_[at(active_)].second);
  if (name == QLatin1String("rows")) commands_.filter_rows();
  if (name == QLatin1String("keep")) {
    show_message(tr("Keeping an archive..."));
    keeper_.keep(active()->model(), std::exchange(keeping_[at(active_)], {}),
                 runs_.options().read.threads);
    show_notes();
  }
  if (name == QLatin1String("predicted")) show_problem(predicted_text_);
}

void MainWindow::remove_note(const QString& name) {
  if (name == QLatin1String("rows")) {
    commands_.change_rows([](RowOptions& rows) {
      rows.filter.clear();
      rows.hidden.clear();
    });
  }
  if (name == QLatin1String("keep")) {
    keeping_[at(active_)].clear();
    show_notes();
  }
  if (name == QLatin1String("values")) legend_->model()->set_all_shown(true);
}

}  // namespace paje::gui
