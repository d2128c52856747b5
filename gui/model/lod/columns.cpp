#include "model/lod/columns.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>

namespace paje::gui {

namespace {

// If this many states begin in each column, they are summed up rather than looked at.
constexpr uint64_t kDense = 6;
constexpr double kMostEvents = 1e9;  // of a column

bool is_hidden(const HiddenValues& hidden, uint32_t value) {
  return value < hidden.size() && hidden[value];
}

// Whatever times a trace has, what is painted is 0 to `most`: of no number, 0.
float share_of(double amount, double most) {
  return static_cast<float>(std::min(std::max(0.0, amount), most));
}

// The time at the left edge of a column, always computed the same way: neighbours share edges.
double edge(const TimeAxis& axis, std::size_t x) { return axis.time_at(static_cast<double>(x)); }

// The right edge of a column. The last one has what is at the right edge of all, too: the end of a
// run is shown, as its start is.
double edge_behind(const TimeAxis& axis, std::size_t x, std::size_t width) {
  return x + 1 < width ? edge(axis, x + 1) : std::max(edge(axis, width), axis.last_time());
}

// Whether there is a state without length, until `last_time`.
bool is_mark_at(const StateBand& band, uint64_t i, double last_time) {
  return i < band.size() && band.start(i) <= last_time && band.end(i) <= band.start(i);
}

std::size_t columns_of(const TimeAxis& axis) {
  return static_cast<std::size_t>(std::max(axis.width(), 1.0));
}

// The column that `time` lies in, at least `low`, at most `high`.
std::size_t column_at(const TimeAxis& axis, double time, std::size_t low, std::size_t high) {
  const double x = axis.x_of(time);
  if (!(x > static_cast<double>(low))) return low;
  if (x >= static_cast<double>(high)) return high;
  return static_cast<std::size_t>(x);
}

// Lists the states that are as long as they must be to be seen as one.
class WideStates {
 public:
  WideStates(const StateBand& band, const TimeAxis& axis, const HiddenValues& hidden, double least,
             uint64_t first, std::vector<WideState>& all)
      : band_(band), axis_(axis), hidden_(hidden), least_(least), looked_at_(first), all_(all) {}

  /// Those before `last`. Only the first and the last of them may be wide: they lie between two
  /// edges of a column.
  void list_until(uint64_t last) {
    if (looked_at_ < last) list_if_wide(looked_at_);
    if (last > looked_at_ + 1) list_if_wide(last - 1);
    looked_at_ = std::max(looked_at_, last);
  }

 private:
  void list_if_wide(uint64_t i) {
    const double start = band_.start(i), end = band_.end(i);
    const uint32_t value = band_.value(i);
    if (end - start < least_ || is_hidden(hidden_, value)) return;
    all_.push_back({band_.row(i), value, axis_.x_of(start), axis_.x_of(end)});
  }

  const StateBand& band_;
  const TimeAxis& axis_;
  const HiddenValues& hidden_;
  double least_;
  uint64_t looked_at_;  // all before have been
  std::vector<WideState>& all_;
};

// Gives the columns before `x` that have none yet the one share, or nothing.
void fill_up_to(std::size_t x, std::optional<Share> share, ShareColumns& columns) {
  for (std::size_t at = columns.width(); at < x; ++at) {
    if (share) columns.shares.push_back(*share);
    columns.begins.push_back(static_cast<uint32_t>(columns.shares.size()));
  }
}

}  // namespace

void ColumnMaker::add_to_many(uint32_t slot, double amount) {
  if (slot >= amounts_.size()) {
    amounts_.resize(slot + std::size_t{64});
    is_touched_.resize(amounts_.size());
  }
  if (!is_touched_[slot]) {
    is_touched_[slot] = true;
    touched_.push_back(slot);
  }
  amounts_[slot] += amount;
}

void ColumnMaker::close_column(double divisor, double most, const HiddenValues& hidden,
                               ShareColumns& columns) {
  const auto add = [&](uint32_t slot, double& amount) {
    const uint32_t value = slot - 1;
    if (!is_hidden(hidden, value)) {
      columns.shares.push_back({value, share_of(amount / divisor, most)});
    }
    amount = 0;
  };
  for (uint32_t word = 0; word < few_.size(); ++word) {
    for (uint64_t bits = few_[word]; bits != 0; bits &= bits - 1) {
      const uint32_t slot = word * 64 + static_cast<uint32_t>(std::countr_zero(bits));
      add(slot, few_amounts_[slot]);
    }
    few_[word] = 0;
  }
  if (!touched_.empty()) {
    std::sort(touched_.begin(), touched_.end());
    for (const uint32_t slot : touched_) {
      add(slot, amounts_[slot]);
      is_touched_[slot] = false;
    }
    touched_.clear();
  }
  columns.begins.push_back(static_cast<uint32_t>(columns.shares.size()));
}

void ColumnMaker::dense_states(const StateBand& band, const TimeAxis& axis,
                               const HiddenValues& hidden, double wide, ShareColumns& columns) {
  constexpr std::size_t kAhead = 16;  // columns for which the cache is asked
  const std::size_t width = columns_of(axis);
  const RunningSums& sums = band.sums();
  const std::size_t values = sums.values().size();
  const double pixel = axis.seconds_per_pixel();
  const auto item = [&band](uint64_t i) { return band.lasting(i); };
  blocks_.resize(width + 1);
  for (std::size_t x = 0; x <= width; ++x) {
    blocks_[x] = band.blocks_before(edge(axis, x), x == 0 ? 0 : blocks_[x - 1]);
  }
  columns.begins.resize(width + 1);
  columns.shares.resize(width * values);
  Share* share = columns.shares.data();
  std::array<bool, RunningSums::kMostValues> shown{};
  for (std::size_t slot = 0; slot < values; ++slot) {
    shown[slot] = !is_hidden(hidden, sums.values()[slot]);
  }
  uint64_t listed = UINT64_MAX;
  const double part = sums.tick() / pixel;
  std::array<RunningSums::Ticks, 2> edges{};
  for (std::size_t x = 0; x <= width; ++x) {
    const RunningSums::Ticks& before = edges[(x + 1) % 2];
    RunningSums::Ticks& until = edges[x % 2];
    if (x + kAhead <= width) band.prefetch(blocks_[x + kAhead]);
    const double time = edge(axis, x);
    const uint64_t count = band.starting_before(time, blocks_[x]);
    sums.at(count, item, until);
    if (count > 0) {
      // The last one that has begun may reach beyond the edge.
      const uint64_t last = count - 1;
      const double end = band.end(last);
      if (end > time) {
        const uint32_t value = band.value(last);
        until[sums.slot_of(value)] -= sums.ticks_in(end - time);
        if (last != listed && end - band.start(last) >= wide * pixel && !is_hidden(hidden, value)) {
          listed = last;
          columns.wide.push_back(
              {band.row(last), value, axis.x_of(band.start(last)), axis.x_of(end)});
        }
      }
    }
    for (std::size_t slot = 0; x > 0 && slot < values; ++slot) {
      const int64_t ticks = until[slot] - before[slot];
      *share = {sums.values()[slot], share_of(static_cast<double>(ticks) * part, 1)};
      share += ticks > 0 && shown[slot] ? 1 : 0;
    }
    columns.begins[x] = static_cast<uint32_t>(share - columns.shares.data());
  }
  columns.shares.resize(columns.begins[width]);
}

void ColumnMaker::add_several(const StateBand& band, uint64_t first, uint64_t last,
                              const TimeSpan& column, StateBand::SumCursor& cursor) {
  const double start = std::max(band.start(first), column.start);
  add(band.value(first), std::max(0.0, std::min(band.end(first), column.end) - start));
  if (last == first) return;
  band.sum(first + 1, last, cursor, [this](uint32_t value, double amount) { add(value, amount); });
  add(band.value(last), std::max(0.0, std::min(band.end(last), column.end) - band.start(last)));
}

void ColumnMaker::states(const StateBand& band, const TimeAxis& axis, const HiddenValues& hidden,
                         double wide, ShareColumns& columns) {
  const std::size_t width = columns_of(axis);
  columns.begins.assign(1, 0);
  columns.shares.clear();
  columns.wide.clear();
  const double pixel = axis.seconds_per_pixel();
  uint64_t first = band.first_ending_after(edge(axis, 0));
  const uint64_t behind = band.first_starting_at(edge(axis, width), first);
  if ((behind - first) / width >= kDense && band.can_step_by(pixel)) {
    dense_states(band, axis, hidden, wide, columns);
    return;
  }

  // States without length at the left edge end there, too.
  while (first > 0 && band.start(first - 1) >= edge(axis, 0)) --first;
  const double last_time = edge_behind(axis, width - 1, width);
  WideStates wide_states(band, axis, hidden, wide * pixel, first, columns.wide);
  uint64_t next = first;
  StateBand::SumCursor cursor;
  std::size_t x = 0;
  while (x < width) {
    if (next >= band.size()) {
      fill_up_to(width, {}, columns);
      break;
    }
    const double left = edge(axis, x);
    const double start = band.start(next);
    const double end = band.end(next);
    // Nothing up to the next state.
    if (const std::size_t to =
            column_at(axis, start, x, is_mark_at(band, next, last_time) ? width - 1 : width);
        start > left && to > x) {
      fill_up_to(to, {}, columns);
      x = to;
      continue;
    }
    // One state in some columns.
    if (const std::size_t to =
            column_at(axis, end, x, is_mark_at(band, next + 1, last_time) ? width - 1 : width);
        start <= left && to > x) {
      const Share all{band.value(next), 1.0F};
      fill_up_to(to, is_hidden(hidden, all.value) ? std::nullopt : std::optional(all), columns);
      x = to;
      wide_states.list_until(next + 1);
      if (end <= edge(axis, x)) ++next;
      continue;
    }
    const double right = edge(axis, x + 1);
    uint64_t after = band.first_starting_at(right, next);
    while (x + 1 == width && is_mark_at(band, after, last_time)) ++after;
    if (after > next) {
      add_several(band, next, after - 1, {left, right}, cursor);
      wide_states.list_until(after);
      next = band.end(after - 1) > right ? after - 1 : after;
    }
    close_column(pixel, 1, hidden, columns);
    ++x;
  }
}

void ColumnMaker::events(const EventBand& band, const TimeAxis& axis, const HiddenValues& hidden,
                         ShareColumns& columns) {
  const std::size_t width = columns_of(axis);
  columns.begins.assign(1, 0);
  columns.shares.clear();
  columns.wide.clear();
  uint64_t next = band.first_at(edge(axis, 0), 0);
  for (std::size_t x = 0; x < width; ++x) {
    const uint64_t after = band.first_at(edge_behind(axis, x, width), next);
    band.sum(next, after, [this](uint32_t value, double count) { add(value, count); });
    close_column(1, kMostEvents, hidden, columns);
    next = after;
  }
}

std::vector<VariableColumn> variable_columns(const VariableBand& band, const TimeAxis& axis) {
  const std::size_t width = columns_of(axis);
  std::vector<VariableColumn> columns(width);
  uint64_t next = band.first_ending_after(edge(axis, 0), 0);
  for (std::size_t x = 0; x < width && next < band.size(); ++x) {
    const double left = edge(axis, x);
    const double right = edge_behind(axis, x, width);
    const VariablePiece piece = band.piece(next);
    if (piece.start >= right) continue;
    VariableColumn& column = columns[x];
    const uint64_t after = band.first_ending_after(right, next);
    column.first = piece.value;
    column.last = piece.value;
    column.summary.add(piece.value, std::min(piece.end, right) - std::max(piece.start, left));
    if (after > next) {
      column.summary.add(band.sum(next + 1, after));
      column.last = band.piece(after - 1).value;
      if (after < band.size() && band.piece(after).start < right) {
        const VariablePiece last = band.piece(after);
        column.summary.add(last.value, right - std::max(last.start, left));
        column.last = last.value;
      }
    }
    next = after;
  }
  return columns;
}

}  // namespace paje::gui
