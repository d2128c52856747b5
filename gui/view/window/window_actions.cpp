// Menus of the window: every action, with its keys.
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>

#include "view/window/main_window.hpp"
#include "view/window/trace_settings.hpp"

namespace paje::gui {

// Keys without Ctrl work while the picture has the focus, so that tables keep their arrows and
// lines their letters.
QAction* MainWindow::add(QMenu* menu, const QString& text, const QList<QKeySequence>& keys,
                         std::function<void()> run) {
  QAction* action = menu->addAction(text);
  action->setShortcuts(keys);
  bool is_plain = false;
  for (const QKeySequence& key : keys) {
    if (key.isEmpty()) continue;
    is_plain |= (key[0].keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier)) == 0;
  }
  if (is_plain) {
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    splitter_->addAction(action);
  }
  connect(action, &QAction::triggered, this, [run = std::move(run)] { run(); });
  actions_.push_back(action);
  return action;
}

void MainWindow::make_menus() {
  make_file_menu();
  make_move_menu();
  make_rows_menu();
  make_look_menu();
  make_help_menu();
}

void MainWindow::make_file_menu() {
  QMenu* menu = menuBar()->addMenu(tr("&File"));
  add(menu, tr("&Open..."), {QKeySequence::Open}, [this] { choose_file(0); });
  add(menu, tr("Open a &second trace..."), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)},
      [this] { choose_file(1); });
  add(menu, tr("Close the second trace"), {}, [this] { close_second(); });
  QMenu* recent = menu->addMenu(tr("&Recent"));
  connect(recent, &QMenu::aboutToShow, this, [this, recent] { fill_recent(recent); });
  add(menu, tr("Ca&ncel loading"), {}, [this] { loader_.cancel(); });
  menu->addSeparator();
  add(menu, tr("Save the &picture..."), {QKeySequence::Save}, [this] { export_picture(); });
  add(menu, tr("Save s&tatistics..."), {}, [this] { statistics_->save(); });
  add(menu, tr("Copy statistics"), {}, [this] { statistics_->copy(); });
  add(menu, tr("Save &bookmarks..."), {}, [this] { export_bookmarks(); });
  menu->addSeparator();
  add(menu, tr("&Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)}, [this] { close(); });
}

void MainWindow::fill_recent(QMenu* menu) {
  menu->clear();
  const QStringList recent = recent_traces();
  for (const QString& path : recent) {
    connect(menu->addAction(path), &QAction::triggered, this, [this, path] { open(path); });
  }
  if (recent.isEmpty()) menu->addAction(tr("None yet"))->setEnabled(false);
}

void MainWindow::make_move_menu() {
  QMenu* menu = menuBar()->addMenu(tr("&Go"));
  add(menu, tr("Zoom in"), {Qt::Key_W, Qt::Key_Plus, Qt::Key_Equal},
      [this] { active()->zoom(1.5, active()->state().axis.x_of(active()->time_at_cursor())); });
  add(menu, tr("Zoom out"), {Qt::Key_S, Qt::Key_Minus},
      [this] { active()->zoom(1 / 1.5, active()->state().axis.x_of(active()->time_at_cursor())); });
  add(menu, tr("Left"), {Qt::Key_A, Qt::Key_Left}, [this] { active()->pan(-0.2); });
  add(menu, tr("Right"), {Qt::Key_D, Qt::Key_Right}, [this] { active()->pan(0.2); });
  add(menu, tr("Up"), {Qt::Key_Up}, [this] { active()->scroll_rows(-60); });
  add(menu, tr("Down"), {Qt::Key_Down}, [this] { active()->scroll_rows(60); });
  add(menu, tr("Page up"), {Qt::Key_PageUp},
      [this] { active()->scroll_rows(-active()->rows_area().height()); });
  add(menu, tr("Page down"), {Qt::Key_PageDown},
      [this] { active()->scroll_rows(active()->rows_area().height()); });
  add(menu, tr("&Fit the whole run"), {Qt::Key_F, Qt::Key_Home}, [this] { active()->fit(); });
  add(menu, tr("&Zoom to the selection"), {Qt::Key_Z}, [this] { active()->show_range(); });
  add(menu, tr("&Back"), {Qt::Key_Backspace}, [this] { active()->go_back(); });
  menu->addSeparator();
  add(menu, tr("&Next of the same value"), {Qt::Key_N},
      [this] { active()->select_neighbour(true); });
  add(menu, tr("&Previous of the same value"), {Qt::Key_P},
      [this] { active()->select_neighbour(false); });
  add(menu, tr("The matching state in the other trace"), {Qt::Key_X}, [this] {
    if (active()->state().selected) go_to_partner(*active()->state().selected);
  });
  add(menu, tr("F&ind..."), {QKeySequence::Find}, [this] {
    search_dock_->show();
    search_dock_->raise();
    search_->focus();
  });
  add(menu, tr("&Go to a time..."), {Qt::Key_G}, [this] { go_to_time(); });
  menu->addSeparator();
  add(menu, tr("&Measure from the cursor, to the cursor"), {Qt::Key_M},
      [this] { active()->measure(); });
  add(menu, tr("Select the whole run"), {Qt::CTRL | Qt::Key_A}, [this] {
    if (active()->model()) active()->set_range(active()->model()->span());
  });
  add(menu, tr("Clear selection and marks"), {Qt::Key_Escape}, [this] { active()->clear_marks(); });
  add(menu, tr("Add a &bookmark..."), {Qt::Key_B}, [this] { add_bookmark(); });
  add(menu, tr("Bookmarks..."), {Qt::SHIFT | Qt::Key_B}, [this] { show_bookmarks(); });
}

void MainWindow::make_rows_menu() {
  QMenu* menu = menuBar()->addMenu(tr("&Rows"));
  add(menu, tr("&Filter..."), {Qt::CTRL | Qt::Key_L}, [this] { filter_rows(); });
  const auto order = [&](const QString& text, RowOrder wanted) {
    add(menu, text, {}, [this, wanted] {
      change_rows([wanted](RowOptions& rows) {
        rows.order = wanted;
        rows.places.clear();
      });
    });
  };
  order(tr("Order as in the file"), RowOrder::file);
  order(tr("Order by name"), RowOrder::name);
  order(tr("Order by start"), RowOrder::start);
  add(menu, tr("Order by time in a value..."), {}, [this] { sort_by_value(); });
  add(menu, tr("Group by type, or not"), {},
      [this] { change_rows([](RowOptions& rows) { rows.group_by_type = !rows.group_by_type; }); });
  menu->addSeparator();
  add(menu, tr("Collapse all"), {}, [this] {
    change_rows([this](RowOptions& rows) {
      const auto containers = active()->model()->trace().containers();
      for (uint32_t i = 1; i < containers.size(); ++i) {
        if (!containers[i].children.empty()) rows.collapsed.insert(ContainerId{i});
      }
    });
  });
  add(menu, tr("Expand all"), {},
      [this] { change_rows([](RowOptions& rows) { rows.collapsed.clear(); }); });
  add(menu, tr("Show hidden rows"), {},
      [this] { change_rows([](RowOptions& rows) { rows.hidden.clear(); }); });
  menu->addSeparator();
  add(menu, tr("Higher"), {Qt::CTRL | Qt::Key_Plus}, [this] { active()->scale_rows(1.25); });
  add(menu, tr("Lower"), {Qt::CTRL | Qt::Key_Minus}, [this] { active()->scale_rows(0.8); });
  add(menu, tr("Fit all rows"), {Qt::SHIFT | Qt::Key_F}, [this] {
    if (active()->model()) active()->fit_rows();
  });
}

void MainWindow::make_look_menu() {
  QMenu* menu = menuBar()->addMenu(tr("&View"));
  add(menu, tr("&Links, or not"), {Qt::Key_L},
      [this] { active()->set_links_shown(!active()->state().shows_links); });
  add(menu, tr("Punctual &events, or not"), {Qt::Key_E},
      [this] { change_rows([](RowOptions& rows) { rows.shows_events = !rows.shows_events; }); });
  add(menu, tr("&Variables, or not"), {Qt::Key_V}, [this] {
    change_rows([](RowOptions& rows) { rows.shows_variables = !rows.shows_variables; });
  });
  add(menu, tr("Each variable with a &scale of its own, or not"), {Qt::SHIFT | Qt::Key_V},
      [this] { active()->set_own_scales(!active()->state().own_scales); });
  menu->addSeparator();
  add(menu, tr("&Gantt chart"), {Qt::CTRL | Qt::Key_1}, [this] { tabs_->setCurrentIndex(0); });
  add(menu, tr("&Whole run"), {Qt::CTRL | Qt::Key_2}, [this] { tabs_->setCurrentIndex(1); });
  menu->addSeparator();
  add(menu, tr("Two traces: same time"), {}, [this] { set_binding(Binding::wall_time); });
  add(menu, tr("Two traces: same part of the run"), {},
      [this] { set_binding(Binding::normalised); });
  add(menu, tr("Two traces: aligned states"), {}, [this] { set_binding(Binding::alignment); });
  add(menu, tr("Two traces: each by itself"), {}, [this] { set_binding(Binding::none); });
  menu->addSeparator();
  QMenu* docks = createPopupMenu();
  docks->setTitle(tr("&Panels"));
  menu->addMenu(docks);
}

void MainWindow::make_help_menu() {
  QMenu* menu = menuBar()->addMenu(tr("&Help"));
  add(menu, tr("&Keys"), {Qt::Key_Question, Qt::Key_F1}, [this] { show_keys(); });
  add(menu, tr("&About"), {}, [this] { show_about(); });
}

QString MainWindow::key_sheet() const {
  QString sheet =
      tr("wheel: zoom at the cursor\nShift+wheel: pan\nCtrl+wheel: height of rows\n"
         "Alt+wheel, wheel over names: scroll rows\ndrag: pan\n"
         "right drag: select a range\nclick: select; double click: zoom to it\n"
         "click a name: collapse; drag a name: reorder\nright click: menu of a row\n\n");
  for (const QAction* action : actions_) {
    const QList<QKeySequence> keys = action->shortcuts();
    if (keys.isEmpty()) continue;
    QStringList words;
    for (const QKeySequence& key : keys) words << key.toString(QKeySequence::NativeText);
    sheet += words.join(QStringLiteral(", ")) + ": " + QString(action->text()).remove('&') + '\n';
  }
  return sheet;
}

}  // namespace paje::gui
