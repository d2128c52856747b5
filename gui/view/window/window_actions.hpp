// Menus of the window: every action, with its keys.
#pragma once

#include <QAction>
#include <QActionGroup>
#include <QCoreApplication>
#include <QKeySequence>
#include <QList>
#include <QMenu>
#include <functional>
#include <memory>
#include <vector>

#include "view/window/key_places.hpp"
#include "view/window/theme.hpp"
#include "view/window/window_commands.hpp"

namespace paje::gui {

class WindowActions {
  Q_DECLARE_TR_FUNCTIONS(paje::gui::MainWindow)

 public:
  /// Fills the window's menu bar and its toolbar. Keys work whatever has the focus; lines that are
  /// typed in keep their letters.
  WindowActions(MainWindow* window, WindowCommands* commands);

  /// Ticks and marks as the active view has it.
  void refresh();

  /// Bright or dark, for what the style paints in one colour.
  void set_theme(const Theme& theme);
  /// All keys and what they do, for the sheet.
  [[nodiscard]] QString key_sheet() const;

 private:
  void make_file_menu();
  void make_move_menu();
  void make_rows_menu();
  void make_look_menu();
  void make_help_menu();
  QAction* add(QMenu* menu, const QString& text, const QList<QKeySequence>& keys,
               std::function<void()> run);
  QAction* add_toggle(QMenu* menu, const QString& text, const QList<QKeySequence>& keys,
                      std::function<bool()> is_on, std::function<void(bool)> set);
  // One of several, which belong to `group`.
  void add_choice(QMenu* menu, QActionGroup* group, const QString& text,
                  std::function<bool()> is_on, std::function<void()> choose);
  void add_walks(QMenu* menu);
  void add_marks(QMenu* menu);
  void add_orders(QMenu* menu);
  void add_single_rows(QMenu* menu);
  void make_variables_menu(QMenu* view);
  void make_colors_menu(QMenu* menu);
  void make_toolbar();
  void change_rows(const std::function<void(RowOptions&)>& change);
  void fill_recent(QMenu* menu);

  MainWindow* window_;
  WindowCommands* commands_;
  std::vector<QAction*> actions_;
  std::vector<std::pair<QAction*, std::function<bool()>>> ticks_;
  std::unique_ptr<KeyPlaces> places_;
};

}  // namespace paje::gui
