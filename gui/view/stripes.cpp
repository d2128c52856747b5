#include "view/stripes.hpp"

#include <algorithm>
#include <cmath>

#include "view/theme.hpp"

namespace paje::gui {

namespace {

bool is_full(std::span<const Share> shares) {
  return shares.size() == 1 && shares[0].amount > 0.995F;
}

bool is_same(std::span<const Share> a, std::span<const Share> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Share& x, const Share& y) {
    return x.value == y.value && std::abs(x.amount - y.amount) < 0.004F;
  });
}

QRgb rgb_of(const Palette& palette, uint32_t value) {
  const Rgb color = palette.of(ValueId{value});
  return qRgb(color.red, color.green, color.blue);
}

QRgb mixed_color(std::span<const Share> shares, const Palette& palette, QRgb under) {
  float red = 0;
  float green = 0;
  float blue = 0;
  float rest = 1;
  for (const Share& share : shares) {
    const Rgb color = palette.of(ValueId{share.value});
    red += share.amount * static_cast<float>(color.red);
    green += share.amount * static_cast<float>(color.green);
    blue += share.amount * static_cast<float>(color.blue);
    rest -= share.amount;
  }
  rest = std::max(rest, 0.0F);
  const auto part = [rest](float sum, int below) {
    return std::min(255, static_cast<int>(sum + rest * static_cast<float>(below)));
  };
  return qRgb(part(red, qRed(under)), part(green, qGreen(under)), part(blue, qBlue(under)));
}

}  // namespace

void cut_column(std::span<const Share> shares, int height, std::vector<StripePart>& parts) {
  parts.clear();
  double sum = 0;
  int bottom = height;
  const int most_marks = std::max(1, height / 4);
  std::size_t rare = 0;
  for (const Share& share : shares) {
    sum += static_cast<double>(share.amount);
    // Rounded; not by lround(), which is a call for each share of each pixel.
    const int top = std::clamp(height - static_cast<int>(sum * height + 0.5), 0, bottom);
    if (top < bottom) {
      parts.push_back({top, bottom, share.value});
    } else {
      ++rare;
    }
    bottom = top;
  }
  if (rare == 0) return;
  // Marks lie over the rest, which is a quarter less then, at most.
  int mark = 0;
  const std::size_t seen = parts.size();
  for (const Share& share : shares) {
    const bool has_part =
        std::any_of(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(seen),
                    [&](const StripePart& p) { return p.value == share.value; });
    if (has_part) continue;
    parts.push_back({mark, mark + 1, share.value});
    if (++mark == std::min(most_marks, height)) break;
  }
}

void fill_stripes(QImage& image, int top, int height, const ShareColumns& columns, int step,
                  const Palette& palette) {
  top = std::max(top, -height);
  const int first = std::max(top, 0);
  const int last = std::min(top + height, image.height());
  if (first >= last) return;
  const auto pitch = static_cast<std::size_t>(image.bytesPerLine()) / sizeof(QRgb);
  // Not scanLine(): rows are filled on several threads, and it would detach.
  auto* pixels = const_cast<QRgb*>(reinterpret_cast<const QRgb*>(image.constBits()));
  const auto image_width = static_cast<std::size_t>(image.width());
  const auto fill = [&](std::size_t x0, std::size_t x1, int from, int to, QRgb color) {
    x1 = std::min(x1, image_width);
    if (x0 >= x1) return;
    for (int y = std::max(top + from, first); y < std::min(top + to, last); ++y) {
      QRgb* line = pixels + static_cast<std::size_t>(y) * pitch;
      std::fill(line + x0, line + x1, color);
    }
  };
  std::vector<StripePart> parts;
  const std::size_t width = columns.width();
  const auto unit = static_cast<std::size_t>(step);
  // Too low for parts: colours are mixed, and what is under them shines through where nothing is.
  const bool is_mixed = height < 4;
  for (std::size_t x = 0; x < width;) {
    const auto shares = columns.of(x);
    if (is_full(shares)) {
      std::size_t end = x + 1;
      while (end < width && is_full(columns.of(end)) &&
             columns.of(end)[0].value == shares[0].value) {
        ++end;
      }
      fill(x * unit, end * unit, 0, height, rgb_of(palette, shares[0].value));
      x = end;
      continue;
    }
    if (x * unit >= image_width) break;
    if (!shares.empty() && is_mixed) {
      const QRgb under = pixels[static_cast<std::size_t>(first) * pitch + x * unit];
      fill(x * unit, (x + 1) * unit, 0, height, mixed_color(shares, palette, under));
    } else if (!shares.empty()) {
      cut_column(shares, height, parts);
      for (const StripePart& part : parts) {
        fill(x * unit, (x + 1) * unit, part.top, part.bottom, rgb_of(palette, part.value));
      }
    }
    ++x;
  }
}

void draw_stripes(QPainter& painter, const QRectF& area, const ShareColumns& columns, double scale,
                  const Palette& palette) {
  // Parts of a column are counted in quarters of a unit here: vectors have no pixels to keep to.
  constexpr int kUnits = 4;
  const int height = std::max(1, static_cast<int>(std::lround(area.height() * kUnits)));
  std::vector<StripePart> parts;
  const std::size_t width = columns.width();
  for (std::size_t x = 0; x < width;) {
    const auto shares = columns.of(x);
    std::size_t end = x + 1;
    while (end < width && is_same(columns.of(end), shares)) ++end;
    cut_column(shares, height, parts);
    for (const StripePart& part : parts) {
      const QRectF box(area.left() + static_cast<double>(x) * scale,
                       area.top() + area.height() * part.top / height,
                       static_cast<double>(end - x) * scale,
                       area.height() * (part.bottom - part.top) / height);
      painter.fillRect(box, qcolor(palette.of(ValueId{part.value})));
    }
    x = end;
  }
}

}  // namespace paje::gui
