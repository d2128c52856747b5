#include "view/window/theme_choice.hpp"

#include <QApplication>
#include <QPalette>
#include <QSettings>
#include <QStyle>

#include "view/window/theme.hpp"

namespace paje::gui {

namespace {

constexpr QLatin1String kKey("window/theme");

QPalette palette_of_theme(const Theme& theme) {
  QPalette palette(theme.text, theme.panel);
  palette.setColor(QPalette::Window, theme.panel);
  palette.setColor(QPalette::WindowText, theme.text);
  palette.setColor(QPalette::Base, theme.background);
  palette.setColor(QPalette::AlternateBase, theme.stripe);
  palette.setColor(QPalette::Text, theme.text);
  palette.setColor(QPalette::Button, theme.panel);
  palette.setColor(QPalette::ButtonText, theme.text);
  palette.setColor(QPalette::ToolTipBase, theme.panel);
  palette.setColor(QPalette::ToolTipText, theme.text);
  palette.setColor(QPalette::PlaceholderText, theme.faint);
  palette.setColor(QPalette::Highlight, theme.accent);
  palette.setColor(QPalette::HighlightedText, theme.background);
  palette.setColor(QPalette::Link, theme.accent);
  for (const auto role : {QPalette::Text, QPalette::ButtonText, QPalette::WindowText}) {
    palette.setColor(QPalette::Disabled, role, theme.faint);
  }
  return palette;
}

// One for the process, as the application's palette.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
ThemeChoice in_use = ThemeChoice::system;

}  // namespace

ThemeChoice used_theme() { return in_use; }

void use_theme(ThemeChoice choice) {
  in_use = choice;
  static const QPalette system = QApplication::palette();
  switch (choice) {
    case ThemeChoice::system:
      return QApplication::setPalette(system);
    case ThemeChoice::light:
      return QApplication::setPalette(palette_of_theme(light_theme()));
    case ThemeChoice::dark:
      return QApplication::setPalette(palette_of_theme(dark_theme()));
  }
}

void choose_theme(ThemeChoice choice) {
  QSettings().setValue(kKey, static_cast<int>(choice));
  use_theme(choice);
}

ThemeChoice chosen_theme() {
  const int choice = QSettings().value(kKey).toInt();
  return choice == 1 || choice == 2 ? static_cast<ThemeChoice>(choice) : ThemeChoice::system;
}

}  // namespace paje::gui
