#include "paje/iterations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <utility>

#include "analysis/find_periods.hpp"
#include "analysis/marked_iterations.hpp"
#include "base/median.hpp"
#include "base/thread_pool.hpp"

namespace paje {

namespace {

// The count of most tracks; on a tie, that of the first track.
void agree(Iterations& result) {
  std::map<uint32_t, uint32_t> tracks_by_count;
  for (const TrackIterations& track : result.tracks) {
    if (track.count > 0) ++tracks_by_count[track.count];
  }
  uint32_t most = 0;
  for (const TrackIterations& track : result.tracks) {
    if (track.count > 0 && tracks_by_count[track.count] > most) {
      most = tracks_by_count[track.count];
      result.count = track.count;
    }
  }
  for (uint32_t i = 0; i < result.tracks.size() && result.count > 0; ++i) {
    if (result.tracks[i].count == result.count) result.agreeing.push_back(i);
  }
}

// With many tracks, a few seem to have a loop by chance.
void leave_out_few(const IterationOptions& options, Iterations& result) {
  constexpr std::size_t kLeastPart = 4;
  const bool is_asked_for = options.period > 0 || options.level > 0 || !options.marker.empty();
  if (is_asked_for || result.agreeing.size() * kLeastPart >= result.tracks.size()) return;
  result.count_of_few = std::exchange(result.count, 0);
  result.few = static_cast<uint32_t>(result.agreeing.size());
  result.agreeing.clear();
}

// Time without a state between two iterations belongs to the earlier one, because many programs
// compute there.
void find_bounds(const DependencyGraph& graph, const DependencyGraph::Track& track,
                 TrackIterations& found) {
  found.starts.reserve(found.count);
  found.ends.reserve(found.count);
  uint64_t first = found.first_place;  // place of an iteration
  uint64_t place = 0;
  for (uint32_t piece = track.first; piece < track.last; ++piece) {
    if (graph.value(piece) == 0) continue;
    if (place == first) found.starts.push_back(graph.start(piece));
    if (place == first + found.period - 1) {
      if (found.starts.size() == found.count) found.ends.push_back(graph.end(piece));
      if (!found.ends.empty()) break;
      first += found.period;
    }
    ++place;
  }
  found.ends.insert(found.ends.begin(), found.starts.begin() + 1, found.starts.end());
}

// Calls add(iteration, value, seconds) for each piece, or part of a piece, in an iteration.
template <class Add>
void for_each_part(const DependencyGraph& graph, uint32_t number, const TrackIterations& found,
                   Add&& add) {
  const auto& track = graph.tracks()[number];
  std::size_t iteration = 0;
  for (uint32_t piece = track.first; piece < track.last && iteration < found.count; ++piece) {
    while (iteration < found.count && found.starts[iteration] < graph.end(piece)) {
      const double from = std::max(graph.start(piece), found.starts[iteration]);
      const double to = std::min(graph.end(piece), found.ends[iteration]);
      if (from < to) add(iteration, graph.value(piece), to - from);
      if (found.ends[iteration] > graph.end(piece)) break;
      ++iteration;
    }
  }
}

void fill_table(const DependencyGraph& graph, Iterations& result) {
  const std::size_t values = graph.values().size();
  const auto tracks = static_cast<double>(result.agreeing.size());
  result.table.resize(result.count);
  result.seconds.assign(result.count * values, 0);
  for (uint32_t i = 0; i < result.count; ++i) {
    Iteration& iteration = result.table[i];
    iteration.start = std::numeric_limits<double>::infinity();
    iteration.end = -std::numeric_limits<double>::infinity();
    for (const uint32_t track : result.agreeing) {
      const TrackIterations& mine = result.tracks[track];
      iteration.start = std::min(iteration.start, mine.starts[i]);
      iteration.end = std::max(iteration.end, mine.ends[i]);
      iteration.length += (mine.ends[i] - mine.starts[i]) / tracks;
    }
  }
  for (const uint32_t track : result.agreeing) {
    for_each_part(graph, track, result.tracks[track],
                  [&](std::size_t iteration, uint32_t value, double seconds) {
                    result.seconds[iteration * values + value] += seconds / tracks;
                  });
  }
}

double find_covered(const DependencyGraph& graph, const Iterations& result) {
  double sum = 0;
  for (const Iteration& iteration : result.table) sum += iteration.length;
  return graph.length() > 0 ? sum / graph.length() : 0;
}

void find_outliers(const IterationOptions& options, Iterations& result) {
  std::vector<double> lengths, deviations;
  for (const Iteration& iteration : result.table) lengths.push_back(iteration.length);
  result.typical = median(lengths);
  for (const double length : lengths) deviations.push_back(std::abs(length - result.typical));
  constexpr double kDeviationOfMedian = 1.4826;  // gives the deviation of a normal distribution
  const double deviation = kDeviationOfMedian * median(deviations);
  for (uint32_t i = 0; i < result.table.size(); ++i) {
    const double more = lengths[i] - result.typical;
    result.table[i].is_outlier = more > options.outlier_deviations * deviation &&
                                 more > options.outlier_share * result.typical;
    if (result.table[i].is_outlier) {
      result.outliers.emplace_back().iteration = i;
    }
  }
  std::stable_sort(
      result.outliers.begin(), result.outliers.end(),
      [&](const auto& a, const auto& b) { return lengths[a.iteration] > lengths[b.iteration]; });
}

// Outliers are ignored as long as half of the pairs remain. Alternating lengths are no drift
// either: there, many pairs change in the opposite direction.
void find_drift(Iterations& result) {
  constexpr double kLeastAlike = 0.8;
  const std::size_t half = result.table.size() / 2;
  std::vector<bool> is_outlier(result.table.size());
  for (const OutlierIteration& outlier : result.outliers) is_outlier[outlier.iteration] = true;
  std::vector<double> all, more;
  for (std::size_t i = 0; i + half < result.table.size() && half > 0; ++i) {
    // Relative to the earlier length, so it is at least -1.
    const double before = result.table[i].length;
    if (!(before > 0)) continue;
    all.push_back((result.table[i + half].length - before) / before);
    if (!is_outlier[i] && !is_outlier[i + half]) more.push_back(all.back());
  }
  if (more.size() * 2 < all.size()) more = std::move(all);
  if (more.empty()) return;
  const double change = median(more);
  const auto alike = std::count_if(more.begin(), more.end(),
                                   [&](double one) { return change > 0 ? one > 0 : one < 0; });
  if (static_cast<double>(alike) >= kLeastAlike * static_cast<double>(more.size())) {
    result.drift = change;
  }
}

// Keeps the better explanation. A small share of the outlier's extra time explains nothing.
void propose(const OutlierIteration& other, const DependencyGraph& graph, const Iterations& result,
             OutlierIteration& outlier) {
  constexpr double kLeastPart = 0.1;
  const double longer = result.table[outlier.iteration].length - result.typical;
  const bool is_more = other.excess > outlier.excess + graph.resolution();
  if (is_more && other.excess >= kLeastPart * longer) outlier = other;
}

// Finds useful work of a track that took longer in an outlier than in the track's median iteration.
void explain(const DependencyGraph& graph, uint32_t track, const Iterations& result,
             std::vector<OutlierIteration>& outliers) {
  std::vector<std::vector<double>> seconds(graph.values().size());
  for_each_part(graph, track, result.tracks[track],
                [&](std::size_t iteration, uint32_t value, double part) {
                  if (graph.values()[value].meaning.value_class != ValueClass::compute) return;
                  if (seconds[value].empty()) seconds[value].resize(result.count);
                  seconds[value][iteration] += part;
                });
  for (uint32_t value = 0; value < seconds.size(); ++value) {
    if (seconds[value].empty()) continue;
    const double usual = median(seconds[value]);
    for (OutlierIteration& outlier : outliers) {
      propose({outlier.iteration, track, value, seconds[value][outlier.iteration] - usual}, graph,
              result, outlier);
    }
  }
}

// The pieces of work of a disagreeing track, by the iteration of the agreeing tracks in which each
// starts.
class PiecesApart {
 public:
  PiecesApart(const DependencyGraph& graph, uint32_t track, const Iterations& result)
      : graph_(graph), result_(result), pieces_(graph.tracks()[track]) {
    const std::size_t values = graph.values().size();
    std::vector<std::vector<double>> lengths(values);
    counts_.resize(values);
    for_each([&](uint32_t piece, std::size_t iteration) {
      const uint32_t value = graph.value(piece);
      lengths[value].push_back(graph.length(piece));
      if (iteration == kNone) return;
      if (counts_[value].empty()) counts_[value].resize(result.table.size());
      ++counts_[value][iteration];
    });
    usual_.resize(values);
    usual_count_.resize(values);
    for (uint32_t value = 0; value < values; ++value) {
      if (!lengths[value].empty()) usual_[value] = median(std::move(lengths[value]));
      if (!counts_[value].empty()) usual_count_[value] = median(counts_[value]);
    }
  }

  /// Calls visit(piece, iteration) for each piece of useful work.
  template <class Visit>
  void for_each(Visit&& visit) const {
    for (uint32_t piece = pieces_.first; piece < pieces_.last; ++piece) {
      if (!graph_.is_useful(piece)) continue;
      const auto next = std::upper_bound(
          result_.table.begin(), result_.table.end(), graph_.start(piece),
          [](double time, const Iteration& iteration) { return time < iteration.start; });
      visit(piece, next == result_.table.begin()
                       ? kNone
                       : static_cast<std::size_t>(next - result_.table.begin()) - 1);
    }
  }
  /// How much longer a piece is than usual; all of its length if it is long, and surplus in number.
  [[nodiscard]] double excess(uint32_t piece, std::size_t iteration) const {
    const uint32_t value = graph_.value(piece);
    const double length = graph_.length(piece);
    const bool is_further = counts_[value][iteration] > usual_count_[value];
    return is_further && length > kLong * usual_[value] ? length : length - usual_[value];
  }
  static constexpr std::size_t kNone = SIZE_MAX;

 private:
  static constexpr double kLong = 2;
  const DependencyGraph& graph_;
  const Iterations& result_;
  const DependencyGraph::Track& pieces_;
  std::vector<std::vector<double>> counts_;  // by value, then iteration
  // Medians by value:
  std::vector<double> usual_;
  std::vector<double> usual_count_;
};

// The same for a track that disagrees, perhaps because an iteration does more: the piece of work in
// an outlier that exceeds its usual length most. Comparing total times would show nothing for a
// track that always works and never waits.
void explain_apart(const DependencyGraph& graph, uint32_t track, const Iterations& result,
                   std::vector<OutlierIteration>& outliers) {
  const PiecesApart pieces(graph, track, result);
  std::vector<OutlierIteration*> outlier_of(result.table.size());
  for (OutlierIteration& outlier : outliers) outlier_of[outlier.iteration] = &outlier;
  pieces.for_each([&](uint32_t piece, std::size_t iteration) {
    OutlierIteration* const outlier =
        iteration == PiecesApart::kNone ? nullptr : outlier_of[iteration];
    if (outlier == nullptr) return;
    propose({outlier->iteration, track, graph.value(piece), pieces.excess(piece, iteration)}, graph,
            result, *outlier);
  });
}

void explain_outliers(const DependencyGraph& graph, Iterations& result, ThreadPool& pool) {
  if (result.outliers.empty()) return;
  std::vector<std::vector<OutlierIteration>> by_track(result.tracks.size(), result.outliers);
  pool.for_each(by_track.size(), [&](std::size_t i) {
    const bool agrees = result.tracks[i].count == result.count;
    (agrees ? explain : explain_apart)(graph, static_cast<uint32_t>(i), result, by_track[i]);
  });
  for (const auto& outliers : by_track) {
    for (std::size_t i = 0; i < outliers.size(); ++i) {
      if (outliers[i].excess > result.outliers[i].excess) result.outliers[i] = outliers[i];
    }
  }
}

void check_level(const IterationOptions& options, const Iterations& found) {
  std::size_t most = 0;
  for (const TrackIterations& track : found.tracks) most = std::max(most, track.levels.size());
  if (most == 0 || options.level <= most) return;
  throw std::invalid_argument("no container has " + std::to_string(options.level) +
                              " levels of nested loops; the most is " + std::to_string(most));
}

}  // namespace

Iterations find_iterations(const DependencyGraph& graph, const IterationOptions& options) {
  ThreadPool pool(graph.threads());
  Iterations result;
  result.tracks = options.marker.empty() ? find_periods(graph, options, pool)
                                         : find_marked_iterations(graph, options.marker, pool);
  check_level(options, result);
  agree(result);
  leave_out_few(options, result);
  if (options.marker.empty()) {
    pool.for_each(result.agreeing.size(), [&](std::size_t i) {
      const uint32_t track = result.agreeing[i];
      find_bounds(graph, graph.tracks()[track], result.tracks[track]);
    });
  }
  fill_table(graph, result);
  find_outliers(options, result);
  find_drift(result);
  result.covered = find_covered(graph, result);
  explain_outliers(graph, result, pool);
  return result;
}

std::vector<double> seconds_by_part(const DependencyGraph& graph, const Iterations& iterations,
                                    uint32_t parts) {
  const uint32_t count = iterations.count;
  if (parts == 0 || count < parts) {
    throw std::invalid_argument("there are fewer iterations than parts");
  }
  const std::size_t values = graph.values().size();
  std::vector<double> seconds(iterations.agreeing.size() * parts * values, 0);
  for (std::size_t i = 0; i < iterations.agreeing.size(); ++i) {
    const uint32_t track = iterations.agreeing[i];
    for_each_part(graph, track, iterations.tracks[track],
                  [&](std::size_t iteration, uint32_t value, double time) {
                    // The part that contains the iteration: part p starts at iteration count * p /
                    // parts.
                    const std::size_t part = ((iteration + 1) * parts - 1) / count;
                    const std::size_t first = count * part / parts;
                    const std::size_t last = count * (part + 1) / parts;
                    seconds[(i * parts + part) * values + value] +=
                        time / static_cast<double>(last - first);
                  });
  }
  return seconds;
}

}  // namespace paje
