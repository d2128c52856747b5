// Names of values as pictures, written once and copied from then on: a picture of many states has
// thousands of names, and to lay out text anew for each would cost more than all the rest.
#pragma once

#include <QFont>
#include <QImage>
#include <map>
#include <utility>
#include <vector>

#include "model/palette.hpp"
#include "view/gantt/stripes.hpp"

namespace paje::gui {

class NameCache {
 public:
  /// Forgets what is there unless it was made with this font and ratio: pixels in a unit.
  void set_font(const QFont& font, double ratio);

  /// Writes a value's name, `size` units high, into the middle of a box, in pixels; shortened where
  /// it is too long, left out where even that is too long. On one thread only.
  void write(const PixelArea& area, const QRect& box, int size, const Trace& trace, ValueId value,
             QRgb color);

 private:
  struct Text {
    QImage ink;             ///< how much of each pixel is covered
    std::vector<int> ends;  ///< of its letters
    [[nodiscard]] int width() const { return ends.empty() ? 0 : ends.back(); }
  };
  [[nodiscard]] Text text_of(const QString& words, int size) const;
  static void copy(const PixelArea& area, const QRect& box, const Text& text, int width, int left,
                   QRgb color);

  static constexpr std::size_t kMost = 4096;  // texts that are kept
  // Of a name: measuring the ends of its letters takes the square of it.
  static constexpr std::size_t kMostBytes = 300;
  QFont font_;
  double ratio_ = 1;
  std::map<std::pair<int, ValueId>, Text> texts_;
  std::map<int, Text> dots_;
};

}  // namespace paje::gui
