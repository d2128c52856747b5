// How often states occur and how long they last: by value, by track, and by enclosing states.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"

namespace paje {

/// All states of a value. Times are in the trace's unit; sums are exact and rounded once.
struct ValueProfile {
  uint64_t count = 0;
  double inclusive = 0;  ///< sum of durations, including states nested in states of the same value
  double exclusive = 0;  ///< without the time of states directly inside
  double shortest = 0;   ///< least duration, inclusive
  double longest = 0;
  [[nodiscard]] double mean() const {
    return count == 0 ? 0 : inclusive / static_cast<double>(count);
  }
};

struct Profile {
  std::vector<ValueProfile> values;    ///< by value of the graph
  std::vector<ValueProfile> by_track;  ///< by track, then value
  std::vector<double> uncovered;  ///< by track: time without a state between its first and last

  [[nodiscard]] std::span<const ValueProfile> of_track(uint32_t track) const {
    return std::span(by_track).subspan(track * values.size(), values.size());
  }
};

/// Profiles the states of the graph's tracks. O(states + tracks * values).
PAJE_EXPORT Profile make_profile(const DependencyGraph& graph);

/// Sums of the lengths of pieces, by value of the graph: the time in which it was the innermost
/// state. Each is the exact sum of the sums of the tracks.
PAJE_EXPORT std::vector<double> seconds_by_value(const DependencyGraph& graph);

/// Whether a value is the innermost state of any piece. A value that occurs only inside calls is
/// not, because a call is one piece. O(pieces).
PAJE_EXPORT std::vector<bool> values_with_pieces(const DependencyGraph& graph);

/// Time of each value over the run: seconds in which it was the innermost state of a track, summed
/// over all tracks.
struct TimeProfile {
  std::vector<double> edges;    ///< borders of bins of equal length, one more than there are bins
  std::vector<double> seconds;  ///< by value of the graph, then bin
  [[nodiscard]] std::size_t bins() const { return edges.empty() ? 0 : edges.size() - 1; }
  [[nodiscard]] std::span<const double> of_value(uint32_t value) const {
    return std::span(seconds).subspan(value * bins(), bins());
  }
};

/// The profile of the whole run in `bins` bins, at least 1. Time between states belongs to the
/// value with the empty name. O(states + tracks * bins).
PAJE_EXPORT TimeProfile time_profile(const DependencyGraph& graph, uint32_t bins);

/// How unequally the tracks share the exclusive time of a value.
struct LoadImbalance {
  uint32_t value = 0;
  double mean = 0;  ///< over all tracks, including those without such states
  double greatest = 0;
  uint32_t track = 0;  ///< the track with `greatest`; the first of several
  [[nodiscard]] double ratio() const { return mean > 0 ? greatest / mean : 0; }
};

/// The values with time, sorted by cost (greatest - mean), the costliest first.
PAJE_EXPORT std::vector<LoadImbalance> load_imbalance(const DependencyGraph& graph,
                                                      const Profile& profile);

/// States of a value with the same chain of enclosing values.
struct CallNode {
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t value = 0;
  uint32_t parent = kNone;  ///< index in the tree; kNone for outermost states
  uint32_t depth = 0;
  uint64_t count = 0;
  double inclusive = 0;
  double exclusive = 0;
};

/// A node precedes the nodes inside it; siblings are sorted by time, the longest first. Covers one
/// track, or all tracks together with kNone. O(states).
PAJE_EXPORT std::vector<CallNode> call_tree(const DependencyGraph& graph,
                                            uint32_t track = DependencyGraph::kNone);

/// A line `a;b;c 1500` for each node with exclusive time, the input of flame graph scripts. Times
/// are in billionths of the trace's unit. In names, `;` becomes `:`, and line ends become blanks.
PAJE_EXPORT std::string folded_stacks(const DependencyGraph& graph, std::span<const CallNode> tree);

}  // namespace paje
