#include "archive/level_maker.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <vector>

namespace paje {

namespace {

using archive::Lane;
using archive::SegmentLevel;
using archive::VariableLane;

// Values beyond these share lanes, one for each of the outer depths.
constexpr std::size_t kMostLanes = 16;
constexpr std::size_t kMostDepths = 8;
constexpr double kMostCell = 0x1p52;
constexpr int kMostExponent = 960;
constexpr uint32_t kNoLane = UINT32_MAX;

int64_t floor_of(double number) {
  const auto whole = static_cast<int64_t>(number);
  return static_cast<double>(whole) > number ? whole - 1 : whole;
}

// Times as cells. All operations but divisions by a power of two are exact.
class Grid {
 public:
  explicit Grid(const SegmentLevel& level)
      : first_(level.first),
        cells_(level.cells),
        width_(std::ldexp(1, level.exponent)),
        cells_of_second_(std::ldexp(1, -level.exponent)),
        begin_(static_cast<double>(first_) * width_),
        end_(static_cast<double>(first_ + cells_) * width_) {}

  [[nodiscard]] double width() const { return width_; }
  [[nodiscard]] bool has(double time) const { return time >= begin_ && time < end_; }
  [[nodiscard]] std::size_t cell_of(double time) const {
    return static_cast<std::size_t>(floor_of(time * cells_of_second_) - first_);
  }
  // Calls add(cell, seconds in it) for all that [start, end) touches.
  template <class Add>
  void for_each_cell(double start, double end, Add&& add) const {
    double from = std::max(start, begin_);
    const double to = std::min(end, end_);
    if (!(from < to)) return;
    for (std::size_t cell = cell_of(from);; ++cell) {
      const double edge = static_cast<double>(first_ + static_cast<int64_t>(cell) + 1) * width_;
      if (to <= edge) return add(cell, to - from);
      add(cell, edge - from);
      from = edge;
    }
  }

 private:
  int64_t first_, cells_;
  double width_, cells_of_second_, begin_, end_;
};

bool are_finite(std::span<const double> numbers) {
  return std::all_of(numbers.begin(), numbers.end(), [](double x) { return std::isfinite(x); });
}

// The finest grid with few enough cells; none if there is none.
SegmentLevel grid_of(std::span<const double> starts, std::span<const double> ends,
                     LevelGrain grain) {
  SegmentLevel level;
  const std::size_t rows = starts.size();
  if (rows < grain.least_rows || !are_finite(starts) || !are_finite(ends)) return level;
  const double low = *std::min_element(starts.begin(), starts.end());
  const double high = std::max(low, *std::max_element(ends.begin(), ends.end()));
  const auto most = static_cast<double>(std::max<std::size_t>(rows / grain.rows_in_cell, 1));
  const double width = (high - low) / most;
  if (!std::isfinite(width)) return level;
  int exponent = -kMostExponent;
  for (const double least : {width, std::abs(low) / kMostCell, std::abs(high) / kMostCell}) {
    if (least > 0) exponent = std::max(exponent, std::ilogb(least));
  }
  for (; exponent <= kMostExponent; ++exponent) {
    const double first = std::floor(std::ldexp(low, -exponent));
    const double last = std::floor(std::ldexp(high, -exponent));
    if (last - first >= most || std::abs(first) >= kMostCell || std::abs(last) >= kMostCell) {
      continue;
    }
    level.exponent = exponent;
    level.first = static_cast<int64_t>(first);
    level.cells = static_cast<uint32_t>(last - first) + 1;
    break;
  }
  return level;
}

// The lanes that rows would have if each pair of depth and value had one, and which of them each
// row belongs to.
class RowLanes {
 public:
  RowLanes(std::span<const uint32_t> depths, std::span<const uint32_t> values)
      : table_(64), lane_of_(values.size()) {
    uint32_t last = kNoLane;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Lane lane{depths.empty() ? 0 : depths[i], values[i]};
      if (last == kNoLane || lanes_[last] != lane) last = find(lane);
      lane_of_[i] = last;
    }
  }
  [[nodiscard]] const std::vector<Lane>& lanes() const { return lanes_; }
  [[nodiscard]] uint32_t of(std::size_t row) const { return lane_of_[row]; }

 private:
  uint32_t& slot(Lane lane) {
    uint64_t at = (uint64_t{lane.depth} << 32U | lane.value) * 0x9E3779B97F4A7C15U;
    const int bits = std::countr_zero(table_.size());
    for (at >>= 64 - bits;; at = (at + 1) % table_.size()) {
      if (table_[at] == 0 || lanes_[table_[at] - 1] == lane) return table_[at];
    }
  }
  uint32_t find(Lane lane) {
    if (uint32_t& found = slot(lane); found != 0) return found - 1;
    lanes_.push_back(lane);
    if (2 * lanes_.size() > table_.size()) {
      table_.assign(2 * table_.size(), 0);
      lanes_.pop_back();
      for (uint32_t i = 0; i < lanes_.size(); ++i) slot(lanes_[i]) = i + 1;
      lanes_.push_back(lane);
    }
    return (slot(lane) = static_cast<uint32_t>(lanes_.size())) - 1;
  }

  std::vector<Lane> lanes_;
  std::vector<uint32_t> table_;  // of numbers of lanes plus one; a power of two
  std::vector<uint32_t> lane_of_;
};

// All lanes if they are few; else those with most of `amounts`, and others.
std::vector<Lane> chosen_lanes(const RowLanes& rows, std::span<const double> amounts) {
  std::vector<Lane> lanes = rows.lanes();
  std::sort(lanes.begin(), lanes.end());
  if (lanes.size() <= kMostLanes) return lanes;
  std::vector<Lane> chosen;
  for (const Lane& lane : lanes) {
    if (chosen.size() == kMostDepths) break;
    if (chosen.empty() || chosen.back().depth != lane.depth) {
      chosen.push_back({lane.depth, archive::kOtherValues});
    }
  }
  std::vector<uint32_t> order(lanes.size());
  for (uint32_t i = 0; i < order.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return amounts[a] != amounts[b] ? amounts[a] > amounts[b] : rows.lanes()[a] < rows.lanes()[b];
  });
  for (std::size_t i = 0; chosen.size() < kMostLanes; ++i) chosen.push_back(rows.lanes()[order[i]]);
  std::sort(chosen.begin(), chosen.end());
  return chosen;
}

// Where in a level the lanes of rows are counted.
std::vector<uint32_t> places_of(const std::vector<Lane>& lanes, const SegmentLevel& level) {
  std::vector<uint32_t> places;
  const auto place_of = [&](Lane lane) {
    const auto found = std::lower_bound(level.lanes.begin(), level.lanes.end(), lane);
    return found == level.lanes.end() || *found != lane
               ? kNoLane
               : static_cast<uint32_t>(found - level.lanes.begin());
  };
  for (const Lane& lane : lanes) {
    const uint32_t own = place_of(lane);
    places.push_back(own != kNoLane ? own : place_of({lane.depth, archive::kOtherValues}));
  }
  return places;
}

uint8_t part_of(double number, double whole) {
  return static_cast<uint8_t>(std::clamp(std::lrint(number / whole * 255), 0L, 255L));
}

void fill_level(const StateSpans& rows, const RowLanes& lanes, SegmentLevel& level) {
  const Grid grid(level);
  const std::vector<uint32_t> places = places_of(lanes.lanes(), level);
  std::vector<double> seconds(level.lanes.size() * level.cells);
  for (std::size_t i = 0; i < rows.start.size(); ++i) {
    const uint32_t place = places[lanes.of(i)];
    if (place == kNoLane) continue;
    double* const sums = &seconds[std::size_t{place} * level.cells];
    grid.for_each_cell(rows.start[i], rows.end[i],
                       [&](std::size_t cell, double part) { sums[cell] += part; });
  }
  level.shares.resize(seconds.size());
  std::transform(seconds.begin(), seconds.end(), level.shares.begin(), [&](double sum) {
    // What is rare is to be seen, too.
    return std::max(part_of(sum, grid.width()), static_cast<uint8_t>(sum > 0 ? 1 : 0));
  });
}

void fill_level(const EventSpans& rows, const RowLanes& lanes, SegmentLevel& level) {
  const Grid grid(level);
  const std::vector<uint32_t> places = places_of(lanes.lanes(), level);
  level.shares.assign(level.lanes.size() * level.cells, 0);
  for (std::size_t i = 0; i < rows.time.size(); ++i) {
    const uint32_t place = places[lanes.of(i)];
    if (place == kNoLane || !grid.has(rows.time[i])) continue;
    uint8_t& count = level.shares[std::size_t{place} * level.cells + grid.cell_of(rows.time[i])];
    count = static_cast<uint8_t>(std::min(count + 1, 255));
  }
}

// What a variable is in a cell.
struct VariableCell {
  double least = std::numeric_limits<double>::infinity();
  double greatest = -least;
  double seconds = 0, integral = 0, last = 0;
};

}  // namespace

void fill_level(const StateSpans& rows, SegmentLevel& level) {
  fill_level(rows, RowLanes(rows.depth, rows.value), level);
}

void fill_level(const EventSpans& rows, SegmentLevel& level) {
  fill_level(rows, RowLanes({}, rows.value), level);
}

void fill_level(const VariableSpans& rows, SegmentLevel& level) {
  const Grid grid(level);
  std::vector<VariableCell> cells(level.cells);
  for (std::size_t i = 0; i < rows.start.size(); ++i) {
    const double value = rows.value[i];
    const auto add = [&](std::size_t at, double part) {
      VariableCell& cell = cells[at];
      cell.least = std::min(cell.least, value);
      cell.greatest = std::max(cell.greatest, value);
      cell.seconds += part;
      cell.integral += value * part;
      cell.last = value;
    };
    if (rows.start[i] < rows.end[i]) {
      grid.for_each_cell(rows.start[i], rows.end[i], add);
    } else if (grid.has(rows.start[i])) {
      add(grid.cell_of(rows.start[i]), 0);
    }
  }
  level.shares.assign(std::size_t{archive::kVariableLanes} * level.cells, 0);
  const double range = level.high - level.low;
  const auto set = [&](VariableLane lane, std::size_t cell, uint8_t number) {
    level.shares[static_cast<std::size_t>(lane) * level.cells + cell] = number;
  };
  const auto number_of = [&](double value) {
    return range > 0 ? part_of(value - level.low, range) : uint8_t{0};
  };
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const VariableCell& cell = cells[i];
    if (cell.least > cell.greatest) {
      set(VariableLane::least, i, 255);
      continue;
    }
    set(VariableLane::least, i, number_of(cell.least));
    set(VariableLane::greatest, i, number_of(cell.greatest));
    set(VariableLane::mean, i,
        number_of(cell.seconds > 0 ? cell.integral / cell.seconds : cell.last));
    set(VariableLane::last, i, number_of(cell.last));
  }
}

SegmentLevel level_of(const StateSpans& rows, LevelGrain grain) {
  SegmentLevel level = grid_of(rows.start, rows.end, grain);
  if (level.cells == 0) return level;
  const RowLanes lanes(rows.depth, rows.value);
  std::vector<double> amounts(lanes.lanes().size());
  for (std::size_t i = 0; lanes.lanes().size() > kMostLanes && i < rows.start.size(); ++i) {
    amounts[lanes.of(i)] += std::max(rows.end[i] - rows.start[i], 0.0);
  }
  level.lanes = chosen_lanes(lanes, amounts);
  fill_level(rows, lanes, level);
  return level;
}

SegmentLevel level_of(const EventSpans& rows, LevelGrain grain) {
  SegmentLevel level = grid_of(rows.time, rows.time, grain);
  if (level.cells == 0) return level;
  const RowLanes lanes({}, rows.value);
  std::vector<double> amounts(lanes.lanes().size());
  for (std::size_t i = 0; i < rows.time.size(); ++i) ++amounts[lanes.of(i)];
  level.lanes = chosen_lanes(lanes, amounts);
  fill_level(rows, lanes, level);
  return level;
}

SegmentLevel level_of(const VariableSpans& rows, LevelGrain grain) {
  SegmentLevel level = grid_of(rows.start, rows.end, grain);
  if (level.cells == 0 || !are_finite(rows.value)) return {};
  const auto [low, high] = std::minmax_element(rows.value.begin(), rows.value.end());
  // -0 and 0 are equal, whichever comes first.
  level.low = *low + 0.0;
  level.high = *high + 0.0;
  if (!std::isfinite(level.high - level.low)) return {};
  for (uint32_t lane = 0; lane < archive::kVariableLanes; ++lane) {
    level.lanes.push_back({lane, archive::kOtherValues});
  }
  fill_level(rows, level);
  return level;
}

}  // namespace paje
