#include "view/gantt/name_cache.hpp"

#include <QFontMetricsF>
#include <QPainter>
#include <algorithm>
#include <cmath>

#include "view/window/shown_text.hpp"

namespace paje::gui {

void NameCache::set_font(const QFont& font, double ratio) {
  if (font_ == font && ratio_ == ratio && texts_.size() < kMost) return;
  font_ = font;
  ratio_ = ratio;
  texts_.clear();
  dots_.clear();
}

NameCache::Text NameCache::text_of(const QString& words, int size) const {
  QFont font = font_;
  font.setPixelSize(size);
  const QFontMetricsF metrics(font);
  Text text;
  for (int i = 1; i <= words.size(); ++i) {
    text.ends.push_back(
        static_cast<int>(std::ceil(metrics.horizontalAdvance(words.left(i)) * ratio_)));
  }
  const int height = static_cast<int>(std::ceil(metrics.height() * ratio_));
  text.ink = QImage(std::max(text.width(), 1), std::max(height, 1), QImage::Format_ARGB32);
  text.ink.fill(Qt::transparent);
  text.ink.setDevicePixelRatio(ratio_);
  QPainter painter(&text.ink);
  painter.setFont(font);
  painter.setPen(Qt::white);
  painter.drawText(QPointF(0, metrics.ascent()), words);
  return text;
}

void NameCache::copy(const PixelArea& area, const QRect& box, const Text& text, int width, int left,
                     QRgb color) {
  const int above = box.top() + (box.height() - text.ink.height()) / 2;
  const auto mix = [](int over, int under, int share) {
    return under + (over - under) * share / 255;
  };
  for (int y = std::max(0, std::max(box.top(), 0) - above); y < text.ink.height(); ++y) {
    const int line = above + y;
    if (line >= std::min(area.height, box.bottom() + 1)) break;
    const auto* ink = reinterpret_cast<const QRgb*>(text.ink.constScanLine(y));
    QRgb* pixels = area.pixels + static_cast<std::size_t>(line) * area.pitch;
    for (int x = std::max(0, -left); x < width && left + x < area.width; ++x) {
      const int share = qAlpha(ink[x]);
      if (share == 0) continue;
      QRgb& pixel = pixels[left + x];
      pixel = qRgb(mix(qRed(color), qRed(pixel), share), mix(qGreen(color), qGreen(pixel), share),
                   mix(qBlue(color), qBlue(pixel), share));
    }
  }
}

void NameCache::write(const PixelArea& area, const QRect& box, int size, const Trace& trace,
                      ValueId value, QRgb color) {
  const int room = box.width() - static_cast<int>(6 * ratio_);
  auto found = texts_.find({size, value});
  if (found == texts_.end()) {
    const auto name = trace[value].name.text;
    const QString words = shown_text(name, kMostBytes);
    found = texts_.emplace(std::pair(size, value), text_of(words, size)).first;
  }
  const Text& text = found->second;
  if (text.width() <= room) {
    copy(area, box, text, text.width(), box.left() + (box.width() - text.width()) / 2, color);
    return;
  }
  // Three letters and dots at least: less says nothing.
  if (room < 40 * ratio_) return;
  auto dots = dots_.find(size);
  if (dots == dots_.end()) dots = dots_.emplace(size, text_of(QStringLiteral("..."), size)).first;
  const int dots_width = dots->second.width();
  const auto end = std::upper_bound(text.ends.begin(), text.ends.end(), room - dots_width);
  const int width = end == text.ends.begin() ? 0 : *(end - 1);
  const int left = box.left() + (box.width() - width - dots_width) / 2;
  copy(area, box, text, width, left, color);
  copy(area, box, dots->second, dots_width, left + width, color);
}

}  // namespace paje::gui
