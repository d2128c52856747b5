#include "paje/iterations.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include "analysis/find_periods.hpp"
#include "analysis/marked_iterations.hpp"
#include "base/median.hpp"
#include "base/thread_pool.hpp"

namespace paje {

namespace {

// The count that most tracks have; of equally many, that of the first track.
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

// Time that no state covers between two iterations belongs to the first of them: there many
// programs compute.
void find_bounds(const DependencyGraph& graph, const DependencyGraph::Track& track,
                 TrackIterations& found) {
  found.starts.reserve(found.count);
  found.ends.reserve(found.count);
  uint64_t first = found.first_place;  // of an iteration
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

// Calls add(iteration, value, seconds) for each piece, or the part of one, in an iteration.
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

void find_outliers(const IterationOptions& options, Iterations& result) {
  std::vector<double> lengths, deviations;
  for (const Iteration& iteration : result.table) lengths.push_back(iteration.length);
  result.typical = median(lengths);
  for (const double length : lengths) deviations.push_back(std::abs(length - result.typical));
  constexpr double kDeviationOfMedian = 1.4826;  // makes it a standard deviation if all is normal
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

// Outliers are no drift, as long as half of the pairs are without; nor are lengths that alternate,
// where many pairs change the other way.
void find_drift(Iterations& result) {
  constexpr double kLeastAlike = 0.8;
  const std::size_t half = result.table.size() / 2;
  std::vector<bool> is_outlier(result.table.size());
  for (const OutlierIteration& outlier : result.outliers) is_outlier[outlier.iteration] = true;
  std::vector<double> all, more;
  for (std::size_t i = 0; i + half < result.table.size() && half > 0; ++i) {
    all.push_back(result.table[i + half].length - result.table[i].length);
    if (!is_outlier[i] && !is_outlier[i + half]) more.push_back(all.back());
  }
  if (more.size() * 2 < all.size()) more = std::move(all);
  if (!(result.typical > 0) || more.empty()) return;
  const double change = median(more);
  const auto alike = std::count_if(more.begin(), more.end(),
                                   [&](double one) { return change > 0 ? one > 0 : one < 0; });
  if (static_cast<double>(alike) >= kLeastAlike * static_cast<double>(more.size())) {
    result.drift = change / result.typical;
  }
}

// Takes what explains more. A small part of what an outlier takes longer explains nothing.
void propose(const OutlierIteration& other, const DependencyGraph& graph, const Iterations& result,
             OutlierIteration& outlier) {
  constexpr double kLeastPart = 0.1;
  const double longer = result.table[outlier.iteration].length - result.typical;
  const bool is_more = other.excess > outlier.excess + graph.resolution();
  if (is_more && other.excess >= kLeastPart * longer) outlier = other;
}

// What of a track's useful work took longer in each outlier than in its median iteration.
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

// The pieces of work of a track, by the iteration of others in which each begins.
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
  /// What it takes longer than usual; all of it if it is long, and one more than usual.
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
  // By value: medians.
  std::vector<double> usual_;
  std::vector<double> usual_count_;
};

// The same of a track that has no such iterations, perhaps because it does more in one of them: the
// piece of work in an outlier that takes most longer than usual. All of its time there would say
// nothing of a track that always works and waits for nobody.
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
                              " levels of loops in loops; the most is " + std::to_string(most));
}

}  // namespace

Iterations find_iterations(const DependencyGraph& graph, const IterationOptions& options) {
  ThreadPool pool(graph.threads());
  Iterations result;
  result.tracks = options.marker.empty() ? find_periods(graph, options, pool)
                                         : find_marked_iterations(graph, options.marker, pool);
  check_level(options, result);
  agree(result);
  if (options.marker.empty()) {
    pool.for_each(result.agreeing.size(), [&](std::size_t i) {
      const uint32_t track = result.agreeing[i];
      find_bounds(graph, graph.tracks()[track], result.tracks[track]);
    });
  }
  fill_table(graph, result);
  find_outliers(options, result);
  find_drift(result);
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
                    // The part whose iterations are from count * part / parts on.
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
