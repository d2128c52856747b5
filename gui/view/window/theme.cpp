#include "view/window/theme.hpp"

namespace paje::gui {

Theme light_theme() {
  return {.background = QColor(255, 255, 255),
          .stripe = QColor(246, 247, 249),
          .panel = QColor(238, 240, 243),
          .text = QColor(30, 34, 40),
          .faint = QColor(102, 108, 116),
          .grid = QColor(0, 0, 0, 22),
          .accent = QColor(20, 100, 220),
          .link = QColor(40, 40, 46),
          .difference = QColor(214, 20, 60),
          .is_dark = false};
}

Theme dark_theme() {
  return {.background = QColor(30, 32, 36),
          .stripe = QColor(36, 38, 43),
          .panel = QColor(44, 47, 53),
          .text = QColor(226, 229, 233),
          .faint = QColor(146, 152, 160),
          .grid = QColor(255, 255, 255, 26),
          .accent = QColor(100, 170, 255),
          .link = QColor(222, 222, 228),
          .difference = QColor(255, 70, 110),
          .is_dark = true};
}

QColor text_on(Rgb color) { return is_bright(color) ? QColor(20, 20, 20) : QColor(255, 255, 255); }

}  // namespace paje::gui
