#include "view/gantt/track_painter.hpp"

#include <QPolygonF>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "model/rows/hit.hpp"
#include "view/gantt/box_painter.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

QString name_text(const Name& name) { return shown_text(name.text); }

void paint_state_name(QPainter& painter, const QRectF& box, const QString& name, Rgb color) {
  const QFontMetricsF metrics(painter.font());
  const double room = box.width() - 6;
  QString words = name;
  if (metrics.horizontalAdvance(name) > room) {
    // Three letters and dots at least: less says nothing.
    if (room < 40) return;
    words = metrics.elidedText(name, Qt::ElideRight, room);
  }
  painter.setPen(text_on(color));
  painter.drawText(box.adjusted(3, 0, -3, 0), Qt::AlignCenter | Qt::TextSingleLine, words);
}

constexpr double kLowest = 4;       // rows with edges
constexpr double kLowestName = 11;  // rows with names

int name_size(double height) { return std::clamp(static_cast<int>(height * 0.62), 8, 13); }

void fill_pixels(const PixelArea& pixels, const QRect& box, QRgb color) {
  for (int y = std::max(box.top(), 0); y < std::min(pixels.height, box.bottom() + 1); ++y) {
    QRgb* line = pixels.pixels + static_cast<std::size_t>(y) * pixels.pitch;
    for (int x = std::max(box.left(), 0); x < std::min(pixels.width, box.right() + 1); ++x) {
      line[x] = color;
    }
  }
}

// The left edge; of a state whose colour is close to the paper's, the right and lower ones, too.
void write_edges(const PixelArea& pixels, const QRect& box, double ratio, Rgb color, Rgb paper) {
  const int wide = std::max(1, static_cast<int>(ratio));
  const QRgb edge = qcolor(edge_of(color, paper)).rgb();
  fill_pixels(pixels, {box.left(), box.top(), wide, box.height()}, edge);
  if (contrast(color, paper) >= kFaint) return;
  fill_pixels(pixels, {box.right() + 1 - wide, box.top(), wide, box.height()}, edge);
  fill_pixels(pixels, {box.left(), box.bottom() + 1 - wide, box.width(), wide}, edge);
}

}  // namespace

void write_state_edges(const PixelArea& pixels, const QRectF& area,
                       const std::vector<WideState>& states, const RowPicture& picture,
                       double ratio, NameCache& names) {
  if (area.height() < kLowest) return;
  const auto pixel = [ratio](double at) { return static_cast<int>(std::lround(at * ratio)); };
  const int top = pixel(area.top());
  const int height = pixel(area.bottom()) - top;
  const int size = name_size(area.height());
  for (const WideState& wide : states) {
    const double x0 = std::clamp(wide.x0, -1.0, area.width());
    const double x1 = std::clamp(wide.x1, 0.0, area.width() + 1);
    if (x1 - x0 < 3) continue;
    const Rgb color = picture.palette().of(ValueId{wide.value});
    const QRect box(pixel(x0), top, pixel(x1) - pixel(x0), height);
    write_edges(pixels, box, ratio, color, rgb(picture.theme.background));
    if (area.height() < kLowestName || x1 - x0 <= 24) continue;
    names.write(pixels, box & QRect(0, top, pixels.width, height), size, picture.model.trace(),
                ValueId{wide.value}, text_on(color).rgb());
  }
}

void paint_state_edges(QPainter& painter, const QRectF& area, const std::vector<WideState>& states,
                       const RowPicture& picture) {
  if (area.height() < kLowest) return;
  QFont font = painter.font();
  font.setPixelSize(name_size(area.height()));
  const bool has_names = area.height() >= kLowestName;
  painter.save();
  painter.setFont(font);
  for (const WideState& wide : states) {
    const double x0 = area.left() + std::clamp(wide.x0, -1.0, area.width());
    const double x1 = area.left() + std::clamp(wide.x1, 0.0, area.width() + 1);
    if (x1 - x0 < 3) continue;
    const Rgb color = picture.palette().of(ValueId{wide.value});
    const QRectF box(x0, area.top(), x1 - x0, area.height());
    const Rgb paper = rgb(picture.theme.background);
    const QColor edge = qcolor(edge_of(color, paper));
    painter.fillRect(QRectF(x0, area.top(), 1, area.height()), edge);
    if (contrast(color, paper) < kFaint) {
      painter.fillRect(QRectF(x1 - 1, area.top(), 1, area.height()), edge);
      painter.fillRect(QRectF(x0, area.bottom() - 1, x1 - x0, 1), edge);
    }
    if (has_names && box.width() > 24) {
      paint_state_name(painter, box & area,
                       name_text(picture.model.trace()[ValueId{wide.value}].name), color);
    }
  }
  painter.restore();
}

void paint_differences(QPainter& painter, const QRectF& area, const std::vector<TimeSpan>& spans,
                       const RowPicture& picture) {
  const TimeAxis& axis = picture.state.axis;
  const double height = std::clamp(area.height() / 4, 1.0, 4.0);
  const auto first_after = [&](auto from, double time) {
    return std::lower_bound(from, spans.end(), time,
                            [](const TimeSpan& span, double at) { return span.end < at; });
  };
  const TimeSpan shown = axis.shown();
  double free = 0;  // pixels up to here are marked
  for (auto span = first_after(spans.begin(), shown.start);
       span != spans.end() && span->start <= shown.end;) {
    const double left = std::min(std::max(axis.x_of(span->start), free), area.width() - 1);
    const double right = std::clamp(axis.x_of(span->end), left + 1, area.width() + 1);
    painter.fillRect(QRectF(area.left() + left, area.bottom() - height, right - left, height),
                     picture.theme.difference);
    free = right;
    // What lies in the same pixel is marked already.
    span = first_after(span + 1, axis.time_at(std::floor(right)));
  }
}

namespace {

void paint_heads(QPainter& painter, double top, const std::vector<std::pair<double, uint32_t>>& all,
                 const RowPicture& picture) {
  painter.save();
  painter.setPen(Qt::NoPen);
  for (const auto& [left, value] : all) {
    painter.setBrush(qcolor(picture.palette().of(ValueId{value})));
    painter.drawPolygon(QPolygonF({{left - 3, top}, {left + 4, top}, {left + 0.5, top + 5}}));
  }
  painter.restore();
}

}  // namespace

void paint_events(QPainter& painter, const QRectF& area, uint32_t band, const RowPicture& picture) {
  ColumnMaker maker;
  ShareColumns columns;
  TimeAxis axis = picture.state.axis;
  axis.set_width(std::floor(area.width()));
  maker.events(picture.model.event_band(band), axis, picture.state.hidden, columns);
  std::vector<std::pair<double, uint32_t>> heads;  // and values
  std::optional<BoxPainter> boxes(std::in_place, painter);
  for (std::size_t x = 0; x < columns.width(); ++x) {
    const auto shares = columns.of(x);
    if (shares.empty()) continue;
    float sum = 0;
    for (const Share& share : shares) sum += share.amount;
    const double left = area.left() + static_cast<double>(x);
    const bool has_room = x + 1 == columns.width() || columns.of(x + 1).empty();
    double y = area.bottom();
    for (const Share& share : shares) {
      const double height = area.height() * static_cast<double>(share.amount / sum);
      boxes->add(QRectF(left, y - height, has_room ? 1.4 : 1, height),
                 qcolor(picture.palette().of(ValueId{share.value})));
      y -= height;
    }
    if (heads.empty() || left - heads.back().first > 7) {
      heads.emplace_back(left, shares.back().value);
    }
  }
  boxes.reset();
  if (area.height() >= 8) paint_heads(painter, area.top(), heads, picture);
}

void paint_selected(QPainter& painter, const QRectF& area, const ObjectRef& object,
                    const RowPicture& picture) {
  const TimeSpan span = span_of(picture.model.trace(), object);
  const double x0 =
      area.left() + std::clamp(picture.state.axis.x_of_mark(span.start, 2), -9.0, 1e5);
  const double x1 = area.left() + std::clamp(picture.state.axis.x_of(span.end), -9.0, 1e5);
  painter.setPen(QPen(picture.theme.accent, 2));
  painter.setBrush(Qt::NoBrush);
  if (object.kind == TypeKind::link) {
    const LinkColumns links = picture.model.trace().links();
    const auto from = link_y(picture.model, picture.layout, links.start_container[object.row]);
    const auto to = link_y(picture.model, picture.layout, links.end_container[object.row]);
    if (!from || !to) return;
    const double up = area.top() - picture.state.scroll;
    painter.setPen(QPen(picture.theme.accent, 3));
    painter.drawLine(QPointF(x0, up + *from), QPointF(x1, up + *to));
    return;
  }
  const std::size_t at = picture.layout.row_of(picture.model, object.container);
  if (at == picture.layout.rows.size()) return;
  const Row& row = picture.layout.rows[at];
  const double top = area.top() + row.y - picture.state.scroll;
  QRectF box(x0, top, std::max(x1 - x0, 2.0), row.height);
  for (const PlacedTrack& placed : row.tracks) {
    if (placed.track.type != object.type) continue;
    double height = placed.height / placed.track.count;
    double y = top + placed.y;
    for (uint32_t i = 0; object.kind == TypeKind::state && i < placed.track.count; ++i) {
      const uint32_t depth = picture.model.state_band(placed.track.first + i).depth();
      if (depth == picture.model.trace().states().depth[object.row]) y += height * i;
    }
    box = QRectF(x0, y, std::max(x1 - x0, 2.0), height);
  }
  painter.drawRect(box);
}

}  // namespace paje::gui
