// A user at keyboard and mouse, and how many actions that takes: a key with those held down with
// it, a click, a turn of the wheel, a drag, a move of the mouse, a text that is typed, each is one
// action.
#pragma once

#include <QAbstractItemView>
#include <QPointer>
#include <QString>
#include <QTimer>
#include <QTreeWidget>
#include <QWidget>

#include "view/window/main_window.hpp"

namespace paje::gui {

class User : public QObject {
  Q_OBJECT

 public:
  explicit User(MainWindow* window);

  [[nodiscard]] int actions() const { return actions_; }

  void press(Qt::Key key, Qt::KeyboardModifiers held = {});
  void click(QWidget* widget, QPoint at, Qt::KeyboardModifiers held = {});
  /// In its middle.
  void click(QWidget* widget) { click(widget, widget->rect().center()); }
  void click_cell(QAbstractItemView* view, const QModelIndex& index);
  /// The box before a line that can be ticked.
  void click_tick(QAbstractItemView* view, const QModelIndex& index);
  void drag(QWidget* widget, QPoint from, QPoint to, Qt::MouseButton button,
            Qt::KeyboardModifiers held = {});
  void move_to(QWidget* widget, QPoint at);
  void turn_wheel(QWidget* widget, QPoint at, int steps);
  /// Into what has the focus.
  void type(const QString& text);
  /// An entry of a menu: the menu is opened, then the entry is chosen.
  void choose(const QString& menu, const QString& entry);
  /// Into the dialog that the next action opens: a text, then Return.
  void then_type(const QString& text);
  /// Return in that dialog, or in the one after it.
  void then_accept() { answers_.push_back({}); }

 private:
  void answer();
  void answer_dialog();

  MainWindow* window_;
  int actions_ = 0;
  QStringList answers_;
  QTimer wait_;                 // for the dialog that is to be answered next
  QPointer<QWidget> answered_;  // the one before
};

}  // namespace paje::gui
