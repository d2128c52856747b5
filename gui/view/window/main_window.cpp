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
    : QMainWindow(parent), options_(options) {
  setWindowTitle(tr("pajeview"));
  setAcceptDrops(true);
  make_panes();
  make_docks();
  make_status();
  make_menus();
  connect(&loader_, &Loader::progressed, this, &MainWindow::show_progress);
  connect(&loader_, &Loader::loaded, this, &MainWindow::show_loaded);
  connect(&loader_, &Loader::failed, this, &MainWindow::show_failure);
  connect(&loader_, &Loader::refused, this, &MainWindow::offer_lenient);
  connect(&loader_, &Loader::left_out, this, [this](const QString& text) {
    if (!text.isEmpty()) show_problem(tr("Left out of this trace:\n") + text);
  });
  connect(&loader_, &Loader::cancelled, this, [this] {
    end_loading();
    facts_->setText(tr("Loading was cancelled."));
  });
  apply_theme();
  resize(1400, 860);
  const QSettings settings;
  restoreGeometry(settings.value(QStringLiteral("window/geometry")).toByteArray());
  restoreState(settings.value(QStringLiteral("window/state")).toByteArray());
  problem_dock_->hide();
  comparison_dock_->hide();
}

MainWindow::~MainWindow() = default;

void MainWindow::make_panes() {
  tabs_ = new QTabWidget(this);
  tabs_->setDocumentMode(true);
  splitter_ = new QSplitter(Qt::Vertical, tabs_);
  for (int slot = 0; slot < 2; ++slot) {
    auto* view = new GanttView(splitter_);
    panes_[at(slot)].view = view;
    if (slot == 1) splitter_->addWidget(shift_ = new ShiftView(splitter_));
    splitter_->addWidget(view);
    connect(view, &GanttView::axis_changed, this, [this, slot] { follow_axis(slot); });
    connect(view, &GanttView::hovered, this,
            [this](const QString& text) { facts_->setText(text); });
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
              show_menu(slot, container, where);
            });
  }
  panes_[1].view->hide();
  shift_->hide();
  connect(shift_, &ShiftView::time_wanted, this, [this](double time) {
    const double half = view(0)->state().axis.length() / 2;
    view(0)->show_span({time - half, time + half});
  });
  aggregation_ = new AggregationView(tabs_);
  connect(aggregation_, &AggregationView::place_wanted, this,
          [this](TimeSpan span, ContainerId container) {
            tabs_->setCurrentIndex(0);
            panes_[0].view->show_span(span);
            panes_[0].view->reveal(span, container);
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
  connect(read_leniently_, &QPushButton::clicked, this, [this] {
    LoadOptions options = options_;
    options.lenient = true;
    const QString second = refused_slot_ == 0 ? waiting_ : QString();
    open(QString(refused_), refused_slot_, options);
    next_ = second;
  });
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
    follow_shift();
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
  connect(cancel_, &QToolButton::clicked, &loader_, &Loader::cancel);
  statusBar()->addWidget(facts_, 1);
  statusBar()->addPermanentWidget(progress_);
  statusBar()->addPermanentWidget(cancel_);
  end_loading();
}

void MainWindow::open(const QString& path, int slot, const LoadOptions& options) {
  keep_settings();
  next_.clear();
  problem_->clear();
  problem_dock_->hide();
  read_leniently_->hide();
  progress_->show();
  progress_->setRange(0, 0);
  cancel_->show();
  facts_->setText(tr("Loading %1").arg(QFileInfo(path).fileName()));
  loader_.load(path, options, slot);
}

void MainWindow::open_two(const QString& upper, const QString& lower) {
  open(upper, 0);
  next_ = lower;
}

void MainWindow::show_progress(quint64 consumed, quint64 size) {
  if (!loader_.is_loading()) return;
  progress_->setRange(0, size > 0 ? 1000 : 0);
  if (size > 0) progress_->setValue(static_cast<int>(consumed * 1000 / size));
}

void MainWindow::end_loading() {
  progress_->hide();
  cancel_->hide();
}

void MainWindow::show_loaded(const TraceModelPointer& model, const QString& path, int slot) {
  end_loading();
  Pane& pane = panes_[at(slot)];
  pane.path = path;
  pane.view->show();
  shift_->setVisible(slot == 1 || panes_[1].view->model());
  if (slot == 1) {
    const int half = (splitter_->height() - static_cast<int>(kShiftHeight)) / 2;
    splitter_->setSizes({half, static_cast<int>(kShiftHeight), half});
  }
  pane.view->set_model(model);
  ViewState state = pane.view->state();
  restore(path, *model, state);
  pane.view->set_state(std::move(state));
  add_recent_trace(path);
  if (slot == 0) aggregation_->set_model(model);
  // A second trace comes to where the first is.
  if (slot == 1) follow_axis(0);
  comparison_->compare(panes_[0].view->model(), panes_[1].view->model());
  activate(slot);
  refresh_panels();
  pane.view->setFocus();
  const Trace& trace = model->trace();
  facts_->setText(tr("%1 containers, %2 states, %3 links")
                      .arg(trace.containers().size() - 1)
                      .arg(trace.states().start.size())
                      .arg(trace.links().start.size()) +
                  (options_.show.unit || model->unit() == TimeUnit::seconds
                       ? QString()
                       : tr("; StarPU wrote it: its times are taken as milliseconds")));
  if (!next_.isEmpty()) open(QString(next_), 1);
}

void MainWindow::show_failure(const QString& text, const QString& path) {
  end_loading();
  facts_->setText(tr("%1 could not be read.").arg(QFileInfo(path).fileName()));
  show_problem(text);
}

void MainWindow::show_problem(const QString& text) {
  problem_->setPlainText(text);
  problem_dock_->show();
  problem_dock_->raise();
}

void MainWindow::offer_lenient(const QString& path, int slot) {
  refused_ = path;
  refused_slot_ = slot;
  waiting_ = std::exchange(next_, {});
  read_leniently_->show();
}

void MainWindow::keep_settings() {
  for (const Pane& pane : panes_) {
    if (pane.view->model()) keep(pane.path, *pane.view->model(), pane.view->state());
  }
}

void MainWindow::activate(int slot) {
  if (active_ != slot) {
    active_ = slot;
    refresh_panels();
  }
  QString title;
  for (const Pane& pane : panes_) {
    if (pane.path.isEmpty()) continue;
    title += (title.isEmpty() ? "" : ", ") + QFileInfo(pane.path).fileName();
  }
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
  for (const Pane& pane : panes_) pane.view->set_theme(theme);
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
  loader_.cancel();
  QMainWindow::closeEvent(event);
}

}  // namespace paje::gui
