// Letter keys on keyboards that are not QWERTY: W, A, S and D work by their place, so that a hand
// that rests there moves the picture on AZERTY and Dvorak, too; and where keys have no Latin
// letters, all of them work as those of QWERTY at the same place.
#pragma once

#include <QAction>
#include <QKeyEvent>
#include <QObject>
#include <QWidget>
#include <vector>

namespace paje::gui {

/// The letter that QWERTY has at the place of a key, by its scan code as X11 and Wayland count; 0
/// if it has none.
char qwerty_letter(quint32 scan_code);
/// What a key means by its place, with those held down; empty if it means what is written on it.
QKeySequence sequence_by_place(const QKeyEvent& event);

/// Triggers actions of a window for keys that mean something by their place, unless somebody types.
class KeyPlaces : public QObject {
  Q_OBJECT

 public:
  /// Of those actions of the window that have a shortcut.
  KeyPlaces(QWidget* window, const std::vector<QAction*>& actions);
  [[nodiscard]] bool is_on() const { return is_on_; }
  /// Kept in the settings.
  void set_on(bool on);

 protected:
  bool eventFilter(QObject* object, QEvent* event) override;

 private:
  [[nodiscard]] QAction* action_for(const QKeyEvent& event) const;

  QWidget* window_;
  const std::vector<QAction*>& actions_;
  bool is_on_ = true;
};

}  // namespace paje::gui
