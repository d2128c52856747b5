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

// Multiplies by a power of two; as std::ldexp(), which takes ten times as long.
class PowerOfTwo {
 public:
  explicit PowerOfTwo(int exponent)
      : exponent_(exponent), power_(std::ldexp(1.0, exponent)), is_normal_(std::isnormal(power_)) {}
  [[nodiscard]] double of(double number) const {
    return is_normal_ ? number * power_ : std::ldexp(number, exponent_);
  }

 private:
  int exponent_;
  double power_;
  bool is_normal_;
};

struct CellRange {
  int32_t exponent = 0;
  int64_t first = 0;
  std::size_t count = 0;

  TimeBounds bounds;  // of the trace: outside of them there is nothing in a cell
  PowerOfTwo cell{exponent};

  [[nodiscard]] double begin(std::size_t number) const {
    return cell.of(static_cast<double>(first + static_cast<int64_t>(number)));
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
    const auto count = static_cast<std::size_t>(end - first);
    return {exponent, static_cast<int64_t>(first), count, bounds, PowerOfTwo(exponent)};
  }
}

// Where the cells of a stretch are in a grid.
class CellParts {
 public:
  CellParts(const OverviewCells& cells, const CellRange& range)
      : shift_(cells.exponent - range.exponent),
        first_(cells.first),
        first_of_grid_(range.first),
        of_cell_(shift_ > 0 ? std::ldexp(1.0, -shift_) : 1),
        of_grid_(shift_ > 0 ? 1 : std::ldexp(1.0, shift_)) {}

  /// Calls use(cell of the grid, part of the given one, part of the grid's).
  template <class Use>
  void for_each(uint32_t cell, Use&& use) const {
    const int64_t at = first_ + cell;
    if (shift_ <= 0) {
      const int64_t coarse = shift_ > -63 ? at >> -shift_ : (at < 0 ? -1 : 0);
      return use(static_cast<std::size_t>(coarse - first_of_grid_), of_cell_, of_grid_);
    }
    // A cell that is wider than the grid's: all of its parts are in the grid, so they are few.
    const int64_t parts = int64_t{1} << shift_;
    for (int64_t i = 0; i < parts; ++i) {
      use(static_cast<std::size_t>(at * parts + i - first_of_grid_), of_cell_, of_grid_);
    }
  }

 private:
  int shift_;
  int64_t first_, first_of_grid_;
  double of_cell_, of_grid_;
};

// What a track has in each cell of a grid, by lane.
class LaneSums {
 public:
  struct Lane {
    uint32_t depth = 0;
    ValueId value;
    std::size_t depth_rank = 0;  // among the depths
    const double* sums = nullptr;
  };

  explicit LaneSums(const CellRange& range) : range_(range) {}

  /// Adds numbers of things, or times in parts of a cell.
  void add_counts(const OverviewCells& cells) { add(cells, false); }
  void add_times(const OverviewCells& cells) { add(cells, true); }
  void add(const OverviewState& state) {
    if (!(state.start < state.end) || !std::isfinite(state.start)) return;
    std::vector<double>& sums = of(state.depth, state.value);
    const double scaled = std::floor(std::ldexp(state.start, -range_.exponent));
    const auto first = static_cast<std::size_t>(static_cast<int64_t>(scaled) - range_.first);
    for (std::size_t cell = first; cell < range_.count && range_.begin(cell) < state.end; ++cell) {
      const double from = std::max(state.start, range_.begin(cell));
      const double to = std::min(state.end, range_.begin(cell + 1));
      sums[cell] += std::ldexp(to - from, -range_.exponent);
    }
  }
  /// By depth, then value. Until something is added.
  [[nodiscard]] std::vector<Lane> lanes() const {
    std::vector<Lane> all;
    for (const auto& [key, sums] : sums_) {
      const std::size_t rank =
          all.empty() ? 0 : all.back().depth_rank + (all.back().depth == key.first ? 0 : 1);
      all.push_back({key.first, key.second, rank, sums.data()});
    }
    return all;
  }
  [[nodiscard]] const CellRange& range() const { return range_; }

 private:
  void add(const OverviewCells& cells, bool are_times) {
    const CellParts parts(cells, range_);
    for (std::size_t l = 0; l < cells.lanes.size(); ++l) {
      double* const sums = of(cells.lanes[l].depth, cells.lanes[l].value).data();
      for (uint32_t cell = 0; cell < cells.count; ++cell) {
        const double share = cells.shares[l * cells.count + cell];
        if (share == 0) continue;
        parts.for_each(cell, [&](std::size_t to, double of_cell, double of_grid) {
          sums[to] += are_times ? share / 255 * of_grid : share * of_cell;
        });
      }
    }
  }
  std::vector<double>& of(uint32_t depth, ValueId value) {
    std::vector<double>& sums = sums_[{depth, value}];
    sums.resize(range_.count);
    return sums;
  }

  CellRange range_;
  std::map<std::pair<uint32_t, ValueId>, std::vector<double>> sums_;
};

// In each part of a cell one state after the other, of the same depth. Neighbours of one value are
// one state. With several parts, columns of pixels that are narrower than a cell show all values.
class StateRows {
 public:
  StateRows(const LaneSums& sums, std::size_t parts)
      : range_(sums.range()),
        lanes_(sums.lanes()),
        parts_(parts),
        last_(lanes_.empty() ? 0 : lanes_.back().depth_rank + 1, kNone) {}

  std::vector<CoarseRow> make() {
    for (std::size_t cell = 0; cell < range_.count; ++cell) {
      const double begin = range_.shown_begin(cell);
      const double length = range_.shown_begin(cell + 1) - begin;
      const auto begin_of = [&](std::size_t part) {
        return begin + length * static_cast<double>(part) / static_cast<double>(parts_);
      };
      for (std::size_t part = 0; part < parts_; ++part) {
        add_part(cell, begin_of(part), begin_of(part + 1));
      }
    }
    const auto is_earlier = [](const CoarseRow& a, const CoarseRow& b) {
      return std::pair(a.start, a.depth) < std::pair(b.start, b.depth);
    };
    if (last_.size() > 1) std::sort(rows_.begin(), rows_.end(), is_earlier);
    return std::move(rows_);
  }

 private:
  static constexpr std::size_t kNone = SIZE_MAX;

  void add_part(std::size_t cell, double begin, double end) {
    double at = begin;
    std::size_t depth = kNone;
    for (const LaneSums::Lane& lane : lanes_) {
      if (lane.depth_rank != depth) at = begin;
      depth = lane.depth_rank;
      const double seconds = range_.cell.of(lane.sums[cell]);
      const double until = std::min(at + seconds / static_cast<double>(parts_), end);
      if (at < until) add({at, until, lane.value, lane.depth, 0}, last_[depth]);
      at = std::max(at, until);
    }
  }
  // `last` is the place of the one before it of its depth.
  void add(const CoarseRow& row, std::size_t& last) {
    if (last != kNone && rows_[last].value == row.value && rows_[last].end == row.start) {
      rows_[last].end = row.end;
      return;
    }
    last = rows_.size();
    rows_.push_back(row);
  }

  const CellRange& range_;
  const std::vector<LaneSums::Lane> lanes_;
  std::size_t parts_;
  std::vector<std::size_t> last_;  // of each depth
  std::vector<CoarseRow> rows_;
};

// In each cell some events, of each value as its share is; each value begins with one.
std::vector<CoarseRow> event_rows(const LaneSums& sums) {
  constexpr double kMost = 4;  // in a cell, which is some pixels wide
  std::vector<CoarseRow> rows;
  const CellRange& range = sums.range();
  const std::vector<LaneSums::Lane> lanes = sums.lanes();
  std::vector<double> left(lanes.size());  // what the cells so far have, less the events made of it
  for (std::size_t cell = 0; cell < range.count; ++cell) {
    double all = 0;
    for (const LaneSums::Lane& lane : lanes) all += lane.sums[cell];
    if (all == 0) continue;
    const double part = std::min(1.0, kMost / all);
    const std::size_t first = rows.size();
    for (std::size_t l = 0; l < lanes.size(); ++l) {
      left[l] += lanes[l].sums[cell] * part;
      while (left[l] > 0) {
        rows.push_back({0, 0, lanes[l].value, 0, 0});
        left[l] -= 1;
      }
    }
    const double begin = range.shown_begin(cell);
    const double step =
        (range.shown_begin(cell + 1) - begin) / static_cast<double>(rows.size() - first + 1);
    for (std::size_t i = first; i < rows.size(); ++i) {
      rows[i].start = begin + step * static_cast<double>(i - first + 1);
    }
  }
  return rows;
}

// In each cell the least, the mean and the greatest number.
std::vector<CoarseRow> variable_rows(const OverviewTrack& track, const CellRange& range) {
  struct Cell {
    double least = std::numeric_limits<double>::infinity();
    double greatest = -least;
    double weight = 0, sum = 0;
  };
  std::vector<Cell> sums(range.count);
  for (const OverviewCells& cells : track.cells) {
    const CellParts parts(cells, range);
    const auto number = [&](std::size_t lane, uint32_t cell) {
      return cells.low + (cells.high - cells.low) * cells.shares[lane * cells.count + cell] / 255;
    };
    for (uint32_t i = 0; i < cells.count; ++i) {
      if (cells.shares[i] > cells.shares[cells.count + i]) continue;
      parts.for_each(i, [&](std::size_t to, double, double weight) {
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
  if (track.kind == TypeKind::variable) return variable_rows(track, sums.range());
  if (track.kind == TypeKind::event) {
    for (const OverviewCells& cells : track.cells) sums.add_counts(cells);
    return event_rows(sums);
  }
  for (const OverviewCells& cells : track.cells) sums.add_times(cells);
  for (const OverviewState& state : track.states) sums.add(state);
  constexpr std::size_t kMostParts = 8;
  const std::size_t parts = 2 * std::size_t{most_cells} / sums.range().count;
  return StateRows(sums, std::clamp<std::size_t>(parts, 1, kMostParts)).make();
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
