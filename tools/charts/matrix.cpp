#include "charts/matrix.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

#include "charts/value_styles.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kMostSides = 64;
constexpr std::size_t kMostCellTooltips = 1200;
constexpr std::size_t kSteps = 6;
constexpr double kSide = 360;  // at most, of the matrix
constexpr double kMostCell = 28;

struct Cell {
  double amount = 0, messages = 0;
};

// The matrix with rows and columns gathered.
struct Gathered {
  std::size_t together = 1, sides = 0;
  std::map<std::pair<std::size_t, std::size_t>, Cell> cells;
  double greatest = 0;
};

Gathered gather(const MatrixChart& chart) {
  Gathered result;
  result.together = std::max<std::size_t>(1, (chart.names.size() + kMostSides - 1) / kMostSides);
  result.sides = (chart.names.size() + result.together - 1) / result.together;
  for (const MatrixEntry& entry : chart.entries) {
    Cell& cell = result.cells[{entry.row / result.together, entry.column / result.together}];
    cell.amount += entry.amount;
    cell.messages += entry.messages;
  }
  for (const auto& [place, cell] : result.cells) {
    result.greatest = std::max(result.greatest, cell.amount);
  }
  return result;
}

std::size_t step_of(double amount, double greatest) {
  if (!(greatest > 0)) return 0;
  return std::min(kSteps - 1, static_cast<std::size_t>(amount / greatest * kSteps));
}

std::string amount_text(const MatrixChart& chart, double amount) {
  return chart.has_bytes ? bytes_text(amount)
                         : counted(static_cast<uint64_t>(amount), "message", "messages");
}

std::string side_name(const MatrixChart& chart, std::size_t side, std::size_t together) {
  const std::size_t first = side * together;
  const std::size_t last = std::min(first + together, chart.names.size()) - 1;
  if (first == last) return shortened(chart.names[first], 20);
  return shortened(chart.names[first], 12) + " \u2013 " + shortened(chart.names[last], 12);
}

std::string tooltip_of(const MatrixChart& chart, const std::pair<std::size_t, std::size_t>& place,
                       const Cell& cell, std::size_t together) {
  const std::string pair = side_name(chart, place.first, together) + " \u2192 " +
                           side_name(chart, place.second, together);
  const std::string count = counted(static_cast<uint64_t>(cell.messages), "message", "messages");
  return chart.has_bytes ? fmt::format("{}: {}, {}", pair, count, bytes_text(cell.amount))
                         : fmt::format("{}: {}", pair, count);
}

void draw_cells(const MatrixChart& chart, const Gathered& matrix, const Box& plot, Chart& to) {
  const double cell = plot.width / static_cast<double>(matrix.sides);
  const double gap = cell >= 8 ? 1 : 0;
  std::array<std::string, kSteps> paths;
  for (const auto& [place, of] : matrix.cells) {
    const double x = plot.x + cell * static_cast<double>(place.second);
    const double y = plot.y + cell * static_cast<double>(place.first);
    const std::size_t step = step_of(of.amount, matrix.greatest);
    if (matrix.cells.size() <= kMostCellTooltips) {
      to.box({x, y, cell - gap, cell - gap}, fmt::format("q{}", step + 1),
             tooltip_of(chart, place, of, matrix.together));
    } else {
      paths[step] += fmt::format("M{} {}h{}v{}h-{}z", pixels(x), pixels(y), pixels(cell - gap),
                                 pixels(cell - gap), pixels(cell - gap));
    }
  }
  for (std::size_t step = 0; step < kSteps; ++step) {
    to.path(paths[step], fmt::format("q{} flat", step + 1));
  }
}

void draw_names(const MatrixChart& chart, const Gathered& matrix, const Box& plot, Chart& to) {
  const double cell = plot.width / static_cast<double>(matrix.sides);
  double free = 0;
  for (std::size_t i = 0; i < matrix.sides; ++i) {
    const double base = plot.y + cell * (static_cast<double>(i) + 0.5) + 4;
    if (base - kChartText < free - 1) continue;
    free = base + 1;
    to.words(plot.x - 8, base, Anchor::end, "ink small",
             fit_words(side_name(chart, i, matrix.together), plot.x - 8));
  }
}

void draw_scale(const MatrixChart& chart, const Gathered& matrix, double left, double top,
                Chart& to) {
  to.words(left, top, Anchor::start, "ink strong",
           chart.has_bytes ? "Bytes from row to column" : "Messages from row to column");
  for (std::size_t step = 0; step < kSteps; ++step) {
    to.box({left + 30 * static_cast<double>(step), top + 12, 30, 12}, fmt::format("q{}", step + 1));
  }
  to.words(left, top + 40, Anchor::start, "dim small", "0");
  to.words(left + 30 * kSteps, top + 40, Anchor::end, "dim small",
           amount_text(chart, matrix.greatest));
  std::vector<std::pair<double, std::pair<std::size_t, std::size_t>>> largest;
  for (const auto& [place, cell] : matrix.cells) largest.emplace_back(-cell.amount, place);
  std::stable_sort(largest.begin(), largest.end());
  to.words(left, top + 76, Anchor::start, "ink strong", "The largest");
  for (std::size_t i = 0; i < std::min<std::size_t>(largest.size(), 6); ++i) {
    to.words(
        left, top + 98 + 20 * static_cast<double>(i), Anchor::start, "ink",
        tooltip_of(chart, largest[i].second, matrix.cells.at(largest[i].second), matrix.together));
  }
}

}  // namespace

Chart draw_matrix(const MatrixChart& chart) {
  const Gathered matrix = gather(chart);
  double label = 40;
  for (std::size_t i = 0; i < matrix.sides; ++i) {
    label = std::max(label, words_width(side_name(chart, i, matrix.together)));
  }
  label = std::min(label, 200.0);
  const auto sides = static_cast<double>(std::max<std::size_t>(matrix.sides, 1));
  const double side = std::min(kSide, kMostCell * sides);
  const Box plot{label + 10, 6, side, side};
  Chart drawn(kChartWidth, std::max(side + 12, 220.0), chart.title);
  drawn.box(plot, "track");
  draw_cells(chart, matrix, plot, drawn);
  draw_names(chart, matrix, plot, drawn);
  draw_scale(chart, matrix, plot.x + side + 50, 18, drawn);
  return drawn;
}

}  // namespace paje::tools
