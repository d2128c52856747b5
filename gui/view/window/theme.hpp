// The colours of pictures besides those of the trace: light and dark.
#pragma once

#include <QColor>

#include "model/palette.hpp"

namespace paje::gui {

struct Theme {
  QColor background;
  QColor stripe;  ///< background of every other row
  QColor panel;   ///< background of names and ruler
  QColor text;
  QColor faint;  ///< small marks and less important words, with a contrast of 4.5 at least
  QColor grid;
  QColor accent;  ///< selection
  QColor link;
  QColor difference;  ///< of two runs
  bool is_dark = false;
};

Theme light_theme();
Theme dark_theme();

inline QColor qcolor(Rgb color) { return {color.red, color.green, color.blue}; }
inline Rgb rgb(const QColor& color) {
  return {static_cast<uint8_t>(color.red()), static_cast<uint8_t>(color.green()),
          static_cast<uint8_t>(color.blue())};
}
/// Dark or bright words, whichever is read better on `color`.
QColor text_on(Rgb color);

}  // namespace paje::gui
