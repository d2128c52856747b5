#include "view/window/main_window.hpp"

#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QKeyEvent>
#include <QMimeData>
#include <QSettings>
#include <QTimer>
#include <utility>

#include "model/number_text.hpp"
#include "view/window/shown_text.hpp"
#include "view/window/theme_choice.hpp"
#include "view/window/trace_settings.hpp"

namespace paje::gui {

namespace {

// `2 containers, 1 state, 3 links`: what there is of each kind.
QString objects_text(const TraceModel& model) {
  const Trace& trace = model.trace();
  const auto counted = [](uint64_t count, const char* one, const char* many) {
    return QStringLiteral("%1 %2").arg(QString::fromStdString(count_text(count)),
                                       MainWindow::tr(count == 1 ? one : many));
  };
  QStringList kinds = {counted(trace.containers().size() - 1, "container", "containers")};
  const auto add = [&](uint64_t count, const char* one, const char* many) {
    if (count > 0) kinds.append(counted(count, one, many));
  };
  std::array<uint64_t, 5> objects{0, trace.states().start.size(), trace.variables().start.size(),
                                  trace.events().time.size(), trace.links().start.size()};
  if (model.outline()) objects = model.outline()->objects;
  add(objects[1], "state", "states");
  add(objects[2], "value of variables", "values of variables");
  add(objects[3], "event", "events");
  add(objects[4], "link", "links");
  return kinds.join(QStringLiteral(", "));
}

}  // namespace

MainWindow::MainWindow(const LoadOptions& options, QWidget* parent)
    : QMainWindow(parent), commands_(this), runs_(options) {
  setWindowTitle(tr("pajeview"));
  setAcceptDrops(true);
  use_theme(chosen_theme());
  make_panes();
  make_docks();
  make_status();
  actions_ = std::make_unique<WindowActions>(this, &commands_);
  connect_runs();
  apply_theme();
  resize(1400, 860);
  const QSettings settings;
  restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
  restoreState(settings.value(QStringLiteral("window/state")).toByteArray());
  problem_dock_->hide();
  comparison_dock_->hide();
}

MainWindow::~MainWindow() = default;

void MainWindow::connect_runs() {
  connect(runs_.loader(), &Loader::progressed, this, &MainWindow::show_progress);
  connect(&runs_, &RunSet::opening, this, &MainWindow::begin_loading);
  connect(&runs_, &RunSet::opened, this, &MainWindow::show_run);
  connect(runs_.loader(), &Loader::previewed, this, &MainWindow::show_preview);
  connect(runs_.loader(), &Loader::failed, this, &MainWindow::show_failure);
  connect(&runs_, &RunSet::refused, this, [this] { problem_->offer(runs_.remedies()); });
  connect(
      runs_.loader(), &Loader::left_out, this, [this](const QString& text, const QString& summary) {
        left_out_ = summary;
        left_out_text_ = summary.isEmpty() ? text : tr("Of this trace: %1\n").arg(summary) + text;
        if (!text.isEmpty()) show_problem(left_out_text_);
      });
  connect(runs_.loader(), &Loader::worth_keeping, this,
          [this](const QString& place) { worth_keeping_ = place; });
  connect(&keeper_, &ArchiveKeeper::done, this, &MainWindow::show_message);
  connect(&prediction_maker_, &PredictionMaker::made, this, &MainWindow::show_prediction);
  connect(&prediction_maker_, &PredictionMaker::failed, this, &MainWindow::show_problem);
  connect(&answer_maker_, &AnswerMaker::made, this, &MainWindow::take_answers);
  connect(&answer_maker_, &AnswerMaker::failed, this, &MainWindow::show_message);
  connect(runs_.loader(), &Loader::cancelled, this, [this] {
    end_loading();
    show_message(tr("Loading was cancelled."));
  });
}

void MainWindow::begin_loading(const QString& path) {
  keep_settings();
  problem_->show_text({});
  problem_->offer({});
  problem_dock_->hide();
  progress_->show();
  progress_->setRange(0, 0);
  cancel_->show();
  preview_->close();
  show_message(tr("Loading %1").arg(QFileInfo(path).fileName()));
}

void MainWindow::show_progress(quint64 consumed, quint64 size) {
  if (!runs_.loader()->is_loading()) return;
  progress_->setRange(0, size > 0 ? 1000 : 0);
  if (size > 0) progress_->setValue(static_cast<int>(consumed * 1000 / size));
}

void MainWindow::end_loading() {
  progress_->hide();
  cancel_->hide();
  preview_->close();
}

void MainWindow::show_run(const TraceModelPointer& model, const QString& path, int slot) {
  const std::optional<TimeSpan> previewed = preview_->close();
  end_loading();
  GanttView* shown = view(slot);
  shown->show();
  start_page_->hide();
  shift_->setVisible(slot == 1 || view(1)->model());
  if (slot == 1) {
    const int half = (splitter_->height() - static_cast<int>(kShiftHeight)) / 2;
    splitter_->setSizes({half, static_cast<int>(kShiftHeight), half});
  }
  part_reader(slot)->end();
  shown->set_model(model);
  ViewState state = shown->state();
  restore(path, *model, state);
  // Once: what is read again stays as it is.
  start_problem_[at(slot)].clear();
  if (!before_[at(slot)]) start_states_[at(slot)].reset();
  std::string unknown;
  if (!std::exchange(started_[at(slot)][path], true)) {
    start_with(*model, state, slot);
    unknown = names_problem(start_, *model, slot);
  }
  shown->set_state(std::move(state));
  if (path != predicted_) add_recent_trace(path);
  shown_left_out_[at(slot)] = {std::exchange(left_out_, {}), std::exchange(left_out_text_, {})};
  keeping_[at(slot)] = path == predicted_ ? QString() : std::exchange(worth_keeping_, {});
  if (slot == 0) {
    aggregation_->set_model(model->outline() ? nullptr : model);
    if (model->outline()) aggregation_->set_message(too_much_text());
  }
  const bool is_last = slot == 1 || runs_.path(1).isEmpty();
  if (before_[at(slot)] && is_last && slot == 0) show_as_before(slot);
  if (view(0)->model() && view(1)->model()) place_next_to_other(slot);
  if (!before_[at(slot)] && !has_two_runs()) fit_when_laid_out();
  if (is_last) before_ = {};
  if (slot == 0 && previewed) shown->show_span(*previewed);
  compare_runs();
  activate(slot);
  view_loaded();
  shown->setFocus();
  if (model->outline()) part_reader(slot)->begin(model);
  if (!unknown.empty()) return show_message(shown_text(std::string_view(unknown)));
  show_message(objects_text(*model) +
               (runs_.options().show.unit || model->unit() == TimeUnit::seconds
                    ? QString()
                    : tr("; StarPU wrote it: its times are taken as milliseconds")));
}

// Of two runs: one height of rows, and one axis.
void MainWindow::place_next_to_other(int slot) {
  RowOptions rows = view(slot)->state().rows;
  rows.track_height = view(1 - slot)->state().rows.track_height;
  view(slot)->set_row_options(rows);
  if (before_[at(slot)]) return show_as_before(slot);
  // When each has its half of the window.
  QTimer::singleShot(0, this, [this] { fit_rows(&GanttView::fit_at_start); });
  if (names_times(start_)) {
    binding_->follow_axis(0);
  } else {
    binding_->show_both();
  }
}

void MainWindow::show_failure(const QString& text, const QString& path) {
  end_loading();
  before_ = {};
  show_message(tr("%1 could not be read.").arg(QFileInfo(path).fileName()));
  show_problem(text);
}

void MainWindow::show_problem(const QString& text) {
  problem_->show_text(text);
  problem_dock_->show();
  problem_dock_->raise();
}

void MainWindow::keep_settings() {
  for (int slot = 0; slot < 2; ++slot) {
    if (!view(slot)->model()) continue;
    keep(runs_.path(slot), *view(slot)->model(), remembered_state(slot));
  }
}

void MainWindow::close_second() {
  keep_settings();
  part_reader(1)->end();
  view(1)->set_model({});
  view(1)->hide();
  runs_.close_second();
  shift_->hide();
  comparison_->compare({}, {});
  comparison_dock_->hide();
  activate(0);
  show_notes();
}

void MainWindow::show_answers(bool ViewState::*which, bool on) {
  GanttView* view = active();
  if (!view->model() || (on && !has_whole_run())) return;
  ViewState wanted = view->state();
  wanted.*which = on;
  view->set_answers_shown(wanted.shows_waits, wanted.shows_path, wanted.shows_iterations);
  if (!on || view->answers()) return;
  show_message(tr("analysing..."));
  answer_maker_.make(view->model());
}

void MainWindow::take_answers(const AnswersPointer& answers, const TraceModelPointer& model) {
  for (GanttView* view : views_) {
    if (view->model() == model) view->set_answers(answers);
  }
  QStringList found;
  const ViewState& shown = active()->state();
  if (shown.shows_waits) found << tr("%1 waits").arg(answers->wait_count());
  if (shown.shows_path) found << tr("the critical path is in red");
  if (shown.shows_iterations) {
    found << tr("%1 iterations").arg(std::max<std::size_t>(answers->iterations().size(), 1) - 1);
  }
  show_message(found.join(QStringLiteral("; ")));
  object_->set_answers(active()->answers());
}

void MainWindow::view_loaded() {
  const ViewState& state = active()->state();
  refresh_panels();
  const TraceModelPointer& model = active()->model();
  if (model && !model->outline() && !active()->answers() &&
      (state.shows_waits || state.shows_path || state.shows_iterations)) {
    answer_maker_.make(model);
  }
}

void MainWindow::set_palette_of_values(PaletteKind kind) {
  for (GanttView* view : views_) view->set_palette(kind);
  apply_theme();
  binding_->follow_shift();
}

void MainWindow::set_binding(Binding binding) {
  binding_->set(binding);
  show_notes();
}

void MainWindow::show_comparison(const QString& problem) {
  binding_->show_comparison(problem);
  const bool has_alignment = comparison_->alignment() != nullptr;
  object_->set_compared(has_alignment);
  if (!has_alignment) return;
  comparison_dock_->show();
  comparison_dock_->raise();
  binding_->follow_axis(0);
}

void MainWindow::show_compared(const ComparedPlace& place) {
  if (!comparison_->alignment()) return;
  show_tab(0);
  binding_->show_compared(place);
}

void MainWindow::go_to_partner(const ObjectRef& object) {
  if (!comparison_->alignment() || binding_->go_to_partner(active_, object)) return;
  show_message(tr("It has no partner: the other trace does not have this state."));
}

void MainWindow::show_search() {
  search_dock_->show();
  search_dock_->raise();
  search_->focus();
}

void MainWindow::activate(int slot) {
  if (active_ != slot) {
    active_ = slot;
    refresh_panels();
  }
  name_run_of_panels();
  const QString title = runs_.title();
  setWindowTitle(title.isEmpty() ? tr("pajeview") : tr("%1 - pajeview").arg(title));
}

void MainWindow::refresh_panels() {
  GanttView* view = active();
  search_->set_model(view->model());
  object_->set_answers(view->answers());
  object_->show_object(view->model(), view->state().selected);
  if (!view->model()) {
    legend_->set_entries({}, {});
    statistics_->show_view({}, {});
    return;
  }
  apply_theme();
  refresh_legend();
  show_statistics();
  show_notes();
}

void MainWindow::refresh_legend() {
  GanttView* view = active();
  if (!view->model()) return;
  const Theme theme = this->theme();
  RowPicture picture{*view->model(), view->state(), view->layout_of_rows(), theme};
  picture.visible = &view->visible_palette();
  legend_->set_entries(legend_of(picture), view->state().hidden);
}

void MainWindow::show_statistics() { statistics_->show_view(active()->model(), active()->state()); }

Theme MainWindow::theme() const {
  return palette().color(QPalette::Window).lightness() < 128 ? dark_theme() : light_theme();
}

void MainWindow::apply_theme() {
  const Theme theme = this->theme();
  for (GanttView* view : views_) view->set_theme(theme);
  shift_->set_theme(theme);
  statistics_->set_look(active()->visible_palette(), theme);
  aggregation_->set_look(view(0)->state().palette.visible_on(rgb(theme.background)), theme);
  if (actions_) actions_->set_theme(theme);
  refresh_legend();
}

void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() != QEvent::PaletteChange || aggregation_ == nullptr) return;
  apply_theme();
  if (actions_) actions_->refresh();
}

bool MainWindow::event(QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride) {
    // Tables, lists and sliders keep the keys that move in them.
    const QWidget* focus = focusWidget();
    const bool moves = qobject_cast<const QAbstractItemView*>(focus) != nullptr ||
                       qobject_cast<const QAbstractSlider*>(focus) != nullptr ||
                       qobject_cast<const QAbstractScrollArea*>(focus) != nullptr ||
                       qobject_cast<const AggregationCanvas*>(focus) != nullptr ||
                       qobject_cast<const QComboBox*>(focus) != nullptr;
    const int key = static_cast<QKeyEvent*>(event)->key();
    const bool is_move = (key >= Qt::Key_Home && key <= Qt::Key_PageDown);
    if (moves && is_move) {
      event->accept();
      return true;
    }
  }
  return QMainWindow::event(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent* event) {
  if (event->mimeData()->hasUrls()) event->acceptProposedAction();
}

void MainWindow::dropEvent(QDropEvent* event) {
  for (const QUrl& url : event->mimeData()->urls()) {
    if (!url.isLocalFile()) continue;
    open(url.toLocalFile());
    return;
  }
}

void MainWindow::closeEvent(QCloseEvent* event) {
  keep_settings();
  QSettings settings;
  settings.setValue(QStringLiteral("window/geometry"), saveGeometry());
  settings.setValue(QStringLiteral("window/state"), saveState());
  runs_.cancel();
  QMainWindow::closeEvent(event);
}

}  // namespace paje::gui
