// The iterations of a run. Loops are found from the order of values on each track, without
// knowledge of the program, or from a marker that the program wrote.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"

namespace paje {

struct IterationOptions {
  /// Number of pieces in an iteration, on every track; 0: detect it.
  uint32_t period = 0;
  /// Which loop of nested loops to use; 1 is the innermost, 0 the one that repeats best. A track
  /// with fewer levels uses its outermost one.
  uint32_t level = 0;
  /// Each iteration starts at a state or punctual event of this value, instead of after a period.
  /// If states are nested in a state of the marker, that state is the iteration.
  std::string marker{};
  uint32_t longest_period = 4000;  ///< limit of the search
  /// An iteration is an outlier if it exceeds the typical length by more than this number of
  /// standard deviations (estimated by the median absolute deviation) and by more than this share
  /// of it.
  double outlier_deviations = 3;
  double outlier_share = 0.05;
};

/// A period of a track's values, and the share of places that equal the place one period later.
struct PeriodLevel {
  uint32_t period = 0;
  double score = 0;
};

/// The loop of a track. A place is the number of a piece, counting only pieces with a state, from
/// 0.
struct TrackIterations {
  uint32_t period = 0;  ///< in places; 0 if nothing repeats, and with a marker
  double score = 0;
  uint32_t first_place = 0;         ///< where the first iteration starts; arbitrary within a period
  uint32_t count = 0;               ///< number of complete iterations
  std::vector<PeriodLevel> levels;  ///< nested loops, the innermost first
  /// When each iteration starts and ends. It ends where the next one starts, the last one with its
  /// last place. Empty if this track disagrees with most tracks.
  std::vector<double> starts;
  std::vector<double> ends;
};

/// An iteration on all agreeing tracks.
struct Iteration {
  double start = 0;   ///< when the first track starts it
  double end = 0;     ///< when the last track ends it
  double length = 0;  ///< mean over the tracks
  bool is_outlier = false;
};

/// What is unusual about an outlier.
struct OutlierIteration {
  uint32_t iteration = 0;
  /// The useful value of a track that exceeds its time in the median iteration of the track most,
  /// and by how much. kNone if no excess reaches a tenth of the outlier's extra length. On tracks
  /// that do not agree: the longest piece of work that starts in the iteration, less the median of
  /// its value.
  uint32_t track = DependencyGraph::kNone;
  uint32_t value = DependencyGraph::kNone;
  double excess = 0;
};

struct Iterations {
  std::vector<TrackIterations> tracks;  ///< by track of the graph
  /// Number of iterations on most tracks; 0 if nothing repeats, or too few tracks agree.
  uint32_t count = 0;
  std::vector<uint32_t> agreeing;  ///< the tracks with that number
  /// A number on which less than a quarter of the tracks agree, possibly by chance. It does not
  /// count as iterations of the run, unless a marker, period or level was given.
  uint32_t count_of_few = 0;
  uint32_t few = 0;  ///< number of those tracks
  std::vector<Iteration> table;
  /// Seconds by iteration, then value of the graph; mean over the tracks.
  std::vector<double> seconds;
  double typical = 0;                      ///< median length
  std::vector<OutlierIteration> outliers;  ///< the longest first
  /// Median relative growth over half of the run: for all pairs of iterations that are half of
  /// `count` apart, (later - earlier) / earlier. At least -1.
  double drift = 0;
  /// Share of the run that iterations cover, mean over the agreeing tracks.
  double covered = 0;

  [[nodiscard]] std::span<const double> seconds_of(uint32_t iteration) const {
    const std::size_t values = table.empty() ? 0 : seconds.size() / table.size();
    return std::span(seconds).subspan(iteration * values, values);
  }
};

/// The period of a track is the least one whose score is at least 0.98 of the best. Its iterations
/// are the longest run of places that equal the place one period later. Unless a period or level
/// was given, a track has a loop only if its score is at least 0.5, there are three iterations, and
/// either the score is at least 0.9 or the run is half again as long as a random one with that
/// score. Throws std::invalid_argument if no track has the marker, or there are loops but none of
/// that level. At worst O(pieces * longest_period), with several bytes per step; tracks with the
/// same sequence of values are searched once.
PAJE_EXPORT Iterations find_iterations(const DependencyGraph& graph,
                                       const IterationOptions& options = {});

/// How long an iteration has each value, in parts of the run with equally many iterations (as far
/// as divisible): mean over the iterations of a part, in the graph's unit. By index of the track in
/// `agreeing`, then part, then value. Throws std::invalid_argument if there are fewer iterations
/// than parts. O(pieces).
PAJE_EXPORT std::vector<double> seconds_by_part(const DependencyGraph& graph,
                                                const Iterations& iterations, uint32_t parts);

}  // namespace paje
