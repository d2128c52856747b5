// The wavefront algorithm, from both ends (Marco-Sola et al., Bioinformatics 2021 and 2023), with
// penalties of differences and none of opening a gap.
//
// Waves from both corners meet in the middle of the least penalty. Where they meet is where best
// paths can go through, all of them: several points, of the last few penalties. The method of the
// paper takes one of these and aligns both parts anew. To find the path that the rule of
// paje/alignment.hpp chooses, all of them stay here: the second part starts from all of them, its
// own way back shows where the path goes through, and the first part ends there. That the way back
// over furthest points is the path of the rule: a furthest point is where a difference can last end
// a best path, and of several differences that reach it the first of the rule is noted.
#include <algorithm>
#include <optional>

#include "alignment/methods.hpp"
#include "alignment/padded_symbols.hpp"
#include "alignment/wave_ring.hpp"

namespace paje {

namespace {

// Waves further back are not looked for. With scores of such large whole numbers most waves are
// empty, and the dense method does not care.
constexpr int64_t kLongestStep = 1024;
// What a wave without points costs, in points.
constexpr int64_t kLevelPoints = 16;
// Points of waves that are worth a task.
constexpr int64_t kTaskPoints = int64_t{1} << 16;

struct Point {
  int64_t level;
  int32_t diagonal;
  int32_t column;
};

class Wavefront {
 public:
  Wavefront(const AlignmentProblem& problem, ThreadPool& parallel, const WavefrontLimits& limits)
      : problem_(problem),
        limits_(limits),
        penalties_(problem.scores),
        parallel_(parallel),
        rows_(static_cast<int32_t>(problem.a.size())),
        columns_(static_cast<int32_t>(problem.b.size())),
        a_(PaddedSymbols<uint32_t>::forwards(problem.a)),
        b_(PaddedSymbols<uint32_t>::forwards(problem.b)),
        a_backwards_(PaddedSymbols<uint32_t>::backwards(problem.a)),
        b_backwards_(PaddedSymbols<uint32_t>::backwards(problem.b)) {}

  /// False if the dense method is better; nothing was appended then.
  bool align(AlignmentRuns& runs);

 private:
  // What the waves from both ends know where they meet.
  struct Meeting {
    WaveRing forwards;
    WaveRing backwards;
    int64_t penalty;
  };

  [[nodiscard]] WaveSymbols forwards_to(const Point& end) const {
    return {a_.data(), b_.data(), end.column - end.diagonal, end.column};
  }
  [[nodiscard]] WaveSymbols backwards_from(const Point& end) const {
    const int32_t row = end.column - end.diagonal;
    return {a_backwards_.data() + (rows_ - row), b_backwards_.data() + (columns_ - end.column), row,
            end.column};
  }
  [[nodiscard]] Point corner(int64_t penalty) const {
    return {penalty, columns_ - rows_, columns_};
  }

  std::optional<Meeting> find_meeting();
  Meeting find_penalty(WaveRing forwards, WaveRing backwards);
  [[nodiscard]] bool too_much(const WaveRing& ring) const;
  [[nodiscard]] WaveRing crossing_points(const Meeting& meeting, const Point& end) const;
  Point trace(const WaveRing& start, const Point& end);
  Point trace_parts(const WaveRing& start, const Point& end);
  Point trace_steps(const WaveRing& start, const Point& end, int64_t points);
  [[nodiscard]] int64_t points_between(const WaveRing& start, const Point& end) const;
  void replay(std::span<const AlignmentColumn> differences, AlignmentRuns& runs) const;
  template <class Aside, class Here>
  void both(bool worth_a_task, Aside&& aside, Here&& here);

  const AlignmentProblem& problem_;
  const WavefrontLimits& limits_;
  Penalties penalties_;
  ThreadPool& parallel_;
  int32_t rows_;
  int32_t columns_;
  PaddedSymbols<uint32_t> a_;
  PaddedSymbols<uint32_t> b_;
  PaddedSymbols<uint32_t> a_backwards_;
  PaddedSymbols<uint32_t> b_backwards_;
  std::vector<AlignmentColumn> differences_;  // of the path, the last one first
};

template <class Aside, class Here>
void Wavefront::both(bool worth_a_task, Aside&& aside, Here&& here) {
  if (worth_a_task) {
    parallel_.both(aside, here);
  } else {
    aside();
    here();
  }
}

// Whether waves of some levels of both rings reach or pass each other somewhere.
bool rings_meet(const WaveRing& forwards, const WaveRing& backwards, const WaveSymbols& symbols) {
  const auto furthest = [](const WaveRing& ring, DiagonalRange range) {
    std::vector<int32_t> columns(static_cast<std::size_t>(range.size()), WaveRing::kUnreached);
    for (int64_t level = ring.oldest(); level <= ring.level(); ++level) {
      const DiagonalRange here = ring.range(level);
      if (here.empty()) continue;
      const int32_t* const from = ring.columns(level);
      int32_t* const to = columns.data() + (here.first - range.first);
      for (int64_t i = 0; i < here.size(); ++i) to[i] = std::max(to[i], from[i]);
    }
    return columns;
  };
  const DiagonalRange range = forwards.range();
  const DiagonalRange opposite = backwards.range();
  const auto columns = furthest(forwards, range);
  const auto opposite_columns = furthest(backwards, opposite);
  const int32_t corner = symbols.corner_diagonal();
  const int32_t first = std::max(range.first, corner - opposite.last);
  const int32_t last = std::min(range.last, corner - opposite.first);
  for (int32_t diagonal = first; diagonal <= last; ++diagonal) {
    const int32_t there = corner - diagonal - opposite.first;
    if (columns[static_cast<std::size_t>(diagonal - range.first)] +
            opposite_columns[static_cast<std::size_t>(there)] >=
        symbols.columns) {
      return true;
    }
  }
  return false;
}

// Whether a wave reaches or passes one from the other end.
bool waves_meet(const WaveRing& forwards, int64_t level, const WaveRing& backwards,
                int64_t opposite_level, const WaveSymbols& symbols) {
  const int32_t corner = symbols.corner_diagonal();
  const DiagonalRange range = forwards.range(level);
  const DiagonalRange opposite = backwards.range(opposite_level);
  if (range.empty() || opposite.empty()) return false;
  const int32_t first = std::max(range.first, corner - opposite.last);
  const int32_t last = std::min(range.last, corner - opposite.first);
  const int32_t* const columns = forwards.columns(level) - range.first;
  const int32_t* const opposite_columns = backwards.columns(opposite_level) - opposite.first;
  for (int32_t diagonal = first; diagonal <= last; ++diagonal) {
    if (columns[diagonal] + opposite_columns[corner - diagonal] >= symbols.columns) return true;
  }
  return false;
}

// Wide waves, or more work than the dense method has.
bool Wavefront::too_much(const WaveRing& ring) const {
  const double cells = static_cast<double>(rows_) * columns_;
  const auto work = static_cast<double>(ring.points() + ring.level() * kLevelPoints);
  return ring.bytes() > limits_.ring_bytes || work > cells * limits_.points_per_cell;
}

// Both waves go on in rounds of several penalties, for they need nothing of each other. Once they
// met, they meet at all higher penalties too (a mismatch on any diagonal gets a wave no less far),
// so it is enough to look after each round. The round in which they met is done again with care.
std::optional<Wavefront::Meeting> Wavefront::find_meeting() {
  const Point end = corner(0);
  const WaveSymbols ahead = forwards_to(end);
  const WaveSymbols back = backwards_from(end);
  const DiagonalBound unbound{};
  WaveRing forwards = WaveRing::from_corner(penalties_, ahead);
  WaveRing backwards = WaveRing::from_corner(penalties_, back);
  while (!rings_meet(forwards, backwards, ahead)) {
    problem_.check();
    if (too_much(forwards) || too_much(backwards)) return std::nullopt;
    WaveRing forwards_before = forwards;
    WaveRing backwards_before = backwards;
    const int64_t level = forwards.level();
    const int64_t goal = level + std::max<int64_t>(16, level / 48);
    both((goal - level) * forwards.range().size() > kTaskPoints,
         [&] { backwards.step_to(goal, back, unbound); },
         [&] { forwards.step_to(goal, ahead, unbound); });
    if (rings_meet(forwards, backwards, ahead)) {
      return find_penalty(std::move(forwards_before), std::move(backwards_before));
    }
  }
  return find_penalty(std::move(forwards), std::move(backwards));
}

// The least penalty is the least sum of two levels that meet. Steps of a best path are no longer
// than the ring, so two of its points have levels that are in the rings at the same time.
Wavefront::Meeting Wavefront::find_penalty(WaveRing forwards, WaveRing backwards) {
  const WaveSymbols ahead = forwards_to(corner(0));
  const WaveSymbols back = backwards_from(corner(0));
  const DiagonalBound unbound{};
  const int64_t longest = penalties_.larger();
  int64_t penalty = std::numeric_limits<int64_t>::max() / 2;
  while (true) {
    const int64_t newest = forwards.level();
    for (int64_t older = std::max<int64_t>(0, newest - longest); older <= newest; ++older) {
      if (newest + older >= penalty) break;
      if (waves_meet(forwards, newest, backwards, older, ahead) ||
          waves_meet(forwards, older, backwards, newest, ahead)) {
        penalty = newest + older;
      }
    }
    if (2 * newest >= penalty + longest - 1) break;
    forwards.step(ahead, unbound);
    backwards.step(back, unbound);
  }
  return {std::move(forwards), std::move(backwards), penalty};
}

// The points of the newest levels of the waves forwards from which the rest of the penalty leads to
// the end. As many levels as the longest step: every best path has a point among them, and the
// waves after them need no others.
WaveRing Wavefront::crossing_points(const Meeting& meeting, const Point& end) const {
  const int64_t level = meeting.forwards.level();
  WaveRing points(penalties_, level);
  for (int64_t here = level - penalties_.larger() + 1; here <= level; ++here) {
    const DiagonalRange range = meeting.forwards.range(here);
    for (int32_t diagonal = range.first; diagonal <= range.last; ++diagonal) {
      const int32_t column = meeting.forwards.column(here, diagonal);
      const int32_t back =
          meeting.backwards.column(meeting.penalty - here, end.diagonal - diagonal);
      if (column >= 0 && back >= 0 && column + back >= end.column) {
        points.put(here, diagonal, column);
      }
    }
  }
  return points;
}

// How many points the waves from `start` to `end` have, or one more than the limit.
int64_t Wavefront::points_between(const WaveRing& start, const Point& end) const {
  const WaveSymbols symbols = forwards_to(end);
  const DiagonalBound bound{end.level, {end.diagonal, end.diagonal}};
  const DiagonalRange from = start.range();
  int64_t points = 0;
  for (int64_t level = start.level() + 1; level <= end.level; ++level) {
    const DiagonalRange useful = bound.at(level, penalties_, symbols);
    const int64_t gaps = (level - start.oldest()) / penalties_.gap;
    const int64_t width = std::min<int64_t>(useful.last, from.last + gaps) -
                          std::max<int64_t>(useful.first, from.first - gaps) + 1;
    points += std::max<int64_t>(0, width);
    if (points > limits_.steps) return limits_.steps + 1;
  }
  return points;
}

// Appends the differences from `end` back to one of the points of `start` and returns that.
Point Wavefront::trace(const WaveRing& start, const Point& end) {
  if (end.level <= start.level()) return end;
  const int64_t points = points_between(start, end);
  const bool splits = points > limits_.steps && end.level - start.level() > 4 * penalties_.larger();
  return splits ? trace_parts(start, end) : trace_steps(start, end, points);
}

Point Wavefront::trace_parts(const WaveRing& start, const Point& end) {
  const WaveSymbols back = backwards_from(end);
  const int64_t level = start.level() + (end.level - start.level()) / 2;
  const DiagonalRange from = start.range();
  // What leads back to the start, seen from the end.
  const DiagonalBound to_start{end.level - start.oldest(),
                               {end.diagonal - from.last, end.diagonal - from.first}};
  const DiagonalBound to_end{end.level, {end.diagonal, end.diagonal}};
  const auto cross = [&] {
    Meeting meeting{start, WaveRing::from_corner(penalties_, back), end.level};
    both(
        true,
        [&] {
          meeting.backwards.step_to(end.level - level + penalties_.larger() - 1, back, to_start);
        },
        [&] { meeting.forwards.step_to(level, forwards_to(end), to_end); });
    return crossing_points(meeting, end);
  };
  const Point middle = trace(cross(), end);
  return trace(start, middle);
}

Point Wavefront::trace_steps(const WaveRing& start, const Point& end, int64_t points) {
  const WaveSymbols symbols = forwards_to(end);
  const DiagonalBound bound{end.level, {end.diagonal, end.diagonal}};
  WaveRing ring = start;
  WaveSteps steps(start.level() + 1);
  steps.reserve(points + kLanePadding);
  while (ring.level() < end.level) {
    if (ring.level() % 256 == 0) problem_.check();
    ring.step(symbols, bound, &steps);
  }
  int64_t level = end.level;
  int32_t diagonal = end.diagonal;
  while (level > start.level()) {
    const AlignmentColumn step = steps.at(level, diagonal);
    differences_.push_back(step);
    level -= step == AlignmentColumn::mismatch ? penalties_.mismatch : penalties_.gap;
    if (step == AlignmentColumn::only_a) ++diagonal;
    if (step == AlignmentColumn::only_b) --diagonal;
  }
  return {level, diagonal, start.column(level, diagonal)};
}

// Differences and equal symbols between them, from the first corner.
void Wavefront::replay(std::span<const AlignmentColumn> differences, AlignmentRuns& runs) const {
  const uint32_t* const a = a_.data();
  const uint32_t* const b = b_.data();
  int32_t row = 0;
  int32_t column = 0;
  const auto follow = [&] {
    const int32_t most = std::min(rows_ - row, columns_ - column);
    const auto [stop, _] = std::mismatch(a + row, a + row + most, b + column);
    const auto length = static_cast<int32_t>(stop - (a + row));
    runs.append(AlignmentColumn::match, static_cast<uint64_t>(length));
    row += length;
    column += length;
  };
  for (const AlignmentColumn difference : differences) {
    follow();
    runs.append(difference, 1);
    if (difference != AlignmentColumn::only_b) ++row;
    if (difference != AlignmentColumn::only_a) ++column;
  }
  follow();
}

bool Wavefront::align(AlignmentRuns& runs) {
  if (penalties_.larger() > kLongestStep) return false;
  Point end = corner(0);
  const WaveRing start = WaveRing::from_corner(penalties_, forwards_to(end));
  {
    std::optional<Meeting> meeting = find_meeting();
    if (!meeting) return false;
    end.level = meeting->penalty;
    if (end.level > 4 * penalties_.larger()) {
      const WaveRing points = crossing_points(*meeting, end);
      meeting.reset();
      end = trace(points, end);
    }
  }
  trace(start, end);
  std::reverse(differences_.begin(), differences_.end());
  replay(differences_, runs);
  return true;
}

}  // namespace

void align_by_wavefront(const AlignmentProblem& problem, ThreadPool& parallel, AlignmentRuns& runs,
                        const WavefrontLimits& limits) {
  if (!Wavefront(problem, parallel, limits).align(runs))
    align_by_hirschberg(problem, parallel, runs);
}

}  // namespace paje
