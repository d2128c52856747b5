// The iterations of a run: loops are found in the order of the values of each track, without any
// knowledge of the program, or from a marker that it wrote.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"

namespace paje {

struct IterationOptions {
  /// How many pieces an iteration has, in every track; 0: it is found.
  uint32_t period = 0;
  /// Which of a track's loops in loops is meant, the innermost being 1; 0: the one that repeats
  /// best. Of tracks with fewer it is the outermost.
  uint32_t level = 0;
  /// A state or punctual event of this value begins each iteration, instead of a period; if there
  /// are states within it, it is the iteration.
  std::string marker;
  uint32_t longest_period = 4000;  ///< that is looked for
  /// An iteration is an outlier if it is longer than the typical one by more than this number of
  /// standard deviations (estimated robustly, by the median absolute deviation) and by this share
  /// of it.
  double outlier_deviations = 3;
  double outlier_share = 0.05;
};

/// A period of a track's values, and the share of places equal to the one a period later.
struct PeriodLevel {
  uint32_t period = 0;
  double score = 0;
};

/// The loop of a track. Places are those of pieces with a value, from 0 on: time that no state
/// covers has none.
struct TrackIterations {
  uint32_t period = 0;  ///< 0 if nothing repeats, and with a marker
  double score = 0;
  uint32_t first_place = 0;         ///< where the first iteration begins; arbitrary within a period
  uint32_t count = 0;               ///< of iterations, the last one complete
  std::vector<PeriodLevel> levels;  ///< loops in loops, the innermost first
  /// When each iteration begins, and when it ends: where the next one begins; the last one with its
  /// last place. Empty if this track does not agree with most.
  std::vector<double> starts;
  std::vector<double> ends;
};

/// All tracks that agree, together.
struct Iteration {
  double start = 0;   ///< of the first track that begins it
  double end = 0;     ///< of the last track that ends it
  double length = 0;  ///< mean over the tracks
  bool is_outlier = false;
};

/// What is odd about an outlier.
struct OutlierIteration {
  uint32_t iteration = 0;
  /// The useful work that exceeds its time in the median iteration of its track most, and by how
  /// much; kNone if none does by a tenth of what the outlier takes longer. Of tracks that do not
  /// agree, the longest piece of work that begins in it, and the median one of its value.
  uint32_t track = DependencyGraph::kNone;
  uint32_t value = DependencyGraph::kNone;
  double excess = 0;
};

struct Iterations {
  std::vector<TrackIterations> tracks;  ///< by track of the graph
  /// How many iterations most tracks have; 0: nothing repeats.
  uint32_t count = 0;
  std::vector<uint32_t> agreeing;  ///< the tracks with that count
  std::vector<Iteration> table;
  /// Seconds of each iteration and value (place among the graph's), mean over the tracks.
  std::vector<double> seconds;
  double typical = 0;                      ///< the median length
  std::vector<OutlierIteration> outliers;  ///< the longest first
  /// By how much iterations are longer half the count of iterations later, as a share of the
  /// typical one: the median over all such pairs.
  double drift = 0;

  [[nodiscard]] std::span<const double> seconds_of(uint32_t iteration) const {
    const std::size_t values = table.empty() ? 0 : seconds.size() / table.size();
    return std::span(seconds).subspan(iteration * values, values);
  }
};

/// The period of a track is the least one whose score is at least 0.98 of the best; the iterations
/// are the longest run of places that are equal a period later. Unless a period or level was asked
/// for, a track has a loop only if its score is at least 0.5, there are three iterations, and the
/// score is at least 0.9 or the run half again as long as chance makes with such a score. Throws
/// std::invalid_argument if no track has the marker, or loops but none of that level. O(pieces *
/// longest_period) at worst, some bytes in each step; tracks with the same order of values cost
/// once.
PAJE_EXPORT Iterations find_iterations(const DependencyGraph& graph,
                                       const IterationOptions& options = {});

/// How long an iteration has each value in each of some parts of the run, which have equally many
/// iterations, as far as that goes: mean over the iterations of the part, in the graph's unit. By
/// place of the track in `agreeing`, then by part, then by value. Throws std::invalid_argument
/// unless there are as many iterations as parts. O(pieces).
PAJE_EXPORT std::vector<double> seconds_by_part(const DependencyGraph& graph,
                                                const Iterations& iterations, uint32_t parts);

}  // namespace paje
