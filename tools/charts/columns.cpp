#include "charts/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/tool.hpp"

namespace paje::tools {

namespace {

constexpr double kLeft = 66;   // for labels of the vertical axis
constexpr double kBelow = 38;  // for those of the other one
constexpr double kAbove = 18;  // for the title of the vertical one
constexpr double kRightOfColumns = 14;
constexpr double kLeastColumnWidth = 2;  // pixels of a column
constexpr std::size_t kMostColumnTooltips = 500;

// Multiples of a round step, and their labels.
struct Tick {
  double place = 0;
  std::string label;
};

Ruler ruler_of(double start, double end, int wanted, const Axis& axis) {
  Ruler ruler = ruler_for(start, end, wanted, axis.is_time ? axis.unit : TimeUnit::seconds);
  if (!axis.is_time) {
    ruler.step = std::max(1.0, ruler.step);
    ruler.first = std::ceil(start / ruler.step - 1e-9) * ruler.step;
    ruler.unit_name.clear();
  }
  return ruler;
}

Tick tick_at(double place, const Ruler& ruler, const Axis& axis) {
  return {place, axis.is_time ? ruler.label(place) : with_separators(static_cast<uint64_t>(place))};
}

std::vector<Tick> ticks_of(double start, double end, const Ruler& ruler, const Axis& axis) {
  std::vector<Tick> ticks;
  if (!(end > start)) return ticks;
  for (int i = 0; i < 100; ++i) {
    const double place = ruler.first + i * ruler.step;
    if (!(place <= end + 1e-9 * (end - start))) break;
    ticks.push_back(tick_at(place, ruler, axis));
  }
  return ticks;
}

std::string axis_title(const Axis& axis, const Ruler& ruler) {
  if (ruler.unit_name.empty()) return axis.title;
  return fmt::format("{} ({})", axis.title, ruler.unit_name == "us" ? "µs" : ruler.unit_name);
}

std::vector<Column> gathered(const std::vector<Column>& columns, std::size_t most) {
  const std::size_t together = (columns.size() + most - 1) / std::max<std::size_t>(most, 1);
  if (together <= 1) return columns;
  std::vector<Column> result;
  for (std::size_t first = 0; first < columns.size(); first += together) {
    const std::size_t last = std::min(first + together, columns.size());
    Column most_of = columns[first];
    for (std::size_t i = first + 1; i < last; ++i) {
      const bool is_marked = most_of.is_marked || columns[i].is_marked;
      if (columns[i].amount > most_of.amount) most_of = columns[i];
      most_of.is_marked = is_marked;
    }
    result.push_back(std::move(most_of));
  }
  return result;
}

void draw_up(const Box& plot, double greatest, const Axis& axis, Chart& to) {
  const Ruler ruler = ruler_of(0, greatest, 4, axis);
  for (const Tick& tick : ticks_of(0, greatest, ruler, axis)) {
    const double y = plot.y + plot.height - plot.height * tick.place / greatest;
    to.line(plot.x, y, plot.x + plot.width, y, "grid");
    to.words(plot.x - 8, y + 4, Anchor::end, "dim small", tick.label);
  }
  to.words(plot.x, plot.y - 8, Anchor::start, "dim small", axis_title(axis, ruler));
}

}  // namespace

void draw_axis(const Box& plot, double start, double end, const Axis& axis, Chart& to) {
  const double bottom = plot.y + plot.height;
  to.line(plot.x, bottom, plot.x + plot.width, bottom, "axis");
  const Ruler ruler = ruler_of(start, end, static_cast<int>(plot.width / 110), axis);
  // The title is where the last label would be.
  const std::string title = axis_title(axis, ruler);
  std::vector<Tick> ticks = ticks_of(start, end, ruler, axis);
  const bool is_one_place = start == end;
  if (is_one_place) ticks = {tick_at(start, ruler, axis)};
  for (const Tick& tick : ticks) {
    const double share = is_one_place ? 0.5 : (tick.place - start) / (end - start);
    const double x = plot.x + plot.width * share;
    to.line(x, bottom, x, bottom + 4, "axis");
    to.words(x, bottom + 16, Anchor::middle, "dim small", tick.label);
  }
  to.words(plot.x + plot.width, bottom + 31, Anchor::end, "dim small", title);
}

Chart draw_columns(const ColumnChart& chart) {
  Chart drawn(chart.width, chart.height, chart.title);
  const Box plot{kLeft, kAbove, chart.width - kLeft - kRightOfColumns,
                 chart.height - kAbove - kBelow};
  const auto columns =
      gathered(chart.columns, static_cast<std::size_t>(plot.width / kLeastColumnWidth));
  double greatest = chart.reference.value_or(0);
  for (const Column& column : columns) greatest = std::max(greatest, column.amount);
  if (!(greatest > 0)) greatest = 1;
  greatest *= 1.05;
  draw_up(plot, greatest, chart.up, drawn);
  const double width = plot.width / static_cast<double>(std::max<std::size_t>(columns.size(), 1));
  const double gap = width >= 4 ? std::min(0.2 * width, 6.0) : 0;
  std::string unmarked, marked;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const Column& column = columns[i];
    const double high = plot.height * column.amount / greatest;
    if (!(high > 0)) continue;
    const Box box{plot.x + width * static_cast<double>(i) + gap / 2, plot.y + plot.height - high,
                  width - gap, high};
    if (columns.size() <= kMostColumnTooltips) {
      drawn.box(box, column.is_marked ? "alert" : "bar", column.tooltip);
    } else {
      (column.is_marked ? marked : unmarked) +=
          fmt::format("M{} {}h{}v{}h-{}z", pixels(box.x), pixels(box.y), pixels(box.width),
                      pixels(box.height), pixels(box.width));
    }
  }
  drawn.path(unmarked, "bar flat");
  drawn.path(marked, "alert flat");
  if (chart.reference) {
    const double y = plot.y + plot.height - plot.height * *chart.reference / greatest;
    drawn.line(plot.x, y, plot.x + plot.width, y, "rule");
    drawn.words(plot.x + plot.width, plot.y - 6, Anchor::end, "alert small", chart.reference_name);
  }
  draw_axis(plot, chart.start, chart.end, chart.across, drawn);
  return drawn;
}

}  // namespace paje::tools
