#include "view/window/window_actions.hpp"

#include <QMenuBar>
#include <utility>

#include "view/window/main_window.hpp"
#include "view/window/trace_settings.hpp"

namespace paje::gui {

// Keys without Ctrl work while the picture has the focus, so that tables keep their arrows and
// lines their letters.
QAction* WindowActions::add(QMenu* menu, const QString& text, const QList<QKeySequence>& keys,
                            std::function<void()> run) {
  QAction* action = menu->addAction(text);
  action->setShortcuts(keys);
  bool needs_focus = false;
  for (const QKeySequence& key : keys) {
    if (key.isEmpty()) continue;
    needs_focus |= (key[0].keyboardModifiers() & (Qt::ControlModifier | Qt::AltModifier)) == 0;
  }
  if (needs_focus) {
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    picture_->addAction(action);
  }
  QObject::connect(action, &QAction::triggered, window_, [run = std::move(run)] { run(); });
  actions_.push_back(action);
  return action;
}

WindowActions::WindowActions(MainWindow* window, WindowCommands* commands, QWidget* picture)
    : window_(window), commands_(commands), picture_(picture) {
  make_file_menu();
  make_move_menu();
  make_rows_menu();
  make_look_menu();
  make_help_menu();
}

void WindowActions::make_file_menu() {
  QMenu* menu = window_->menuBar()->addMenu(tr("&File"));
  add(menu, tr("&Open..."), {QKeySequence::Open}, [this] { commands_->choose_file(0); });
  add(menu, tr("Open a &second trace..."), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)},
      [this] { commands_->choose_file(1); });
  add(menu, tr("Close the second trace"), {}, [this] { window_->close_second(); });
  QMenu* recent = menu->addMenu(tr("&Recent"));
  QObject::connect(recent, &QMenu::aboutToShow, window_, [this, recent] { fill_recent(recent); });
  add(menu, tr("Ca&ncel loading"), {}, [this] { window_->runs()->cancel(); });
  menu->addSeparator();
  add(menu, tr("Save the &picture..."), {QKeySequence::Save},
      [this] { commands_->export_picture(); });
  add(menu, tr("Save s&tatistics..."), {}, [this] { window_->statistics()->save(); });
  add(menu, tr("Copy statistics"), {}, [this] { window_->statistics()->copy(); });
  add(menu, tr("Save &bookmarks..."), {}, [this] { commands_->export_bookmarks(); });
  menu->addSeparator();
  add(menu, tr("&Quit"), {QKeySequence(Qt::CTRL | Qt::Key_Q)}, [this] { window_->close(); });
}

void WindowActions::fill_recent(QMenu* menu) {
  menu->clear();
  const QStringList recent = recent_traces();
  for (const QString& path : recent) {
    QObject::connect(menu->addAction(path), &QAction::triggered, window_,
                     [this, path] { window_->open(path); });
  }
  if (recent.isEmpty()) menu->addAction(tr("None yet"))->setEnabled(false);
}

void WindowActions::make_move_menu() {
  QMenu* menu = window_->menuBar()->addMenu(tr("&Go"));
  add(menu, tr("Zoom in"), {Qt::Key_W, Qt::Key_Plus, Qt::Key_Equal}, [this] {
    window_->active()->zoom(
        1.5, window_->active()->state().axis.x_of(window_->active()->time_at_cursor()));
  });
  add(menu, tr("Zoom out"), {Qt::Key_S, Qt::Key_Minus}, [this] {
    window_->active()->zoom(
        1 / 1.5, window_->active()->state().axis.x_of(window_->active()->time_at_cursor()));
  });
  add(menu, tr("Left"), {Qt::Key_A, Qt::Key_Left}, [this] { window_->active()->pan(-0.2); });
  add(menu, tr("Right"), {Qt::Key_D, Qt::Key_Right}, [this] { window_->active()->pan(0.2); });
  add(menu, tr("Up"), {Qt::Key_Up}, [this] { window_->active()->scroll_rows(-60); });
  add(menu, tr("Down"), {Qt::Key_Down}, [this] { window_->active()->scroll_rows(60); });
  add(menu, tr("Page up"), {Qt::Key_PageUp},
      [this] { window_->active()->scroll_rows(-window_->active()->rows_area().height()); });
  add(menu, tr("Page down"), {Qt::Key_PageDown},
      [this] { window_->active()->scroll_rows(window_->active()->rows_area().height()); });
  add(menu, tr("&Fit the whole run"), {Qt::Key_F, Qt::Key_Home},
      [this] { window_->active()->fit(); });
  add(menu, tr("&Zoom to the selection"), {Qt::Key_Z}, [this] { window_->active()->show_range(); });
  add(menu, tr("&Back"), {Qt::Key_Backspace}, [this] { window_->active()->go_back(); });
  menu->addSeparator();
  add(menu, tr("&Next of the same value"), {Qt::Key_N},
      [this] { window_->active()->select_neighbour(true); });
  add(menu, tr("&Previous of the same value"), {Qt::Key_P},
      [this] { window_->active()->select_neighbour(false); });
  add(menu, tr("The matching state in the other trace"), {Qt::Key_X}, [this] {
    if (window_->active()->state().selected)
      window_->go_to_partner(*window_->active()->state().selected);
  });
  add(menu, tr("F&ind..."), {QKeySequence::Find}, [this] { window_->show_search(); });
  add(menu, tr("&Go to a time..."), {Qt::Key_G}, [this] { commands_->go_to_time(); });
  menu->addSeparator();
  add(menu, tr("&Measure from the cursor, to the cursor"), {Qt::Key_M},
      [this] { window_->active()->measure(); });
  add(menu, tr("Select the whole run"), {Qt::CTRL | Qt::Key_A}, [this] {
    if (window_->active()->model())
      window_->active()->set_range(window_->active()->model()->span());
  });
  add(menu, tr("Clear selection and marks"), {Qt::Key_Escape},
      [this] { window_->active()->clear_marks(); });
  add(menu, tr("Add a &bookmark..."), {Qt::Key_B}, [this] { commands_->add_bookmark(); });
  add(menu, tr("Bookmarks..."), {Qt::SHIFT | Qt::Key_B}, [this] { commands_->show_bookmarks(); });
}

void WindowActions::make_rows_menu() {
  QMenu* menu = window_->menuBar()->addMenu(tr("&Rows"));
  add(menu, tr("&Filter..."), {Qt::CTRL | Qt::Key_L}, [this] { commands_->filter_rows(); });
  const auto order = [&](const QString& text, RowOrder wanted) {
    add(menu, text, {}, [this, wanted] {
      commands_->change_rows([wanted](RowOptions& rows) {
        rows.order = wanted;
        rows.places.clear();
      });
    });
  };
  order(tr("Order as in the file"), RowOrder::file);
  order(tr("Order by name"), RowOrder::name);
  order(tr("Order by start"), RowOrder::start);
  add(menu, tr("Order by time in a value..."), {}, [this] { commands_->sort_by_value(); });
  add(menu, tr("Group by type, or not"), {}, [this] {
    commands_->change_rows([](RowOptions& rows) { rows.group_by_type = !rows.group_by_type; });
  });
  menu->addSeparator();
  add(menu, tr("Collapse all"), {}, [this] {
    commands_->change_rows([this](RowOptions& rows) {
      const auto containers = window_->active()->model()->trace().containers();
      for (uint32_t i = 1; i < containers.size(); ++i) {
        if (!containers[i].children.empty()) rows.collapsed.insert(ContainerId{i});
      }
    });
  });
  add(menu, tr("Expand all"), {},
      [this] { commands_->change_rows([](RowOptions& rows) { rows.collapsed.clear(); }); });
  add(menu, tr("Show hidden rows"), {},
      [this] { commands_->change_rows([](RowOptions& rows) { rows.hidden.clear(); }); });
  menu->addSeparator();
  add(menu, tr("Higher"), {Qt::CTRL | Qt::Key_Plus},
      [this] { window_->active()->scale_rows(1.25); });
  add(menu, tr("Lower"), {Qt::CTRL | Qt::Key_Minus},
      [this] { window_->active()->scale_rows(0.8); });
  add(menu, tr("Fit all rows"), {Qt::SHIFT | Qt::Key_F}, [this] {
    if (window_->active()->model()) window_->active()->fit_rows();
  });
}

void WindowActions::make_look_menu() {
  QMenu* menu = window_->menuBar()->addMenu(tr("&View"));
  add(menu, tr("&Links, or not"), {Qt::Key_L},
      [this] { window_->active()->set_links_shown(!window_->active()->state().shows_links); });
  add(menu, tr("Punctual &events, or not"), {Qt::Key_E}, [this] {
    commands_->change_rows([](RowOptions& rows) { rows.shows_events = !rows.shows_events; });
  });
  add(menu, tr("&Variables, or not"), {Qt::Key_V}, [this] {
    commands_->change_rows([](RowOptions& rows) { rows.shows_variables = !rows.shows_variables; });
  });
  add(menu, tr("Each variable with a &scale of its own, or not"), {Qt::SHIFT | Qt::Key_V},
      [this] { window_->active()->set_own_scales(!window_->active()->state().own_scales); });
  menu->addSeparator();
  add(menu, tr("&Gantt chart"), {Qt::CTRL | Qt::Key_1}, [this] { window_->show_tab(0); });
  add(menu, tr("&Whole run"), {Qt::CTRL | Qt::Key_2}, [this] { window_->show_tab(1); });
  menu->addSeparator();
  add(menu, tr("Two traces: same time"), {}, [this] { window_->set_binding(Binding::wall_time); });
  add(menu, tr("Two traces: same part of the run"), {},
      [this] { window_->set_binding(Binding::normalised); });
  add(menu, tr("Two traces: aligned states"), {},
      [this] { window_->set_binding(Binding::alignment); });
  add(menu, tr("Two traces: each by itself"), {}, [this] { window_->set_binding(Binding::none); });
  menu->addSeparator();
  QMenu* docks = window_->createPopupMenu();
  docks->setTitle(tr("&Panels"));
  menu->addMenu(docks);
}

void WindowActions::make_help_menu() {
  QMenu* menu = window_->menuBar()->addMenu(tr("&Help"));
  add(menu, tr("&Keys"), {Qt::Key_Question, Qt::Key_F1},
      [this] { commands_->show_keys(key_sheet()); });
  add(menu, tr("&About"), {}, [this] { commands_->show_about(); });
}

QString WindowActions::key_sheet() const {
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
