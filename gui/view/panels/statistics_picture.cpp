#include "view/panels/statistics_picture.hpp"

#include <QCoreApplication>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>
#include <algorithm>
#include <cmath>
#include <map>

#include "model/number_text.hpp"
#include "model/rows/row_layout.hpp"
#include "view/window/shown_text.hpp"

namespace paje::gui {

namespace {

constexpr double kLine = 18;

QString picture_text(const char* text) {
  return QCoreApplication::translate("StatisticsPicture", text);
}

QString name_text(const Name& name) { return shown_text(name.text); }

// Bars of one picture: each of some parts.
struct Bar {
  QString name;
  QString words;
  double sum = 0;
  std::vector<std::pair<ValueId, double>> parts;
  double nested = 0;  // of other states, in the last part of the sum
};

// The time with nested states, and what of it is no other state's.
QString words_of_value(const StateStatistics& line, TimeUnit unit) {
  const std::string time = duration_text(line.seconds, unit);
  const std::string own = duration_text(line.exclusive, unit);
  return QString::fromStdString(time + ", " + (own == time ? "" : "by itself " + own + ", ") +
                                percent_text(line.share) + ", " + count_text(line.count) +
                                (line.count == 1 ? " state" : " states"));
}

std::vector<Bar> bars_of(const Trace& trace, const RangeStatistics& statistics,
                         StatisticsPicture picture, TimeUnit unit) {
  std::vector<Bar> bars;
  const bool by_value = picture == StatisticsPicture::values;
  std::map<std::pair<ContainerId, TypeId>, std::size_t> places;
  for (const StateStatistics& line : by_value ? statistics.values : statistics.containers) {
    if (by_value) {
      bars.push_back({name_text(trace[line.value].name),
                      words_of_value(line, unit),
                      line.seconds,
                      {{line.value, line.exclusive}},
                      line.seconds - line.exclusive});
      continue;
    }
    const auto [place, is_new] = places.try_emplace({line.container, line.type}, bars.size());
    if (is_new) bars.push_back({shown_text(container_path(trace, line.container)), {}, 0, {}});
    Bar& bar = bars[place->second];
    // Nested states count once.
    bar.sum += line.exclusive;
    bar.parts.emplace_back(line.value, line.exclusive);
    bar.words = QString::fromStdString(duration_text(bar.sum, unit));
  }
  if (by_value) {
    std::stable_sort(bars.begin(), bars.end(),
                     [](const Bar& a, const Bar& b) { return a.sum > b.sum; });
  }
  return bars;
}

// Containers that links go from or to, and how many go from each to each, of all types.
struct Grid {
  std::vector<ContainerId> containers;
  std::map<std::pair<std::size_t, std::size_t>, uint64_t> counts;  // from, to
  uint64_t most = 0;

  explicit Grid(const RangeStatistics& statistics) {
    std::map<ContainerId, std::size_t> places;
    for (const TrafficStatistics& line : statistics.traffic) places[line.from], places[line.to];
    for (auto& [container, place] : places) {
      place = containers.size();
      containers.push_back(container);
    }
    for (const TrafficStatistics& line : statistics.traffic) {
      uint64_t& count = counts[{places[line.from], places[line.to]}];
      count += line.count;
      most = std::max(most, count);
    }
  }
};

struct GridShape {
  double names = 0;
  double head = 14;
  double cell = 1;
};

GridShape shape_of(const Grid& grid, const QRectF& area) {
  GridShape shape;
  const auto count = static_cast<double>(std::max<std::size_t>(grid.containers.size(), 1));
  shape.names = std::min(160.0, area.width() / 4);
  shape.cell = std::clamp(
      std::min((area.width() - shape.names) / count, (area.height() - shape.head) / count), 1.0,
      28.0);
  return shape;
}

void paint_bars(QPainter& painter, const QRectF& area, const std::vector<Bar>& bars,
                const Palette& palette, const Theme& theme) {
  const QFontMetricsF metrics(painter.font());
  const double names = std::min(200.0, area.width() / 3);
  // Of what has nested states there is more to say.
  const bool has_nested =
      std::any_of(bars.begin(), bars.end(), [](const Bar& bar) { return bar.nested > 0; });
  const double words = has_nested ? 250 : 170;
  const double room = std::max(area.width() - names - words, 20.0);
  double most = 0;
  for (const Bar& bar : bars) most = std::max(most, bar.sum);
  double y = area.top();
  for (const Bar& bar : bars) {
    painter.setPen(theme.text);
    painter.drawText(QRectF(area.left(), y, names - 6, kLine), Qt::AlignRight | Qt::AlignVCenter,
                     metrics.elidedText(bar.name, Qt::ElideMiddle, names - 6));
    double x = area.left() + names;
    for (const auto& [value, seconds] : bar.parts) {
      const double width = most > 0 ? room * seconds / most : 0;
      painter.fillRect(QRectF(x, y + 2, width, kLine - 4), qcolor(palette.of(value)));
      x += width;
    }
    if (bar.nested > 0 && most > 0 && !bar.parts.empty()) {
      const double width = room * bar.nested / most;
      const Rgb pale = blend(palette.of(bar.parts.back().first), rgb(theme.background), 0.7);
      painter.fillRect(QRectF(x, y + 2, width, kLine - 4), qcolor(pale));
      x += width;
    }
    painter.setPen(theme.faint);
    painter.drawText(QRectF(x + 6, y, area.right() - x - 6, kLine),
                     Qt::AlignLeft | Qt::AlignVCenter, bar.words);
    y += kLine;
    if (y > area.bottom()) break;
  }
}

void paint_grid(QPainter& painter, const QRectF& area, const Trace& trace, const Grid& grid,
                const Theme& theme) {
  const GridShape shape = shape_of(grid, area);
  const QFontMetricsF metrics(painter.font());
  const double left = area.left() + shape.names;
  const double top = area.top() + shape.head;
  painter.setPen(theme.faint);
  painter.drawText(QRectF(left, area.top(), area.right() - left, shape.head), Qt::AlignLeft,
                   picture_text("to, in the same order; at most %1 links")
                       .arg(QString::fromStdString(count_text(grid.most))));
  const double side = shape.cell * static_cast<double>(grid.containers.size());
  painter.fillRect(QRectF(left, top, side, side), theme.stripe);
  const Rgb paper{static_cast<uint8_t>(theme.background.red()),
                  static_cast<uint8_t>(theme.background.green()),
                  static_cast<uint8_t>(theme.background.blue())};
  const Rgb ink{static_cast<uint8_t>(theme.accent.red()),
                static_cast<uint8_t>(theme.accent.green()),
                static_cast<uint8_t>(theme.accent.blue())};
  for (const auto& [pair, count] : grid.counts) {
    // One link can be distinguished from none.
    const double share = 0.15 + 0.85 * static_cast<double>(count) / static_cast<double>(grid.most);
    const QRectF cell(left + shape.cell * static_cast<double>(pair.second),
                      top + shape.cell * static_cast<double>(pair.first), shape.cell, shape.cell);
    const double gap = shape.cell > 5 ? 1 : 0;
    painter.fillRect(cell.adjusted(0, 0, -gap, -gap), qcolor(blend(paper, ink, share)));
  }
  // Names where there is room for them.
  painter.setPen(theme.text);
  double free = top;
  for (std::size_t i = 0; i < grid.containers.size(); ++i) {
    const double middle = top + shape.cell * (static_cast<double>(i) + 0.5);
    if (middle - metrics.height() / 2 < free - 2) continue;
    free = middle + metrics.height() / 2;
    painter.drawText(
        QRectF(area.left(), middle - metrics.height() / 2, shape.names - 6, metrics.height()),
        Qt::AlignRight | Qt::AlignVCenter,
        metrics.elidedText(shown_text(container_path(trace, grid.containers[i])), Qt::ElideMiddle,
                           shape.names - 6));
  }
}

}  // namespace

QStringList statistics_picture_names() {
  return {picture_text("Bars of values"), picture_text("Load balance"),
          picture_text("Traffic matrix")};
}

double picture_height(const RangeStatistics& statistics, StatisticsPicture picture) {
  if (picture == StatisticsPicture::traffic) {
    return 14 + std::max(120.0, static_cast<double>(Grid(statistics).containers.size()) * 6);
  }
  if (picture == StatisticsPicture::values) {
    return kLine * static_cast<double>(statistics.values.size());
  }
  std::map<std::pair<ContainerId, TypeId>, bool> containers;
  for (const StateStatistics& line : statistics.containers) {
    containers[{line.container, line.type}] = true;
  }
  return kLine * static_cast<double>(containers.size());
}

void paint_statistics(QPainter& painter, const QRectF& area, const Trace& trace,
                      const RangeStatistics& statistics, StatisticsPicture picture,
                      const Palette& palette, const Theme& theme, TimeUnit unit) {
  painter.save();
  painter.fillRect(area, theme.background);
  QFont font = painter.font();
  font.setPixelSize(11);
  painter.setFont(font);
  if (picture == StatisticsPicture::traffic) {
    paint_grid(painter, area, trace, Grid(statistics), theme);
  } else {
    paint_bars(painter, area, bars_of(trace, statistics, picture, unit), palette, theme);
  }
  painter.restore();
}

QString statistics_at(QPointF point, const QRectF& area, const Trace& trace,
                      const RangeStatistics& statistics, StatisticsPicture picture, TimeUnit unit) {
  if (!area.contains(point)) return {};
  if (picture != StatisticsPicture::traffic) {
    const auto bars = bars_of(trace, statistics, picture, unit);
    const auto number = static_cast<std::size_t>((point.y() - area.top()) / kLine);
    return number < bars.size() ? bars[number].name + "  " + bars[number].words : QString();
  }
  const Grid grid(statistics);
  const GridShape shape = shape_of(grid, area);
  const double column = (point.x() - area.left() - shape.names) / shape.cell;
  const double row = (point.y() - area.top() - shape.head) / shape.cell;
  const auto count = static_cast<double>(grid.containers.size());
  if (column < 0 || row < 0 || column >= count || row >= count) return {};
  const std::pair at(static_cast<std::size_t>(row), static_cast<std::size_t>(column));
  const auto found = grid.counts.find(at);
  return picture_text("%1 to %2: %3 links")
      .arg(shown_text(container_path(trace, grid.containers[at.first])),
           shown_text(container_path(trace, grid.containers[at.second])),
           QString::fromStdString(count_text(found == grid.counts.end() ? 0 : found->second)));
}

StatisticsPictureView::StatisticsPictureView(QWidget* parent) : QWidget(parent) {}

void StatisticsPictureView::show_statistics(const Trace* trace, TimeUnit unit,
                                            std::shared_ptr<const RangeStatistics> statistics,
                                            StatisticsPicture picture, const Palette& palette) {
  trace_ = trace;
  unit_ = unit;
  statistics_ = std::move(statistics);
  picture_ = picture;
  palette_ = palette;
  const double height = statistics_ ? picture_height(*statistics_, picture_) + 8 : 0;
  setMinimumHeight(static_cast<int>(std::min(height, 1e6)));
  update();
}

void StatisticsPictureView::set_theme(const Theme& theme) {
  theme_ = theme;
  update();
}

void StatisticsPictureView::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.fillRect(rect(), theme_.background);
  if (!statistics_) return;
  paint_statistics(painter, QRectF(rect()).adjusted(4, 4, -4, -4), *trace_, *statistics_, picture_,
                   palette_, theme_, unit_);
}

bool StatisticsPictureView::event(QEvent* event) {
  if (event->type() != QEvent::ToolTip || !statistics_) return QWidget::event(event);
  const auto* help = static_cast<QHelpEvent*>(event);
  QToolTip::showText(help->globalPos(),
                     statistics_at(help->pos(), QRectF(rect()).adjusted(4, 4, -4, -4), *trace_,
                                   *statistics_, picture_, unit_),
                     this);
  return true;
}

}  // namespace paje::gui
