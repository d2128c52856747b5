#include "view/window/main_window.hpp"

#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QFileInfo>
#include <QMimeData>
#include <QSettings>
#include <QStatusBar>
#include <QVBoxLayout>
#include <utility>

#include "view/window/trace_settings.hpp"

namespace paje::gui {

MainWindow::MainWindow(const LoadOptions& options, QWidget* parent)
    : QMainWindow(parent), commands_(this), runs_(options) {
  setWindowTitle(tr("pajeview"));
  setAcceptDrops(true);
  make_panes();
  make_docks();
  make_status();
  actions_ = std::make_unique<WindowActions>(this, &commands_, splitter_);
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
  connect(runs_.loader(), &Loader::failed, this, &MainWindow::show_failure);
  connect(&runs_, &RunSet::refused, read_leniently_, &QPushButton::show);
  connect(runs_.loader(), &Loader::left_out, this, [this](const QString& text) {
    if (!text.isEmpty()) show_problem(tr("Left out of this trace:\n") + text);
  });
  connect(runs_.loader(), &Loader::cancelled, this, [this] {
    end_loading();
    show_message(tr("Loading was cancelled."));
  });
}

void MainWindow::make_panes() {
  tabs_ = new QTabWidget(this);
  tabs_->setDocumentMode(true);
  splitter_ = new QSplitter(Qt::Vertical, tabs_);
  for (int slot = 0; slot < 2; ++slot) {
    auto* view = new GanttView(splitter_);
    views_[at(slot)] = view;
    if (slot == 1) splitter_->addWidget(shift_ = new ShiftView(splitter_));
    splitter_->addWidget(view);
    connect(view, &GanttView::axis_changed, this, [this, slot] { binding_->follow_axis(slot); });
    connect(view, &GanttView::hovered, this, [this](const QString& text) { show_message(text); });
    connect(view, &GanttView::selection_changed, this, [this, slot] {
      active_ = slot;
      const auto& selected = active()->state().selected;
      object_->show_object(active()->model(), selected);
      if (selected) shift_->show_pairs_of(slot, selected->container, selected->type);
    });
    connect(view, &GanttView::range_changed, this, [this, slot] {
      activate(slot);
      show_statistics();
    });
    connect(view, &GanttView::menu_wanted, this,
            [this, slot](ContainerId container, const QPoint& where) {
              activate(slot);
              commands_.show_row_menu(container, where);
            });
  }
  views_[1]->hide();
  shift_->hide();
  connect(shift_, &ShiftView::time_wanted, this, [this](double time) {
    const double half = view(0)->state().axis.length() / 2;
    view(0)->show_span({time - half, time + half});
  });
  aggregation_ = new AggregationView(tabs_);
  connect(aggregation_, &AggregationView::place_wanted, this,
          [this](TimeSpan span, ContainerId container) {
            tabs_->setCurrentIndex(0);
            views_[0]->show_span(span);
            views_[0]->reveal(span, container);
          });
  tabs_->addTab(splitter_, tr("Gantt"));
  tabs_->addTab(aggregation_, tr("Whole run"));
  setCentralWidget(tabs_);
}

QDockWidget* MainWindow::add_dock(const QString& title, QWidget* widget, Qt::DockWidgetArea area) {
  auto* dock = new QDockWidget(title, this);
  dock->setObjectName(title);
  dock->setWidget(widget);
  addDockWidget(area, dock);
  return dock;
}

void MainWindow::make_docks() {
  object_ = new ObjectPanel(this);
  legend_ = new LegendPanel(this);
  search_ = new SearchPanel(this);
  statistics_ = new StatisticsPanel(this);
  comparison_ = new ComparisonPanel(this);
  problem_ = new QPlainTextEdit(this);
  problem_->setReadOnly(true);
  QFont font(QStringLiteral("monospace"));
  font.setStyleHint(QFont::Monospace);
  problem_->setFont(font);
  problem_->setLineWrapMode(QPlainTextEdit::NoWrap);

  read_leniently_ = new QPushButton(tr("Open it &leniently, without what cannot be used"), this);
  connect(read_leniently_, &QPushButton::clicked, &runs_, &RunSet::open_leniently);
  auto* problem = new QWidget(this);
  auto* column = new QVBoxLayout(problem);
  column->setContentsMargins(0, 0, 0, 0);
  column->addWidget(problem_);
  column->addWidget(read_leniently_, 0, Qt::AlignLeft);
  read_leniently_->hide();

  problem_dock_ = add_dock(tr("Problem"), problem, Qt::BottomDockWidgetArea);
  statistics_dock_ = add_dock(tr("Statistics"), statistics_, Qt::BottomDockWidgetArea);
  comparison_dock_ = add_dock(tr("Comparison"), comparison_, Qt::BottomDockWidgetArea);
  QDockWidget* legend = add_dock(tr("Legend"), legend_, Qt::RightDockWidgetArea);
  add_dock(tr("Object"), object_, Qt::RightDockWidgetArea);
  search_dock_ = add_dock(tr("Search"), search_, Qt::RightDockWidgetArea);
  tabifyDockWidget(statistics_dock_, comparison_dock_);
  tabifyDockWidget(comparison_dock_, problem_dock_);
  tabifyDockWidget(legend, search_dock_);
  legend->raise();
  resizeDocks({legend}, {280}, Qt::Horizontal);
  resizeDocks({statistics_dock_}, {220}, Qt::Vertical);
  binding_.emplace(views_, shift_, comparison_);
  connect_docks();
}

void MainWindow::connect_docks() {
  connect(comparison_, &ComparisonPanel::changed, this, &MainWindow::show_comparison);
  connect(comparison_, &ComparisonPanel::place_wanted, this, &MainWindow::show_compared);
  connect(object_, &ObjectPanel::partner_wanted, this, &MainWindow::go_to_partner);
  connect(object_, &ObjectPanel::go_to, this, [this](double time, ContainerId container) {
    const double half = active()->state().axis.length() / 2;
    active()->show_span({time - half, time + half});
    active()->reveal({time - half / 10, time + half / 10}, container);
  });
  connect(object_, &ObjectPanel::select_wanted, this,
          [this](const ObjectRef& object) { active()->select(object, true); });
  connect(search_, &SearchPanel::object_wanted, this,
          [this](const ObjectRef& object) { active()->select(object, true); });
  connect(search_, &SearchPanel::container_wanted, this, [this](ContainerId container) {
    active()->reveal(active()->state().axis.shown(), container);
  });
  connect(legend_, &LegendPanel::hidden_changed, this,
          [this](const HiddenValues& hidden) { active()->set_hidden(hidden); });
  connect(legend_, &LegendPanel::color_changed, this, [this](const LegendEntry& entry) {
    active()->set_color(entry);
    binding_->follow_shift();
  });
}

void MainWindow::make_status() {
  facts_ = new QLabel(this);
  facts_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  facts_->setMinimumWidth(50);  // long facts are cut rather than widening the window
  progress_ = new QProgressBar(this);
  progress_->setMaximumWidth(240);
  cancel_ = new QToolButton(this);
  cancel_->setText(tr("Cancel"));
  connect(cancel_, &QToolButton::clicked, &runs_, &RunSet::cancel);
  statusBar()->addWidget(facts_, 1);
  statusBar()->addPermanentWidget(progress_);
  statusBar()->addPermanentWidget(cancel_);
  end_loading();
}

void MainWindow::begin_loading(const QString& path) {
  keep_settings();
  problem_->clear();
  problem_dock_->hide();
  read_leniently_->hide();
  progress_->show();
  progress_->setRange(0, 0);
  cancel_->show();
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
}

void MainWindow::show_run(const TraceModelPointer& model, const QString& path, int slot) {
  end_loading();
  GanttView* shown = view(slot);
  shown->show();
  shift_->setVisible(slot == 1 || view(1)->model());
  if (slot == 1) {
    const int half = (splitter_->height() - static_cast<int>(kShiftHeight)) / 2;
    splitter_->setSizes({half, static_cast<int>(kShiftHeight), half});
  }
  shown->set_model(model);
  ViewState state = shown->state();
  restore(path, *model, state);
  shown->set_state(std::move(state));
  add_recent_trace(path);
  if (slot == 0) aggregation_->set_model(model);
  // A second trace comes to where the first is.
  if (slot == 1) binding_->follow_axis(0);
  comparison_->compare(view(0)->model(), view(1)->model());
  activate(slot);
  refresh_panels();
  shown->setFocus();
  const Trace& trace = model->trace();
  show_message(tr("%1 containers, %2 states, %3 links")
                   .arg(trace.containers().size() - 1)
                   .arg(trace.states().start.size())
                   .arg(trace.links().start.size()) +
               (runs_.options().show.unit || model->unit() == TimeUnit::seconds
                    ? QString()
                    : tr("; StarPU wrote it: its times are taken as milliseconds")));
}

void MainWindow::show_failure(const QString& text, const QString& path) {
  end_loading();
  show_message(tr("%1 could not be read.").arg(QFileInfo(path).fileName()));
  show_problem(text);
}

void MainWindow::show_problem(const QString& text) {
  problem_->setPlainText(text);
  problem_dock_->show();
  problem_dock_->raise();
}

void MainWindow::keep_settings() {
  for (int slot = 0; slot < 2; ++slot) {
    if (view(slot)->model()) keep(runs_.path(slot), *view(slot)->model(), view(slot)->state());
  }
}

void MainWindow::close_second() {
  keep_settings();
  view(1)->set_model({});
  view(1)->hide();
  runs_.close_second();
  shift_->hide();
  comparison_->compare({}, {});
  comparison_dock_->hide();
  activate(0);
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
  const QString title = runs_.title();
  setWindowTitle(title.isEmpty() ? tr("pajeview") : tr("%1 - pajeview").arg(title));
}

void MainWindow::refresh_panels() {
  GanttView* view = active();
  search_->set_model(view->model());
  object_->show_object(view->model(), view->state().selected);
  if (!view->model()) {
    legend_->set_entries({}, {});
    statistics_->show_range({}, {});
    return;
  }
  const Theme theme;
  const RowPicture picture{*view->model(), view->state(), view->layout_of_rows(), theme};
  apply_theme();
  legend_->set_entries(legend_of(picture), view->state().hidden);
  show_statistics();
}

void MainWindow::show_statistics() {
  GanttView* view = active();
  if (!view->model()) return;
  statistics_->show_range(view->model(), view->state().range.value_or(view->model()->span()));
}

void MainWindow::apply_theme() {
  const bool is_dark = palette().color(QPalette::Window).lightness() < 128;
  const Theme theme = is_dark ? dark_theme() : light_theme();
  for (GanttView* view : views_) view->set_theme(theme);
  shift_->set_theme(theme);
  statistics_->set_look(active()->state().palette, theme);
  aggregation_->set_theme(theme);
}

void MainWindow::changeEvent(QEvent* event) {
  QMainWindow::changeEvent(event);
  if (event->type() == QEvent::PaletteChange && aggregation_ != nullptr) apply_theme();
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
