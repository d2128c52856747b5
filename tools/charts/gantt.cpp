#include "charts/gantt.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "charts/columns.hpp"
#include "charts/track_rows.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kMostRows = 64;
constexpr double kMostCells = 30'000;  // of all rows
constexpr double kAxis = 40;
constexpr double kMostHeight = 420;  // of all rows
constexpr double kMostRow = 26;
constexpr double kRightMargin = 14;
constexpr uint32_t kBins = 200;

using Paths = std::array<std::string, ValueStyles::kCount>;

double label_width(const std::vector<TrackRow>& rows) {
  double widest = 40;
  for (const TrackRow& row : rows) widest = std::max(widest, words_width(row.name));
  return std::min(widest, 190.0);
}

// Names of rows, as far as there is room for each.
void draw_names(const std::vector<TrackRow>& rows, const Box& plot, Chart& to) {
  const double height = plot.height / static_cast<double>(rows.size());
  double free = plot.y - kChartText;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double base = plot.y + height * (static_cast<double>(i) + 0.5) + 0.36 * kChartText;
    if (base - kChartText < free - 1) continue;
    free = base + 1;
    to.words(plot.x - 8, base, Anchor::end, "ink small", fit_words(rows[i].name, plot.x - 8));
  }
}

void add_runs(const std::vector<CellRun>& runs, double x, double y, double cell, double height,
              Paths& paths) {
  for (const CellRun& run : runs) {
    paths[run.style] +=
        fmt::format("M{} {}h{}v{}h-{}z", pixels(x + cell * static_cast<double>(run.first)),
                    pixels(y), pixels(cell * static_cast<double>(run.last - run.first)),
                    pixels(height), pixels(cell * static_cast<double>(run.last - run.first)));
  }
}

double draw_paths(const Paths& paths, const ValueStyles& styles, double legend_top, double width,
                  Chart& to) {
  std::vector<bool> is_used(ValueStyles::kCount);
  for (uint8_t i = 0; i < ValueStyles::kCount; ++i) {
    to.path(paths[i], std::string(ValueStyles::spelling(i)) + " flat");
    is_used[i] = !paths[i].empty();
  }
  return draw_legend(styles, is_used, legend_top, width, to);
}

// A line through the middle of rows; steps between them only where they can be followed.
std::string path_line(const std::vector<std::size_t>& rows, std::size_t row_count,
                      const Box& plot) {
  const double cell = plot.width / static_cast<double>(rows.size());
  const double height = plot.height / static_cast<double>(row_count);
  std::size_t steps = 0;
  for (std::size_t i = 1; i < rows.size(); ++i) steps += rows[i] != rows[i - 1];
  const bool joins = steps < rows.size() / 4;
  std::string line;
  for (std::size_t i = 0; i < rows.size();) {
    std::size_t end = i + 1;
    while (end < rows.size() && rows[end] == rows[i]) ++end;
    if (rows[i] < row_count) {
      const double y = plot.y + height * (static_cast<double>(rows[i]) + 0.5);
      const bool goes_on = joins && i > 0 && rows[i - 1] < row_count;
      line += fmt::format("{}{} {}H{}", goes_on ? 'L' : 'M',
                          pixels(plot.x + cell * static_cast<double>(i)), pixels(y),
                          pixels(plot.x + cell * static_cast<double>(end)));
    }
    i = end;
  }
  return line;
}

}  // namespace

Chart draw_path(const DependencyGraph& graph, const std::vector<PathPiece>& path,
                const ValueStyles& styles, TimeUnit unit) {
  const std::vector<TrackRow> rows = track_rows(graph, kMostRows);
  const auto count = static_cast<double>(std::max<std::size_t>(rows.size(), 1));
  const double left = label_width(rows) + 8;
  const double high = std::min(kMostRow, kMostHeight / count);
  const Box plot{left, 4, kChartWidth - left - kRightMargin, high * count};
  const auto cells = static_cast<std::size_t>(std::min(plot.width, kMostCells / count));
  Chart drawn(kChartWidth, plot.height + kAxis + 50, "States over time, with the critical path");
  Paths paths;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double gap = high >= 6 ? high / 6 : 0;
    add_runs(cell_runs(graph, rows[i], styles, cells), plot.x,
             plot.y + high * static_cast<double>(i) + gap / 2,
             plot.width / static_cast<double>(cells), high - gap, paths);
  }
  const double legend = plot.y + plot.height + kAxis;
  const double height = draw_paths(paths, styles, legend, kChartWidth - 150, drawn);
  const std::string line = path_line(path_rows(graph, path, rows, cells), rows.size(), plot);
  drawn.path(line, "halo");
  drawn.path(line, "critical");
  draw_names(rows, plot, drawn);
  draw_axis(plot, graph.start(), graph.end(), {"time", true, unit}, drawn);
  drawn.line(kChartWidth - 130, legend + 10, kChartWidth - 106, legend + 10, "critical");
  drawn.words(kChartWidth - 100, legend + 14, Anchor::start, "ink", "critical path");
  drawn.resize(legend + std::max(height, 20.0));
  return drawn;
}

Chart draw_time_profile(const DependencyGraph& graph, const ValueStyles& styles, TimeUnit unit) {
  const Box plot{66, 18, kChartWidth - 66 - kRightMargin, 140};
  Chart drawn(kChartWidth, plot.height + kAxis + 50, "What the containers do over time");
  const auto count = static_cast<uint32_t>(graph.tracks().size());
  const std::vector<StyleAmounts> amounts = cell_amounts(graph, {0, count, {}}, styles, kBins);
  const double whole = graph.length() / kBins * count;
  const double width = plot.width / kBins;
  Paths paths;
  for (std::size_t bin = 0; bin < kBins && whole > 0; ++bin) {
    double y = plot.y + plot.height;
    // From work at the bottom to nothing at the top.
    for (const uint8_t number : ValueStyles::kOrder) {
      const double high = plot.height * std::min(1.0, amounts[bin][number] / whole);
      if (high < 0.05) continue;
      y -= high;
      paths[number] +=
          fmt::format("M{} {}h{}v{}h-{}z", pixels(plot.x + width * static_cast<double>(bin)),
                      pixels(y), pixels(width), pixels(high), pixels(width));
    }
  }
  const double legend = plot.y + plot.height + kAxis;
  const double height = draw_paths(paths, styles, legend, kChartWidth, drawn);
  for (const int share : {0, 50, 100}) {
    const double y = plot.y + plot.height * (1 - share / 100.0);
    drawn.words(plot.x - 8, y + 4, Anchor::end, "dim small", fmt::format("{} %", share));
  }
  drawn.words(plot.x, plot.y - 8, Anchor::start, "dim small", "share of containers");
  draw_axis(plot, graph.start(), graph.end(), {"time", true, unit}, drawn);
  drawn.resize(legend + height);
  return drawn;
}

}  // namespace paje::tools
