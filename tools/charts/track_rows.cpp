#include "charts/track_rows.hpp"

#include <algorithm>
#include <map>

namespace paje::tools {

namespace {

constexpr std::size_t kLongestTrackName = 20;
constexpr double kLeastCover = 0.25;  // of a cell that shows something

// Calls `add(cell, seconds)` for the cells of equal length that [start, end] reaches.
template <class Add>
void for_each_cell(const DependencyGraph& graph, double start, double end, std::size_t cells,
                   const Add& add) {
  const double cell = graph.length() / static_cast<double>(cells);
  if (!(cell > 0) || !(end > start)) return;
  const auto last_cell = static_cast<double>(cells - 1);
  const auto number_of = [&](double time) {
    return static_cast<std::size_t>(std::clamp((time - graph.start()) / cell, 0.0, last_cell));
  };
  const std::size_t last = number_of(end);
  for (std::size_t i = number_of(start); i <= last; ++i) {
    const double from = graph.start() + cell * static_cast<double>(i);
    const double seconds = std::min(end, from + cell) - std::max(start, from);
    if (seconds > 0) add(i, seconds);
  }
}

std::string row_name(const DependencyGraph& graph, uint32_t first, uint32_t last) {
  const auto name = [&](uint32_t track) { return std::string(graph.tracks()[track].name); };
  if (last - first == 1) return shortened(name(first), kLongestTrackName);
  return shortened(name(first), kLongestTrackName / 2) + " \u2013 " +
         shortened(name(last - 1), kLongestTrackName / 2);
}

}  // namespace

std::vector<TrackRow> track_rows(const DependencyGraph& graph, std::size_t most) {
  const auto count = static_cast<uint32_t>(graph.tracks().size());
  const auto together = static_cast<uint32_t>((count + most - 1) / most);
  std::vector<TrackRow> rows;
  for (uint32_t first = 0; first < count; first += together) {
    const uint32_t last = std::min(first + together, count);
    rows.push_back({first, last, row_name(graph, first, last)});
  }
  return rows;
}

std::vector<StyleAmounts> cell_amounts(const DependencyGraph& graph, const TrackRow& row,
                                       const ValueStyles& styles, std::size_t cells) {
  std::vector<StyleAmounts> amounts(cells, StyleAmounts{});
  for (uint32_t i = row.first; i < row.last; ++i) {
    const auto& track = graph.tracks()[i];
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      const uint8_t number = styles.number(graph.value(piece));
      for_each_cell(graph, graph.start(piece), graph.end(piece), cells,
                    [&](std::size_t cell, double seconds) { amounts[cell][number] += seconds; });
    }
  }
  return amounts;
}

std::vector<CellRun> cell_runs(const DependencyGraph& graph, const TrackRow& row,
                               const ValueStyles& styles, std::size_t cells) {
  const std::vector<StyleAmounts> amounts = cell_amounts(graph, row, styles, cells);
  const double whole =
      graph.length() / static_cast<double>(cells) * static_cast<double>(row.last - row.first);
  std::vector<CellRun> runs;
  for (std::size_t cell = 0; cell < cells; ++cell) {
    const StyleAmounts& of = amounts[cell];
    double covered = 0;
    for (const double amount : of) covered += amount;
    if (covered < kLeastCover * whole) continue;
    const auto style = static_cast<uint8_t>(std::max_element(of.begin(), of.end()) - of.begin());
    if (!runs.empty() && runs.back().last == cell && runs.back().style == style) {
      ++runs.back().last;
    } else {
      runs.push_back({cell, cell + 1, style});
    }
  }
  return runs;
}

std::vector<std::size_t> path_rows(const DependencyGraph& graph, const std::vector<PathPiece>& path,
                                   const std::vector<TrackRow>& rows, std::size_t cells) {
  if (rows.empty()) return {};
  const uint32_t together = rows.front().last - rows.front().first;
  std::vector<std::size_t> result(cells, rows.size());
  std::map<std::size_t, double> amounts;  // by row, of one cell: path pieces come in order of time
  std::size_t current = 0;
  const auto finish = [&] {
    double most = 0;
    for (const auto& [row, seconds] : amounts) {
      if (seconds > most) {
        most = seconds;
        result[current] = row;
      }
    }
    amounts.clear();
  };
  for (const PathPiece& piece : path) {
    for_each_cell(graph, piece.start, piece.end, cells, [&](std::size_t cell, double seconds) {
      if (cell != current) finish();
      current = cell;
      amounts[piece.track / together] += seconds;
    });
  }
  finish();
  return result;
}

}  // namespace paje::tools
