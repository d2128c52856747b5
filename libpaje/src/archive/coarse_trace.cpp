// A trace that looks like another one from afar, made of its levels of detail.
#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "base/thread_pool.hpp"
#include "paje/overview.hpp"
#include "trace/trace_editor.hpp"

namespace paje {

namespace {

struct CoarseRow {
  double start = 0, end = 0;
  ValueId value;
  uint32_t depth = 0;
  double number = 0;  // of variables
};

struct CellRange {
  int32_t exponent = 0;
  int64_t first = 0;
  std::size_t count = 0;

  TimeBounds bounds;  // of the trace: outside of them there is nothing in a cell

  [[nodiscard]] double begin(std::size_t cell) const {
    return std::ldexp(static_cast<double>(first + static_cast<int64_t>(cell)), exponent);
  }
  [[nodiscard]] double shown_begin(std::size_t cell) const {
    return std::clamp(begin(cell), bounds.first_start, bounds.last_end);
  }
};

// The finest grid with few enough cells for a track.
CellRange range_of(const OverviewTrack& track, const TimeBounds& bounds, uint32_t most_cells) {
  double low = std::numeric_limits<double>::infinity();
  double high = -low;
  int32_t exponent = std::numeric_limits<int32_t>::max();
  const auto add = [&](double start, double end, int32_t least) {
    low = std::min(low, start);
    high = std::max(high, end);
    exponent = std::min(exponent, least);
  };
  for (const OverviewCells& cells : track.cells) {
    add(cells.begin(0), cells.begin(cells.count), cells.exponent);
  }
  for (const OverviewState& state : track.states) {
    if (!(state.start < state.end) || !std::isfinite(state.end - state.start)) continue;
    add(state.start, state.end, std::ilogb(state.end - state.start) - 8);
  }
  if (!(low < high)) return {};
  constexpr double kMost = 0x1p52;
  for (;; ++exponent) {
    const double first = std::floor(std::ldexp(low, -exponent));
    const double end = std::ceil(std::ldexp(high, -exponent));
    if (!(end - first <= most_cells) || std::abs(first) > kMost) continue;
    return {exponent, static_cast<int64_t>(first), static_cast<std::size_t>(end - first), bounds};
  }
}

// What a track has in each cell of a grid, by lane.
class LaneSums {
 public:
  using Lane = std::pair<uint32_t, ValueId>;

  explicit LaneSums(const CellRange& range) : range_(range) {}

  /// Adds numbers of things, or times in parts of a cell.
  void add_counts(const OverviewCells& cells) { add(cells, false); }
  void add_times(const OverviewCells& cells) { add(cells, true); }
  void add(const OverviewState& state) {
    if (!(state.start < state.end) || !std::isfinite(state.start)) return;
    std::vector<double>& sums = of({state.depth, state.value});
    const double scaled = std::floor(std::ldexp(state.start, -range_.exponent));
    const auto first = static_cast<std::size_t>(static_cast<int64_t>(scaled) - range_.first);
    for (std::size_t cell = first; cell < range_.count && range_.begin(cell) < state.end; ++cell) {
      const double from = std::max(state.start, range_.begin(cell));
      const double to = std::min(state.end, range_.begin(cell + 1));
      sums[cell] += std::ldexp(to - from, -range_.exponent);
    }
  }
  [[nodiscard]] const std::map<Lane, std::vector<double>>& lanes() const { return lanes_; }
  [[nodiscard]] const CellRange& range() const { return range_; }

  /// Calls use(cell of the grid, part of the given one, part of the grid's) for where a cell is.
  template <class Use>
  void for_each_part(const OverviewCells& cells, uint32_t cell, Use&& use) const {
    const int shift = cells.exponent - range_.exponent;
    const int64_t at = cells.first + cell;
    if (shift <= 0) {
      const int64_t coarse = shift > -63 ? at >> -shift : (at < 0 ? -1 : 0);
      return use(static_cast<std::size_t>(coarse - range_.first), 1.0, std::ldexp(1.0, shift));
    }
    // A cell that is wider than the grid's: all of its parts are in the grid, so they are few.
    const int64_t parts = int64_t{1} << shift;
    for (int64_t i = 0; i < parts; ++i) {
      use(static_cast<std::size_t>(at * parts + i - range_.first), std::ldexp(1.0, -shift), 1.0);
    }
  }

 private:
  void add(const OverviewCells& cells, bool are_times) {
    for (std::size_t l = 0; l < cells.lanes.size(); ++l) {
      std::vector<double>& sums = of({cells.lanes[l].depth, cells.lanes[l].value});
      for (uint32_t cell = 0; cell < cells.count; ++cell) {
        const double share = cells.shares[l * cells.count + cell];
        if (share == 0) continue;
        for_each_part(cells, cell, [&](std::size_t to, double of_cell, double of_grid) {
          sums[to] += are_times ? share / 255 * of_grid : share * of_cell;
        });
      }
    }
  }
  std::vector<double>& of(Lane lane) {
    std::vector<double>& sums = lanes_[lane];
    sums.resize(range_.count);
    return sums;
  }

  CellRange range_;
  std::map<Lane, std::vector<double>> lanes_;
};

// In each part of a cell one state after the other, of the same depth. Neighbours of one value are
// one state. With several parts, columns of pixels that are narrower than a cell show all values.
class StateRows {
 public:
  explicit StateRows(std::size_t parts) : parts_(parts) {}

  std::vector<CoarseRow> make(const LaneSums& sums) {
    for (std::size_t cell = 0; cell < sums.range().count; ++cell) {
      const double begin = sums.range().shown_begin(cell);
      const double length = sums.range().shown_begin(cell + 1) - begin;
      const auto begin_of = [&](std::size_t part) {
        return begin + length * static_cast<double>(part) / static_cast<double>(parts_);
      };
      for (std::size_t part = 0; part < parts_; ++part) {
        add_part(sums, cell, begin_of(part), begin_of(part + 1));
      }
    }
    std::sort(rows_.begin(), rows_.end(), [](const CoarseRow& a, const CoarseRow& b) {
      return std::pair(a.start, a.depth) < std::pair(b.start, b.depth);
    });
    return std::move(rows_);
  }

 private:
  void add_part(const LaneSums& sums, std::size_t cell, double begin, double end) {
    double at = begin;
    uint32_t depth = UINT32_MAX;
    for (const auto& [lane, shares] : sums.lanes()) {
      if (lane.first != depth) at = begin;
      depth = lane.first;
      const double seconds = std::ldexp(shares[cell], sums.range().exponent);
      const double until = std::min(at + seconds / static_cast<double>(parts_), end);
      if (at < until) add({at, until, lane.second, depth, 0});
      at = std::max(at, until);
    }
  }
  void add(const CoarseRow& row) {
    const auto [last, is_first] = last_.try_emplace(row.depth, rows_.size());
    if (!is_first) {
      CoarseRow& before = rows_[last->second];
      if (before.value == row.value && before.end == row.start) {
        before.end = row.end;
        return;
      }
      last->second = rows_.size();
    }
    rows_.push_back(row);
  }

  std::size_t parts_;
  std::vector<CoarseRow> rows_;
  std::map<uint32_t, std::size_t> last_;  // of each depth
};

// In each cell some events of each value.
std::vector<CoarseRow> event_rows(const LaneSums& sums) {
  constexpr double kMost = 8;  // of all values; more would be told apart by nobody
  std::vector<CoarseRow> rows;
  const CellRange& range = sums.range();
  for (std::size_t cell = 0; cell < range.count; ++cell) {
    double all = 0;
    for (const auto& [lane, counts] : sums.lanes()) all += counts[cell];
    const double part = std::min(1.0, kMost / all);
    const auto lanes = static_cast<double>(sums.lanes().size());
    const double begin = range.shown_begin(cell);
    const double step = (range.shown_begin(cell + 1) - begin) / (all * part + lanes + 1);
    double at = begin;
    for (const auto& [lane, counts] : sums.lanes()) {
      for (double left = counts[cell] * part; left > 0; --left) {
        rows.push_back({at += step, 0, lane.second, 0, 0});
      }
    }
  }
  return rows;
}

// In each cell the least, the mean and the greatest number.
std::vector<CoarseRow> variable_rows(const OverviewTrack& track, const LaneSums& grid) {
  struct Cell {
    double least = std::numeric_limits<double>::infinity();
    double greatest = -least;
    double weight = 0, sum = 0;
  };
  const CellRange& range = grid.range();
  std::vector<Cell> sums(range.count);
  for (const OverviewCells& cells : track.cells) {
    const auto number = [&](std::size_t lane, uint32_t cell) {
      return cells.low + (cells.high - cells.low) * cells.shares[lane * cells.count + cell] / 255;
    };
    for (uint32_t i = 0; i < cells.count; ++i) {
      if (cells.shares[i] > cells.shares[cells.count + i]) continue;
      grid.for_each_part(cells, i, [&](std::size_t to, double, double weight) {
        Cell& cell = sums[to];
        cell.least = std::min(cell.least, number(0, i));
        cell.greatest = std::max(cell.greatest, number(1, i));
        cell.weight += weight;
        cell.sum += weight * number(2, i);
      });
    }
  }
  std::vector<CoarseRow> rows;
  for (std::size_t i = 0; i < sums.size(); ++i) {
    if (sums[i].weight == 0) continue;
    const double from = range.shown_begin(i);
    const double width = range.shown_begin(i + 1) - from;
    const double mean = sums[i].sum / sums[i].weight;
    rows.push_back({from, from + width / 8, {}, 0, sums[i].least});
    rows.push_back({from + width / 8, from + width * 7 / 8, {}, 0, mean});
    rows.push_back({from + width * 7 / 8, from + width, {}, 0, sums[i].greatest});
  }
  return rows;
}

std::vector<CoarseRow> rows_of(const OverviewTrack& track, const TimeBounds& bounds,
                               uint32_t most_cells) {
  LaneSums sums(range_of(track, bounds, most_cells));
  if (sums.range().count == 0) return {};
  if (track.kind == TypeKind::variable) return variable_rows(track, sums);
  if (track.kind == TypeKind::event) {
    for (const OverviewCells& cells : track.cells) sums.add_counts(cells);
    return event_rows(sums);
  }
  for (const OverviewCells& cells : track.cells) sums.add_times(cells);
  for (const OverviewState& state : track.states) sums.add(state);
  constexpr std::size_t kMostParts = 8;
  return StateRows(std::clamp<std::size_t>(2 * std::size_t{most_cells} / sums.range().count, 1,
                                           kMostParts))
      .make(sums);
}

void store(const std::vector<CoarseRow>& rows, const Track& track, TraceData& data) {
  uint64_t at = track.first;
  for (const CoarseRow& row : rows) {
    if (track.kind == TypeKind::state) {
      data.states.start[at] = row.start;
      data.states.end[at] = row.end;
      data.states.value[at] = row.value;
      data.states.depth[at] = row.depth;
    } else if (track.kind == TypeKind::event) {
      data.events.time[at] = row.start;
      data.events.value[at] = row.value;
    } else {
      data.variables.start[at] = row.start;
      data.variables.end[at] = row.end;
      data.variables.value[at] = row.number;
    }
    ++at;
  }
}

}  // namespace

Trace coarse_trace(TraceOverview overview, uint32_t most_cells) {
  ThreadPool parallel(0);
  std::vector<std::vector<CoarseRow>> rows(overview.tracks.size());
  most_cells = std::max(most_cells, 2U);  // one on each side of 0
  const TimeBounds bounds = overview.bounds.value_or(TimeBounds{});
  parallel.for_each(rows.size(), [&](std::size_t i) {
    rows[i] = rows_of(overview.tracks[i], bounds, most_cells);
  });
  TraceData& data = TraceEditor::data_of(overview.tree);
  data.tracks.first_of.assign(data.names.containers.size() + 1, 0);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const OverviewTrack& track = overview.tracks[i];
    if (rows[i].empty()) continue;
    data.tracks.all.push_back({track.container, track.type, track.kind, 0, rows[i].size()});
    ++data.tracks.first_of[track.container.index + 1];
  }
  for (std::size_t i = 1; i < data.tracks.first_of.size(); ++i) {
    data.tracks.first_of[i] += data.tracks.first_of[i - 1];
  }
  number_rows(data.tracks);
  make_columns(data, {});
  data.links.key_begin.push_back(0);
  std::size_t next = 0;
  for (const std::vector<CoarseRow>& of_track : rows) {
    if (!of_track.empty()) store(of_track, data.tracks.all[next++], data);
  }
  data.user_fields.resize(data.tracks.all.size());
  find_block_ends(data, parallel);
  return std::move(overview.tree);
}

}  // namespace paje
