#include "view/gantt/stripes.hpp"

#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <map>

#include "view/window/theme.hpp"

namespace paje::gui {

namespace {

// Of what is not below 0; lround() is a call, for each share of each pixel.
template <class Number>
int rounded(Number number) {
  return static_cast<int>(number + Number{0.5});  // NOLINT(bugprone-incorrect-roundings)
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
    const int top = std::clamp(height - rounded(sum * height), 0, bottom);
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
  std::size_t part = 0;  // shares and parts ascend alike
  for (const Share& share : shares) {
    if (part < seen && parts[part].value == share.value) {
      ++part;
      continue;
    }
    parts.push_back({mark, mark + 1, share.value, true});
    if (++mark == std::min(most_marks, height)) break;
  }
}

namespace {

bool is_full(std::span<const Share> shares) {
  return shares.size() == 1 && shares[0].amount > 0.995F;
}

bool is_same(std::span<const Share> a, std::span<const Share> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const Share& x, const Share& y) {
    return x.value == y.value && std::abs(x.amount - y.amount) < 0.004F;
  });
}

// One colour for all shares, premultiplied; what is left of 255 shines through.
QRgb mean_color(std::span<const Share> shares, const PixelColors& palette) {
  PixelColors::Parts sums{};
  for (const Share& share : shares) {
    const PixelColors::Parts& color = palette.parts_of(share.value);
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += share.amount * color[i];
  }
  const auto part = [](float sum) { return std::min(255, rounded(sum)); };
  return qRgba(part(sums[0]), part(sums[1]), part(sums[2]), part(sums[3]));
}

// `above` is premultiplied.
QRgb mixed(QRgb above, QRgb under) {
  const int rest = 255 - qAlpha(above);
  if (rest == 0) return above;
  if (rest == 255) return under;
  const auto part = [rest](int sum, int below) { return std::min(255, sum + rest * below / 255); };
  return qRgb(part(qRed(above), qRed(under)), part(qGreen(above), qGreen(under)),
              part(qBlue(above), qBlue(under)));
}

// What lies under neighbours is mostly the same.
void write_over(QRgb* pixel, const QRgb* end, QRgb above) {
  QRgb under = 0;
  QRgb color = mixed(above, under);
  for (; pixel < end; ++pixel) {
    if (*pixel != under) {
      under = *pixel;
      color = mixed(above, under);
    }
    *pixel = color;
  }
}

// What a column needs on its way to pixels; kept from column to column.
struct ColumnParts {
  std::vector<uint16_t> begins;  // by pixel from below: number of the share that begins there
  std::vector<QRgb> colors;      // by number of the share, from 1 on; 0 and the last are nothing
  std::vector<uint16_t> rare;    // numbers of shares that are too rare for a pixel
};

// Colours of a column from the top down, `pitch` apart; 0 where nothing is. The same parts as of
// cut_column(), found without branches: what a pixel holds cannot be foretold.
void color_column(std::span<const Share> shares, int height, const PixelColors& palette,
                  ColumnParts& parts, QRgb* colors, std::size_t pitch) {
  const auto lines = static_cast<std::size_t>(height);
  const auto fill = [&](QRgb color) {
    for (std::size_t y = 0; y < lines; ++y) colors[y * pitch] = color;
  };
  if (shares.empty()) return fill(0);
  if (is_full(shares)) return fill(palette.of(shares[0].value));
  // Too low for parts: colours are mixed.
  if (height < 4) return fill(mean_color(shares, palette));
  const std::size_t count = shares.size();
  parts.begins.assign(lines + 1, 0);
  if (parts.colors.size() < count + 2) parts.colors.resize(count + 2);
  if (parts.rare.size() < count + 1) parts.rare.resize(count + 1);
  uint16_t* const begins = parts.begins.data();
  uint16_t* const rare = parts.rare.data();
  QRgb* const table = parts.colors.data();
  const auto scale = static_cast<float>(height);
  float sum = 0.5F;
  int bottom = 0;
  std::size_t rares = 0;
  for (std::size_t i = 0; i < count; ++i) {
    table[i + 1] = palette.of(shares[i].value);
    begins[bottom] = static_cast<uint16_t>(i + 1);
    sum += shares[i].amount * scale;
    const int top = std::min(static_cast<int>(sum), height);
    rare[rares] = static_cast<uint16_t>(i + 1);
    rares += top == bottom ? 1 : 0;
    bottom = top;
  }
  begins[bottom] = static_cast<uint16_t>(count + 1);
  table[0] = table[count + 1] = 0;
  // Numbers ascend from below.
  QRgb* at = colors + (lines - 1) * pitch;
  uint16_t number = 0;
  for (std::size_t y = 0; y < lines; ++y, at -= pitch) {
    number = std::max(number, begins[y]);
    *at = table[number];
  }
  const std::size_t marks = std::min(rares, std::max<std::size_t>(1, lines / 4));
  for (std::size_t mark = 0; mark < marks; ++mark) colors[mark * pitch] = table[rare[mark]];
}

PixelColors::Parts parts_of_color(QRgb color) {
  return {static_cast<float>(qRed(color)), static_cast<float>(qGreen(color)),
          static_cast<float>(qBlue(color)), 255.0F};
}

}  // namespace

PixelColors::PixelColors(const Palette& palette)
    : others_(qcolor(palette.of(ValueId{ShareTree::kOthers})).rgb()),
      other_parts_(parts_of_color(others_)) {
  for (uint32_t i = 0; i < palette.size(); ++i) {
    colors_.push_back(qcolor(palette.of(ValueId{i})).rgb());
    parts_.push_back(parts_of_color(colors_.back()));
  }
}

void fill_stripes(const PixelArea& area, int top, int height, const ShareColumns& columns, int step,
                  const PixelColors& palette) {
  const int first = std::max(top, 0);
  const int last = std::min(top + height, area.height);
  if (first >= last) return;
  // Some columns at a time are coloured downwards and then written line by line: a pixel of every
  // line in turn would miss the cache.
  constexpr std::size_t kTile = 64;
  std::vector<QRgb> tile(kTile * static_cast<std::size_t>(height));
  ColumnParts parts;
  const auto unit = static_cast<std::size_t>(step);
  const auto width =
      std::min(columns.width(), (static_cast<std::size_t>(area.width) + unit - 1) / unit);
  for (std::size_t from = 0; from < width; from += kTile) {
    const std::size_t count = std::min(kTile, width - from);
    for (std::size_t i = 0; i < count; ++i) {
      color_column(columns.of(from + i), height, palette, parts, tile.data() + i, kTile);
    }
    for (int y = first; y < last; ++y) {
      const QRgb* colors = tile.data() + static_cast<std::size_t>(y - top) * kTile;
      QRgb* line = area.pixels + static_cast<std::size_t>(y) * area.pitch;
      if (step == 1 && height >= 4) {
        // Whole colours or nothing: without a branch, so that several are written at once.
        for (std::size_t i = 0; i < count; ++i) {
          line[from + i] = colors[i] != 0 ? colors[i] : line[from + i];
        }
        continue;
      }
      const auto end = static_cast<std::size_t>(area.width);
      for (std::size_t i = 0; i < count; ++i) {
        const std::size_t begin = (from + i) * unit;
        write_over(line + begin, line + std::min(begin + unit, end), colors[i]);
      }
    }
  }
}

void draw_stripes(QPainter& painter, const QRectF& area, const ShareColumns& columns, double scale,
                  const Palette& palette) {
  // Parts of a column are counted in quarters of a unit here: vectors have no pixels to keep to.
  constexpr int kUnits = 4;
  const int height = std::max(1, static_cast<int>(std::lround(area.height() * kUnits)));
  std::vector<StripePart> parts;
  // Edges between pixels would let the paper through: what comes next is painted over the rest.
  const double more = scale == std::floor(scale) ? 0 : 0.5;
  const std::size_t width = columns.width();
  for (std::size_t x = 0; x < width;) {
    const auto shares = columns.of(x);
    std::size_t end = x + 1;
    while (end < width && is_same(columns.of(end), shares)) ++end;
    cut_column(shares, height, parts);
    for (const StripePart& part : parts) {
      const QRectF box(area.left() + static_cast<double>(x) * scale,
                       area.top() + area.height() * part.top / height,
                       static_cast<double>(end - x) * scale + more,
                       area.height() * (part.bottom - part.top) / height);
      painter.fillRect(box, qcolor(palette.of(ValueId{part.value})));
    }
    x = end;
  }
}

namespace {

// Boxes of one value are one shape, and a box goes on where the next column has the same.
class Shapes {
 public:
  Shapes(double top, double unit) : top_(top), unit_(unit) {}

  void add(double left, double right, const std::vector<StripePart>& parts) {
    std::vector<Box> boxes;
    for (const StripePart& part : parts) {
      const auto same = std::find_if(boxes_.begin(), boxes_.end(), [&](const Box& box) {
        return box.right == left && box.part == part;
      });
      boxes.push_back({part, same == boxes_.end() ? left : same->left, right});
      if (same != boxes_.end()) boxes_.erase(same);
    }
    end_boxes();
    boxes_ = std::move(boxes);
  }

  void paint(QPainter& painter, const Palette& palette) {
    end_boxes();
    for (const auto* paths : {&paths_, &marks_}) {
      for (const auto& [value, path] : *paths) {
        painter.fillPath(path, qcolor(palette.of(ValueId{value})));
      }
    }
  }

 private:
  struct Box {
    StripePart part;
    double left;
    double right;
  };

  void end_boxes() {
    for (const Box& box : boxes_) {
      QPainterPath& path = (box.part.is_mark ? marks_ : paths_)[box.part.value];
      path.addRect(QRectF(QPointF(box.left, top_ + unit_ * box.part.top),
                          QPointF(box.right, top_ + unit_ * box.part.bottom)));
    }
    boxes_.clear();
  }

  double top_;
  double unit_;  // height of a pixel
  std::vector<Box> boxes_;
  std::map<uint32_t, QPainterPath> paths_;
  std::map<uint32_t, QPainterPath> marks_;
};

// Too low for parts: a box for each column, or for several in one colour.
void draw_means(QPainter& painter, const QRectF& area, const ShareColumns& columns,
                const auto& edge, const Palette& palette) {
  const PixelColors colors(palette);
  const auto color_at = [&](std::size_t x) { return mean_color(columns.of(x), colors); };
  for (std::size_t x = 0; x < columns.width();) {
    const QRgb color = color_at(x);
    std::size_t end = x + 1;
    while (end < columns.width() && color_at(end) == color) ++end;
    const QRectF box(edge(x), area.top(), edge(end) - edge(x), area.height());
    if (qAlpha(color) > 0 && box.width() > 0) {
      painter.fillRect(box, QColor::fromRgba(qUnpremultiply(color)));
    }
    x = end;
  }
}

}  // namespace

void draw_shapes(QPainter& painter, const QRectF& area, const ShareColumns& columns, double scale,
                 const Palette& palette) {
  const int height = std::max(1, static_cast<int>(std::lround(area.height())));
  // At whole pixels: between shapes that share one the paper would shine through.
  const auto edge = [&](std::size_t x) {
    return std::round(std::min(area.left() + static_cast<double>(x) * scale, area.right()));
  };
  if (height < 4) return draw_means(painter, area, columns, edge, palette);
  Shapes shapes(area.top(), area.height() / height);
  std::vector<StripePart> parts;
  for (std::size_t x = 0; x < columns.width(); ++x) {
    if (edge(x) == edge(x + 1)) continue;
    cut_column(columns.of(x), height, parts);
    shapes.add(edge(x), edge(x + 1), parts);
  }
  shapes.paint(painter, palette);
}

}  // namespace paje::gui
