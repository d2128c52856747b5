#include "view/window/window_actions.hpp"

#include <QLineEdit>
#include <QMenuBar>
#include <QPainter>
#include <QStyle>
#include <QToolBar>
#include <QToolButton>
#include <algorithm>
#include <utility>

#include "view/window/main_window.hpp"
#include "view/window/trace_settings.hpp"

namespace paje::gui {

QAction* WindowActions::add(QMenu* menu, const QString& text, const QList<QKeySequence>& keys,
                            std::function<void()> run) {
  QAction* action = menu->addAction(text);
  action->setShortcuts(keys);
  QObject::connect(action, &QAction::triggered, window_, [run = std::move(run)] { run(); });
  actions_.push_back(action);
  return action;
}

QAction* WindowActions::add_toggle(QMenu* menu, const QString& text,
                                   const QList<QKeySequence>& keys, std::function<bool()> is_on,
                                   std::function<void(bool)> set) {
  QAction* action = add(menu, text, keys, [] {});
  action->setCheckable(true);
  QObject::connect(action, &QAction::triggered, window_, [this, is_on, set = std::move(set)] {
    set(!is_on());
    refresh();
  });
  ticks_.emplace_back(action, std::move(is_on));
  return action;
}

void WindowActions::add_choice(QMenu* menu, QActionGroup* group, const QString& text,
                               std::function<bool()> is_on, std::function<void()> choose) {
  QAction* action = add(menu, text, {}, [this, choose = std::move(choose)] {
    choose();
    refresh();
  });
  action->setCheckable(true);
  group->addAction(action);
  ticks_.emplace_back(action, std::move(is_on));
}

void WindowActions::refresh() {
  for (const auto& [action, is_on] : ticks_) action->setChecked(is_on());
}

void WindowActions::change_rows(const std::function<void(RowOptions&)>& change) {
  commands_->change_rows(change);
}

WindowActions::WindowActions(MainWindow* window, WindowCommands* commands)
    : window_(window), commands_(commands) {
  make_file_menu();
  make_move_menu();
  make_rows_menu();
  make_look_menu();
  make_help_menu();
  make_toolbar();
  places_ = std::make_unique<KeyPlaces>(window_, actions_);
  refresh();
}

void WindowActions::make_file_menu() {
  QMenu* menu = window_->menuBar()->addMenu(tr("&File"));
  add(menu, tr("&Open..."), {QKeySequence::Open}, [this] { commands_->choose_file(0); });
  add(menu, tr("Open a &second trace..."), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)},
      [this] { commands_->choose_file(1); });
  add(menu, tr("Close the second trace"), {}, [this] { window_->close_second(); });
  add(menu, tr("P&redict another run..."), {Qt::CTRL | Qt::Key_P},
      [this] { commands_->predict(); });
  add(menu, tr("&Reload"), {QKeySequence(Qt::Key_F5)}, [this] { window_->reload(); });
  QMenu* recent = menu->addMenu(tr("&Recent"));
  QObject::connect(recent, &QMenu::aboutToShow, window_, [this, recent] { fill_recent(recent); });
  add(menu, tr("Ca&ncel loading"), {}, [this] { window_->runs()->cancel(); });
  menu->addSeparator();
  add(menu, tr("Save the &picture..."), {QKeySequence::Save},
      [this] { commands_->export_picture(); });
  add(menu, tr("Copy as co&mmand"), {Qt::CTRL | Qt::SHIFT | Qt::Key_C},
      [this] { commands_->copy_command(); });
  add(menu, tr("Save the &view..."), {}, [this] { commands_->save_view(); });
  add(menu, tr("&Load a view..."), {}, [this] { commands_->load_view(); });
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
  add(menu, tr("&Zoom to the selection"), {Qt::Key_Z, Qt::SHIFT | Qt::Key_Z},
      [this] { window_->active()->show_range(); });
  add(menu, tr("&Back"), {Qt::Key_Backspace}, [this] { window_->active()->go_back(); });
  menu->addSeparator();
  add_walks(menu);
  menu->addSeparator();
  add_marks(menu);
  menu->addSeparator();
  add(menu, tr("Next panel"), {Qt::Key_F6}, [this] { window_->focus_next_panel(true); });
  add(menu, tr("Panel before"), {Qt::SHIFT | Qt::Key_F6},
      [this] { window_->focus_next_panel(false); });
  add_toggle(
      menu, tr("W, A, S, D by their &place"), {}, [this] { return places_ && places_->is_on(); },
      [this](bool on) { places_->set_on(on); });
}

// From state to state, from hit to hit.
void WindowActions::add_walks(QMenu* menu) {
  add(menu, tr("&Next of the same value"), {Qt::Key_N},
      [this] { window_->active()->select_neighbour(true); });
  add(menu, tr("&Previous of the same value"), {Qt::Key_P},
      [this] { window_->active()->select_neighbour(false); });
  add(menu, tr("State after"), {Qt::SHIFT | Qt::Key_Right},
      [this] { window_->active()->walk(1, 0); });
  add(menu, tr("State before"), {Qt::SHIFT | Qt::Key_Left},
      [this] { window_->active()->walk(-1, 0); });
  add(menu, tr("State in the row above"), {Qt::SHIFT | Qt::Key_Up},
      [this] { window_->active()->walk(0, -1); });
  add(menu, tr("State in the row below"), {Qt::SHIFT | Qt::Key_Down},
      [this] { window_->active()->walk(0, 1); });
  add(menu, tr("The matching state in the other trace"), {Qt::Key_X}, [this] {
    if (window_->active()->state().selected)
      window_->go_to_partner(*window_->active()->state().selected);
  });
  add(menu, tr("F&ind..."), {QKeySequence::Find}, [this] { window_->show_search(); });
  add(menu, tr("Next hit"), {QKeySequence(Qt::Key_F3)}, [this] { window_->search()->step(true); });
  add(menu, tr("Hit before"), {QKeySequence(Qt::SHIFT | Qt::Key_F3)},
      [this] { window_->search()->step(false); });
  add(menu, tr("&Go to a time..."), {Qt::Key_G}, [this] { commands_->go_to_time(); });
}

void WindowActions::add_marks(QMenu* menu) {
  add(menu, tr("&Measure from the cursor, to the cursor"), {Qt::Key_M},
      [this] { window_->active()->measure(); });
  add(menu, tr("Select the whole run"), {Qt::CTRL | Qt::Key_A}, [this] {
    if (window_->active()->model())
      window_->active()->set_range(window_->active()->model()->span());
  });
  add(menu, tr("Select the range of the state"), {Qt::Key_R},
      [this] { window_->active()->select_range_of_state(false); });
  add(menu, tr("Add the state to the selected box"), {Qt::SHIFT | Qt::Key_R},
      [this] { window_->active()->select_range_of_state(true); });
  add(menu, tr("Clear selection and marks"), {Qt::Key_Escape}, [this] {
    // Of a line that is typed in, the first time only the focus.
    if (qobject_cast<QLineEdit*>(window_->focusWidget()) != nullptr) {
      window_->active()->setFocus();
    } else {
      window_->active()->clear_marks();
    }
  });
  add(menu, tr("Add a &bookmark..."), {Qt::Key_B}, [this] { commands_->add_bookmark(); });
  add(menu, tr("Bookmarks..."), {Qt::SHIFT | Qt::Key_B}, [this] { commands_->show_bookmarks(); });
}

void WindowActions::make_rows_menu() {
  QMenu* menu = window_->menuBar()->addMenu(tr("&Rows"));
  add(menu, tr("&Filter..."), {Qt::CTRL | Qt::Key_L}, [this] { commands_->filter_rows(); });
  add_orders(menu);
  menu->addSeparator();
  add_single_rows(menu);
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
    if (window_->active()->model()) window_->fit_rows();
  });
}

void WindowActions::add_orders(QMenu* menu) {
  auto* orders = new QActionGroup(window_);
  const auto order = [&](const QString& text, RowOrder wanted) {
    add_choice(
        menu, orders, text,
        [this, wanted] { return window_->active()->state().rows.order == wanted; },
        [this, wanted] {
          change_rows([wanted](RowOptions& rows) {
            rows.order = wanted;
            rows.places.clear();
          });
        });
  };
  order(tr("Order as in the file"), RowOrder::file);
  order(tr("Order by name"), RowOrder::name);
  order(tr("Order by start"), RowOrder::start);
  add_choice(
      menu, orders, tr("Order by time in a value..."),
      [this] { return window_->active()->state().rows.order == RowOrder::time_in_value; },
      [this] { commands_->sort_by_value(); });
  add_toggle(
      menu, tr("Group by type"), {},
      [this] { return window_->active()->state().rows.group_by_type; },
      [this](bool on) { change_rows([on](RowOptions& rows) { rows.group_by_type = on; }); });
}

// Of the state that is selected, or of another object that is in one row.
void WindowActions::add_single_rows(QMenu* menu) {
  const auto of_state = [this](auto&& change) {
    return [this, change] {
      const auto& selected = window_->active()->state().selected;
      if (selected && selected->kind != TypeKind::link) change(*selected);
    };
  };
  add(menu, tr("Hide the row of the state"), {Qt::Key_H}, of_state([this](const ObjectRef& state) {
        change_rows([&](RowOptions& rows) { rows.hidden.insert(state.container); });
      }));
  add(menu, tr("Collapse or expand what is around it"), {Qt::Key_C},
      of_state([this](const ObjectRef& state) { commands_->collapse_around(state.container); }));
  add(menu, tr("Move the row up"), {Qt::ALT | Qt::Key_Up}, of_state([this](const ObjectRef& state) {
        window_->active()->move_row(state.container, -1);
      }));
  add(menu, tr("Move the row down"), {Qt::ALT | Qt::Key_Down},
      of_state(
          [this](const ObjectRef& state) { window_->active()->move_row(state.container, 1); }));
}

void WindowActions::make_toolbar() {
  auto* bar = window_->addToolBar(tr("Toolbar"));
  bar->setObjectName(QStringLiteral("Toolbar"));
  bar->setMovable(false);
  const QStyle* style = window_->style();
  const std::vector<std::pair<QString, QStyle::StandardPixmap>> wanted{
      {tr("Open..."), QStyle::SP_DialogOpenButton},
      {tr("Reload"), QStyle::SP_BrowserReload},
      {tr("Save the picture..."), QStyle::SP_DialogSaveButton},
      {{}, {}},
      {tr("Back"), QStyle::SP_ArrowBack},
      {tr("Zoom in"), QStyle::SP_CustomBase},
      {tr("Zoom out"), QStyle::SP_CustomBase},
      {tr("Fit the whole run"), QStyle::SP_CustomBase},
      {tr("Zoom to the selection"), QStyle::SP_CustomBase},
      {tr("Fit all rows"), QStyle::SP_CustomBase},
      {{}, {}},
      {tr("Filter..."), QStyle::SP_CustomBase},
      {tr("Find..."), QStyle::SP_FileDialogContentsView},
      {tr("Links"), QStyle::SP_CustomBase},
      {tr("Whole run"), QStyle::SP_CustomBase},
      {tr("Keys"), QStyle::SP_DialogHelpButton}};
  for (const auto& [text, icon] : wanted) {
    if (text.isEmpty()) {
      bar->addSeparator();
      continue;
    }
    const auto is_it = [&name = text](const QAction* action) {
      return QString(action->text()).remove('&') == name;
    };
    const auto found = std::find_if(actions_.begin(), actions_.end(), is_it);
    if (found == actions_.end()) continue;
    if (icon != QStyle::SP_CustomBase) (*found)->setIcon(style->standardIcon(icon));
    (*found)->setIconVisibleInMenu(false);
    bar->addAction(*found);
  }
}

// The style's own arrows are black, and so nothing in a dark window.
void WindowActions::set_theme(const Theme& theme) {
  auto* more = window_->findChild<QToolBar*>(QStringLiteral("Toolbar"))
                   ->findChild<QToolButton*>(QStringLiteral("qt_toolbar_ext_button"));
  if (more == nullptr) return;
  const double ratio = window_->devicePixelRatioF();
  QPixmap arrows((QSizeF(10, 10) * ratio).toSize());
  arrows.setDevicePixelRatio(ratio);
  arrows.fill(Qt::transparent);
  QPainter painter(&arrows);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(theme.text, 1.5));
  for (const double left : {1.0, 5.0}) {
    painter.drawPolyline(QPolygonF({{left, 1}, {left + 4, 5}, {left, 9}}));
  }
  painter.end();
  more->setIcon(arrows);
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
