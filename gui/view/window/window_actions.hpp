// Menus of the window: every action, with its keys.
#pragma once

#include <QAction>
#include <QCoreApplication>
#include <QKeySequence>
#include <QList>
#include <QMenu>
#include <functional>
#include <vector>

#include "view/window/window_commands.hpp"

namespace paje::gui {

class WindowActions {
  Q_DECLARE_TR_FUNCTIONS(paje::gui::MainWindow)

 public:
  /// Fills the window's menu bar. Keys without Ctrl work while `picture` has the focus.
  WindowActions(MainWindow* window, WindowCommands* commands, QWidget* picture);

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
  void fill_recent(QMenu* menu);

  MainWindow* window_;
  WindowCommands* commands_;
  QWidget* picture_;
  std::vector<QAction*> actions_;
};

}  // namespace paje::gui
