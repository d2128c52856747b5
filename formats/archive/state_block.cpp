#include "formats/archive/state_block.hpp"

#include <numeric>

#include "formats/archive/decimals.hpp"

namespace paje::archive {

namespace {

struct StatePieces {
  enum Number : std::size_t { head, depths, values, durations, starts };
};

enum class StartFrom : uint8_t {
  previous_start,
  previous_end,
  /// the end of the state before at the same depth in the same enclosing state, else the start of
  /// the enclosing one
  neighbour
};
constexpr uint8_t kStartWays = 3;
enum class DurationFrom : uint8_t { nothing, same_value, previous };
constexpr uint8_t kDurationWays = 3;

// Beyond this depth a neighbour is not looked for.
constexpr uint32_t kMostDepth = 1024;

// What is expected of the next start in a segment: from the rows before it. The first of a segment
// is like the first of the segment before.
template <StartFrom kWay>
class StartGuess {
 public:
  void begin_segment() {
    is_first_ = true;
    open_.clear();
  }
  [[nodiscard]] uint64_t guess(uint32_t depth) const {
    if (is_first_) return first_;
    if constexpr (kWay == StartFrom::previous_start) return start_;
    if constexpr (kWay == StartFrom::previous_end) return end_;
    if (depth < open_.size()) return open_[depth].end;
    if (depth > 0 && depth == open_.size()) return open_.back().start;
    return start_;
  }
  void add(uint32_t depth, uint64_t start, uint64_t end) {
    if (is_first_) first_ = start;
    is_first_ = false;
    start_ = start;
    end_ = end;
    if (kWay != StartFrom::neighbour || depth > kMostDepth) return;
    // Levels that were skipped are as if they had begun with this one.
    open_.resize(depth + 1, Row{start, end});
    open_[depth] = {start, end};
  }

 private:
  struct Row {
    uint64_t start, end;
  };
  bool is_first_ = true;
  uint64_t first_ = 0, start_ = 0, end_ = 0;
  std::vector<Row> open_;  // the latest row at each depth that is around the next or at its depth
};

// What is expected of the next duration.
template <DurationFrom kWay>
class DurationGuess {
 public:
  explicit DurationGuess(std::size_t values) : of_value_(values) {}

  [[nodiscard]] uint64_t guess(uint32_t value) const {
    if constexpr (kWay == DurationFrom::nothing) return 0;
    if constexpr (kWay == DurationFrom::same_value) return of_value_[value];
    return last_;
  }
  void add(uint32_t value, uint64_t duration) {
    last_ = duration;
    of_value_[value] = duration;
  }

 private:
  uint64_t last_ = 0;
  std::vector<uint64_t> of_value_;
};

// Calls use(guess) with the guess of a way, so that the loop over rows has no choice in it.
template <class Use>
void with_guess(DurationFrom way, std::size_t values, Use&& use) {
  switch (way) {
    case DurationFrom::nothing:
      return use(DurationGuess<DurationFrom::nothing>(values));
    case DurationFrom::same_value:
      return use(DurationGuess<DurationFrom::same_value>(values));
    case DurationFrom::previous:
      return use(DurationGuess<DurationFrom::previous>(values));
  }
}
template <class Use>
void with_guess(StartFrom way, Use&& use) {
  switch (way) {
    case StartFrom::previous_start:
      return use(StartGuess<StartFrom::previous_start>());
    case StartFrom::previous_end:
      return use(StartGuess<StartFrom::previous_end>());
    case StartFrom::neighbour:
      return use(StartGuess<StartFrom::neighbour>());
  }
}

// Start and end of each row as integers.
struct Ticks {
  std::vector<uint64_t> start, end;
};

Ticks ticks_of(const StateRows& rows, PieceWriter& out) {
  const std::size_t count = rows.size();
  std::vector<double> times = rows.start;
  times.insert(times.end(), rows.end.begin(), rows.end.end());
  const DecimalScale scale = DecimalScale::fitting(times);
  std::vector<uint64_t> ticks(times.size());
  scale.to_integers(times, ticks);
  scale.write(out.raw());
  out.end_piece();
  const auto middle = ticks.begin() + static_cast<std::ptrdiff_t>(count);
  return {{ticks.begin(), middle}, {middle, ticks.end()}};
}

}  // namespace

void StateRows::resize(std::size_t rows) {
  start.resize(rows);
  end.resize(rows);
  value.resize(rows);
  depth.resize(rows);
}

void write_states(const StateRows& rows, SegmentRows segments, StateChoices& choices,
                  PieceWriter& out) {
  const std::size_t count = rows.size();
  const Ticks ticks = ticks_of(rows, out);
  write_integers(rows.depth, out.raw());
  out.end_piece();
  std::vector<uint32_t> value(count);
  uint32_t different = 0;
  write_dictionary(rows.value, value, different, out.raw());
  out.end_piece();

  const auto make_durations = [&](uint8_t way, std::span<uint64_t> numbers) {
    with_guess(static_cast<DurationFrom>(way), different, [&](auto guess) {
      for (std::size_t i = 0; i < count; ++i) {
        const uint64_t duration = ticks.end[i] - ticks.start[i];
        numbers[i] = zigzag(duration - guess.guess(value[i]));
        guess.add(value[i], duration);
      }
    });
  };
  write_chosen(count, kDurationWays, make_durations, choices.duration, out);
  out.end_piece();

  const auto make_starts = [&](uint8_t way, std::span<uint64_t> numbers) {
    with_guess(static_cast<StartFrom>(way), [&](auto guess) {
      std::size_t row = 0;
      for (const uint32_t segment : segments) {
        guess.begin_segment();
        for (const std::size_t last = row + segment; row < last; ++row) {
          numbers[row] = zigzag(ticks.start[row] - guess.guess(rows.depth[row]));
          guess.add(rows.depth[row], ticks.start[row], ticks.end[row]);
        }
      }
    });
  };
  write_chosen(count, kStartWays, make_starts, choices.start, out);
  out.end_piece();
}

namespace {

uint8_t read_way(ByteReader& from, uint8_t ways) {
  const auto way = from.number<uint8_t>();
  if (way >= ways) {
    from.fail("way " + std::to_string(way) + " of writing a column",
              "one below " + std::to_string(ways));
  }
  return way;
}

void read_durations(ByteReader from, std::span<const uint32_t> value, std::size_t different,
                    std::span<uint64_t> durations) {
  const auto way = static_cast<DurationFrom>(read_way(from, kDurationWays));
  read_integers(from, durations);
  from.end();
  with_guess(way, different, [&](auto guess) {
    for (std::size_t i = 0; i < durations.size(); ++i) {
      durations[i] = unzigzag(durations[i]) + guess.guess(value[i]);
      guess.add(value[i], durations[i]);
    }
  });
}

// Of the durations it makes ends.
void read_starts(ByteReader from, std::span<const uint32_t> depth, SegmentRows segments,
                 std::span<uint64_t> starts, std::span<uint64_t> ends) {
  const auto way = static_cast<StartFrom>(read_way(from, kStartWays));
  read_integers(from, starts);
  from.end();
  with_guess(way, [&](auto guess) {
    std::size_t row = 0;
    for (const uint32_t segment : segments) {
      guess.begin_segment();
      for (const std::size_t last = row + segment; row < last; ++row) {
        starts[row] = unzigzag(starts[row]) + guess.guess(depth[row]);
        ends[row] += starts[row];
        guess.add(depth[row], starts[row], ends[row]);
      }
    }
  });
}

}  // namespace

void read_states(PieceReader& from, SegmentRows segments, StateRows& rows) {
  const std::size_t count = std::accumulate(segments.begin(), segments.end(), std::size_t{0});
  rows.resize(count);
  ByteReader piece = from.numbers(StatePieces::head, count);
  const DecimalScale scale = DecimalScale::read(piece, 2 * count);
  piece.end();
  piece = from.numbers(StatePieces::depths, count);
  read_integers(piece, rows.depth);
  piece.end();
  piece = from.numbers(StatePieces::values, count);
  const std::span<uint32_t> indices = from.scratch().indices.first(count);
  const std::vector<uint32_t> different = read_dictionary(piece, indices);
  piece.end();
  for (std::size_t i = 0; i < count; ++i) rows.value[i] = different[indices[i]];

  const std::span<uint64_t> start_ticks = from.scratch().ticks.first(count);
  const std::span<uint64_t> end_ticks = from.scratch().numbers.first(count);
  read_durations(from.numbers(StatePieces::durations, count), indices, different.size(), end_ticks);
  read_starts(from.numbers(StatePieces::starts, count), rows.depth, segments, start_ticks,
              end_ticks);
  scale.to_doubles(start_ticks, 0, rows.start);
  scale.to_doubles(end_ticks, count, rows.end);
}

}  // namespace paje::archive
