#include "view/window/key_places.hpp"

#include <QAbstractSpinBox>
#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QSettings>
#include <QTextEdit>
#include <algorithm>
#include <string_view>

namespace paje::gui {

namespace {

// Rows of letters by the scan code of their first key: the codes of Linux, and 8.
struct KeyRow {
  quint32 first;
  std::string_view letters;
};
constexpr KeyRow kRows[] = {{24, "QWERTYUIOP"}, {38, "ASDFGHJKL"}, {52, "ZXCVBNM"}};

bool has_scan_codes() {
  // Others count differently, or not at all.
  const QString platform = QGuiApplication::platformName();
  return platform == QLatin1String("xcb") || platform.startsWith(QLatin1String("wayland")) ||
         platform == QLatin1String("offscreen");
}

bool types_in(const QWidget* focus) {
  const auto* choice = qobject_cast<const QComboBox*>(focus);
  return qobject_cast<const QLineEdit*>(focus) != nullptr ||
         qobject_cast<const QAbstractSpinBox*>(focus) != nullptr ||
         qobject_cast<const QTextEdit*>(focus) != nullptr ||
         qobject_cast<const QPlainTextEdit*>(focus) != nullptr ||
         (choice != nullptr && choice->isEditable());
}

}  // namespace

char qwerty_letter(quint32 scan_code) {
  for (const KeyRow& row : kRows) {
    if (scan_code >= row.first && scan_code < row.first + row.letters.size()) {
      return row.letters[scan_code - row.first];
    }
  }
  return 0;
}

QKeySequence sequence_by_place(const QKeyEvent& event) {
  const char letter = qwerty_letter(event.nativeScanCode());
  if (letter == 0 || event.key() == letter) return {};
  const Qt::KeyboardModifiers held = event.modifiers() & ~Qt::KeypadModifier;
  const bool moves = std::string_view("WASD").find(letter) != std::string_view::npos;
  const bool is_latin = event.key() < 0x80;
  // Mnemonics stay with their letters where there are letters.
  if (is_latin && (!moves || held != Qt::NoModifier)) return {};
  return {QKeyCombination(held, static_cast<Qt::Key>(letter))};
}

KeyPlaces::KeyPlaces(QWidget* window, const std::vector<QAction*>& actions)
    : window_(window),
      actions_(actions),
      is_on_(QSettings().value(QStringLiteral("keys/by_place"), true).toBool()) {
  qApp->installEventFilter(this);
}

void KeyPlaces::set_on(bool on) {
  is_on_ = on;
  QSettings().setValue(QStringLiteral("keys/by_place"), on);
}

QAction* KeyPlaces::action_for(const QKeyEvent& event) const {
  if (!is_on_ || !has_scan_codes()) return nullptr;
  const QKeySequence wanted = sequence_by_place(event);
  if (wanted.isEmpty()) return nullptr;
  const auto found = std::find_if(actions_.begin(), actions_.end(), [&](const QAction* action) {
    return action->isEnabled() && action->shortcuts().contains(wanted);
  });
  return found == actions_.end() ? nullptr : *found;
}

bool KeyPlaces::eventFilter(QObject* object, QEvent* event) {
  const bool is_key =
      event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
  const auto* widget = is_key ? qobject_cast<const QWidget*>(object) : nullptr;
  if (widget == nullptr || widget->window() != window_ || types_in(widget)) return false;
  QAction* action = action_for(*static_cast<const QKeyEvent*>(event));
  if (action == nullptr) return false;
  // Claimed first, so that the letter's own shortcut does not get it; then comes the key itself.
  event->accept();
  if (event->type() == QEvent::KeyPress) action->trigger();
  return true;
}

}  // namespace paje::gui
