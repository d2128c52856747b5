// The menu View: what is shown, and how it looks.
#include <QMenuBar>

#include "view/window/main_window.hpp"
#include "view/window/theme_choice.hpp"
#include "view/window/window_actions.hpp"

namespace paje::gui {

void WindowActions::make_look_menu() {
  QMenu* menu = window_->menuBar()->addMenu(tr("&View"));
  add_toggle(
      menu, tr("&Links"), {Qt::Key_L}, [this] { return window_->active()->state().shows_links; },
      [this](bool on) { window_->active()->set_links_shown(on); });
  add_toggle(
      menu, tr("Punctual &events"), {Qt::Key_E},
      [this] { return window_->active()->state().rows.shows_events; },
      [this](bool on) { change_rows([on](RowOptions& rows) { rows.shows_events = on; }); });
  add_toggle(
      menu, tr("&Variables"), {Qt::Key_V},
      [this] { return window_->active()->state().rows.shows_variables; },
      [this](bool on) { change_rows([on](RowOptions& rows) { rows.shows_variables = on; }); });
  make_variables_menu(menu);
  menu->addSeparator();
  add(menu, tr("&Gantt chart"), {Qt::CTRL | Qt::Key_1}, [this] { window_->show_tab(0); });
  add(menu, tr("&Whole run"), {Qt::CTRL | Qt::Key_2}, [this] { window_->show_tab(1); });
  menu->addSeparator();
  const auto of_selection = [&](const QString& text, Qt::Key key, const QString& choice) {
    add(menu, text, {Qt::CTRL | key}, [this, choice] { window_->show_statistics_of(choice); });
  };
  of_selection(tr("&Flame graph of the selection"), Qt::Key_3, StatisticsPanel::flame_name());
  of_selection(tr("E&fficiencies of the selection"), Qt::Key_4,
               statistics_table_names()[static_cast<int>(StatisticsTable::efficiencies)]);
  of_selection(tr("&Messages of the selection"), Qt::Key_5,
               statistics_table_names()[static_cast<int>(StatisticsTable::messages)]);
  menu->addSeparator();
  const auto answer = [&](const QString& text, const QKeySequence& key, bool ViewState::*shown) {
    add_toggle(
        menu, text, {key}, [this, shown] { return window_->active()->state().*shown; },
        [this, shown](bool on) { window_->show_answers(shown, on); });
  };
  answer(tr("&Waits and their causes"), Qt::SHIFT | Qt::Key_W, &ViewState::shows_waits);
  answer(tr("&Critical path"), Qt::SHIFT | Qt::Key_C, &ViewState::shows_path);
  answer(tr("&Iterations"), Qt::SHIFT | Qt::Key_I, &ViewState::shows_iterations);
  menu->addSeparator();
  auto* bindings = new QActionGroup(window_);
  for (const Binding binding :
       {Binding::wall_time, Binding::normalised, Binding::alignment, Binding::none}) {
    add_choice(
        menu, bindings, name_of(binding), [this, binding] { return window_->binding() == binding; },
        [this, binding] { window_->set_binding(binding); });
  }
  menu->addSeparator();
  make_colors_menu(menu);
  menu->addSeparator();
  QMenu* docks = window_->createPopupMenu();
  docks->setTitle(tr("&Panels"));
  menu->addMenu(docks);
}

void WindowActions::make_variables_menu(QMenu* view) {
  QMenu* menu = view->addMenu(tr("&Variables as"));
  auto* looks = new QActionGroup(window_);
  const auto look = [&](const QString& text, VariableLook wanted) {
    add_choice(
        menu, looks, text,
        [this, wanted] { return window_->active()->state().rows.variables == wanted; },
        [this, wanted] {
          change_rows([wanted](RowOptions& rows) { rows.variables = wanted; });
          window_->refresh_legend();
        });
  };
  look(tr("&Lines"), VariableLook::lines);
  look(tr("Lines &together in one row"), VariableLook::together);
  look(tr("&Heat map"), VariableLook::heat);
  menu->addSeparator();
  add_toggle(
      menu, tr("Each variable with a &scale of its own"), {Qt::SHIFT | Qt::Key_V},
      [this] { return window_->active()->state().own_scales; },
      [this](bool on) {
        window_->active()->set_own_scales(on);
        window_->refresh_legend();
      });
  add(menu, tr("S&cale of a variable..."), {}, [this] { commands_->choose_scale(); });
}

void WindowActions::make_colors_menu(QMenu* view) {
  QMenu* menu = view->addMenu(tr("&Colours"));
  auto* themes = new QActionGroup(window_);
  const auto theme = [&](const QString& text, ThemeChoice choice) {
    add_choice(
        menu, themes, text, [choice] { return used_theme() == choice; },
        [choice] { choose_theme(choice); });
  };
  theme(tr("As the system"), ThemeChoice::system);
  theme(tr("Light"), ThemeChoice::light);
  theme(tr("Dark"), ThemeChoice::dark);
  menu->addSeparator();
  auto* palettes = new QActionGroup(window_);
  const auto palette = [&](const QString& text, PaletteKind kind) {
    add_choice(
        menu, palettes, text, [this, kind] { return window_->active()->state().colors == kind; },
        [this, kind] { window_->set_palette_of_values(kind); });
  };
  palette(tr("The trace's colours"), PaletteKind::trace);
  palette(tr("Safe for the colour-blind"), PaletteKind::safe);
  palette(tr("By class of value"), PaletteKind::by_class);
  menu->addSeparator();
  add(menu, tr("Reset changed colours"), {},
      [this] { window_->set_palette_of_values(window_->active()->state().colors); });
}

}  // namespace paje::gui
