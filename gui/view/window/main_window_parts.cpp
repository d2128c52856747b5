// The window's views, docks and status line, and what connects them.
#include <QDockWidget>
#include <QLineEdit>
#include <QStatusBar>
#include <QVBoxLayout>

#include "view/window/main_window.hpp"
#include "view/window/trace_settings.hpp"

namespace paje::gui {

namespace {

// The rows of a container and of all below it.
std::set<ContainerId> rows_below(const GanttView& view, ContainerId top) {
  std::set<ContainerId> rows;
  for (const Row& row : view.layout_of_rows().rows) {
    for (ContainerId id = row.container; id.valid(); id = view.model()->trace()[id].parent) {
      if (id == top) rows.insert(row.container);
    }
  }
  return rows;
}

}  // namespace

void MainWindow::connect_view(GanttView* view, int slot) {
  connect(view, &GanttView::axis_changed, this, [this, slot] {
    binding_->follow_axis(slot);
    if (slot == active_) show_statistics();
  });
  connect(view, &GanttView::rows_changed, this, [this] {
    if (binding_) binding_->share_scale();
  });
  connect(view, &GanttView::hovered, this, [this](const QString& text) { show_message(text); });
  connect(view, &GanttView::pressed, this, [this, slot] { activate(slot); });
  connect(view, &GanttView::selection_changed, this, [this, slot] {
    activate(slot);
    const auto& selected = active()->state().selected;
    object_->set_answers(active()->answers());
    object_->show_object(active()->model(), selected);
    if (selected) shift_->show_pairs_of(slot, selected->container, selected->type);
  });
  connect(view, &GanttView::range_changed, this, [this, slot] {
    activate(slot);
    show_statistics();
    const ViewState& state = views_[at(slot)]->state();
    if (slot == 0) aggregation_->set_selection({state.range, state.box});
  });
  connect(view, &GanttView::menu_wanted, this,
          [this, slot](ContainerId container, const QPoint& where) {
            activate(slot);
            commands_.show_row_menu(container, where);
          });
  connect(view, &GanttView::shown_changed, this, [this, slot] {
    show_notes();
    if (slot == active_) show_statistics();
  });
}

void MainWindow::make_start_page() {
  start_page_ = new StartPage(views_[0]);
  start_page_->set_recent(recent_traces());
  connect(start_page_, &StartPage::open_wanted, this, [this] { commands_.choose_file(0); });
  connect(start_page_, &StartPage::trace_wanted, this, [this](const QString& path) { open(path); });
  auto* page = new QHBoxLayout(views_[0]);
  page->addStretch(1);
  page->addWidget(start_page_, 4);
  page->addStretch(1);
}

void MainWindow::make_aggregation() {
  aggregation_ = new AggregationView(tabs_);
  connect(aggregation_, &AggregationView::place_wanted, this,
          [this](TimeSpan span, ContainerId container) {
            tabs_->setCurrentIndex(0);
            activate(0);
            views_[0]->show_span(span);
            std::set<ContainerId> rows = rows_below(*views_[0], container);
            // If rows below the container are shown, a filter stays, though it has no row itself.
            if (rows.empty()) {
              views_[0]->reveal(span, container);
              rows = rows_below(*views_[0], container);
            } else {
              views_[0]->scroll_to(rows);
            }
            views_[0]->set_range(views_[0]->model()->rounded(span), std::move(rows));
          });
}

void MainWindow::make_panes() {
  tabs_ = new QTabWidget(this);
  tabs_->setDocumentMode(true);
  splitter_ = new QSplitter(Qt::Vertical, tabs_);
  for (int slot = 0; slot < 2; ++slot) {
    auto* view = new GanttView(splitter_);
    views_[at(slot)] = view;
    readers_[at(slot)] = new PartReader(view);
    connect(readers_[at(slot)], &PartReader::changed, this, [this, slot] { show_part(slot); });
    if (slot == 1) splitter_->addWidget(shift_ = new ShiftView(splitter_));
    splitter_->addWidget(view);
    connect_view(view, slot);
  }
  make_start_page();
  preview_ = new Preview(views_[0]);
  views_[1]->hide();
  shift_->hide();
  connect(shift_, &ShiftView::time_wanted, this, [this](double time) {
    const double half = view(0)->state().axis.length() / 2;
    view(0)->show_span({time - half, time + half});
  });
  make_aggregation();
  tabs_->addTab(splitter_, tr("Gantt"));
  tabs_->addTab(aggregation_, tr("Whole run"));
  notes_ = new NoteBar(this);
  connect(notes_, &NoteBar::clicked, this, &MainWindow::follow_note);
  connect(notes_, &NoteBar::removed, this, &MainWindow::remove_note);
  auto* middle = new QWidget(this);
  auto* column = new QVBoxLayout(middle);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(0);
  column->addWidget(notes_);
  column->addWidget(tabs_, 1);
  setCentralWidget(middle);
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
  problem_ = new ProblemPanel(this);
  connect(problem_, &ProblemPanel::remedy_wanted, &runs_, &RunSet::open_with);
  problem_dock_ = add_dock(tr("Problem"), problem_, Qt::BottomDockWidgetArea);
  statistics_dock_ = add_dock(tr("Statistics"), statistics_, Qt::BottomDockWidgetArea);
  comparison_dock_ = add_dock(tr("Comparison"), comparison_, Qt::BottomDockWidgetArea);
  QDockWidget* legend = add_dock(tr("Legend"), legend_, Qt::RightDockWidgetArea);
  QDockWidget* object = add_dock(tr("Object"), object_, Qt::RightDockWidgetArea);
  search_dock_ = add_dock(tr("Search"), search_, Qt::RightDockWidgetArea);
  for (QDockWidget* dock : {statistics_dock_, legend, object, search_dock_}) {
    docks_of_a_run_.emplace_back(dock, dock->windowTitle());
  }
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
  connect(statistics_, &StatisticsPanel::occurrence_wanted, this,
          [this](const ObjectRef& object, ValueId value) {
            active()->set_highlight(value);
            active()->select(object, true);
          });
  connect(statistics_, &StatisticsPanel::message_wanted, this,
          [this](const ObjectRef& link) { active()->select(link, true); });
  connect(statistics_, &StatisticsPanel::range_typed, this, [this](TimeSpan range) {
    active()->set_range(range);
    active()->setFocus();
  });
  connect(statistics_, &StatisticsPanel::range_checked, this, &MainWindow::show_message);
  connect(statistics_, &StatisticsPanel::refused, this, &MainWindow::show_message);
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
  connect(search_, &SearchPanel::marks_changed, this,
          [this](const std::vector<double>& times) { active()->set_marks(times); });
  connect(search_, &SearchPanel::container_wanted, this, [this](ContainerId container) {
    active()->reveal(active()->state().axis.shown(), container);
  });
  connect(legend_, &LegendPanel::hidden_changed, this,
          [this](const HiddenValues& hidden) { active()->set_hidden(hidden); });
  connect(legend_, &LegendPanel::color_changed, this, [this](const LegendEntry& entry) {
    active()->set_color(entry);
    apply_theme();
    binding_->follow_shift();
  });
}

void MainWindow::show_statistics_of(const QString& choice) {
  statistics_dock_->show();
  statistics_dock_->raise();
  QComboBox* choices = statistics_->choice();
  choices->setCurrentIndex(choices->findText(choice));
}

void MainWindow::focus_next_panel(bool forward) {
  QWidget* const chart =
      tabs_->currentIndex() == 0 ? static_cast<QWidget*>(active()) : aggregation_->canvas();
  const std::vector<QWidget*> panels{
      chart,           statistics_->view(), comparison_->view(),
      problem_,        legend_->list(),     search_->findChild<QLineEdit*>(),
      object_->facts()};
  const auto count = static_cast<int>(panels.size());
  int now = -1;
  for (int i = 0; i < count; ++i) {
    const QWidget* panel = panels[static_cast<std::size_t>(i)];
    if (panel == focusWidget() || panel->isAncestorOf(focusWidget())) now = i;
  }
  for (int step = 1; step <= count; ++step) {
    const int next = ((now + (forward ? step : -step)) % count + count) % count;
    QWidget* panel = panels[static_cast<std::size_t>(next)];
    if (!panel->isVisible() || panel->visibleRegion().isEmpty()) continue;
    panel->setFocus(forward ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    return;
  }
}

void MainWindow::make_status() {
  facts_ = new QLabel(this);
  facts_->setTextFormat(Qt::PlainText);  // names may look like HTML
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

}  // namespace paje::gui
