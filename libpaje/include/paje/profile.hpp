// How often states occur and how long they last: by value, by track, and by what is around them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/export.hpp"

namespace paje {

/// Of all states of a value. Seconds are in the trace's unit; sums are exact and rounded once.
struct ValueProfile {
  uint64_t count = 0;
  double inclusive = 0;  ///< the sum of their lengths; of states in states of their own value, too
  double exclusive = 0;  ///< without what is in the states directly inside them
  double shortest = 0;   ///< inclusive, as the next one
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

/// Of the states of the graph's tracks. O(states + tracks * values).
PAJE_EXPORT Profile make_profile(const DependencyGraph& graph);

/// The lengths of all pieces, by value of the graph: seconds in which it was the innermost state. A
/// sum is that of its tracks' sums, which are added exactly.
PAJE_EXPORT std::vector<double> seconds_by_value(const DependencyGraph& graph);

/// Whether a value is the innermost state anywhere. What happens only inside calls is not: a call
/// is one piece. O(pieces).
PAJE_EXPORT std::vector<bool> values_with_pieces(const DependencyGraph& graph);

/// What each value takes over time: seconds in which a state of it was the innermost of its track,
/// all tracks together.
struct TimeProfile {
  std::vector<double> edges;    ///< one more than there are parts; all are equally long
  std::vector<double> seconds;  ///< by value of the graph, then part
  [[nodiscard]] std::size_t bins() const { return edges.empty() ? 0 : edges.size() - 1; }
  [[nodiscard]] std::span<const double> of_value(uint32_t value) const {
    return std::span(seconds).subspan(value * bins(), bins());
  }
};

/// Of the whole run in `bins` parts, one at least. The value with the empty name has the time
/// between states. O(states + tracks * bins).
PAJE_EXPORT TimeProfile time_profile(const DependencyGraph& graph, uint32_t bins);

/// How unequally the tracks share the exclusive time of a value.
struct LoadImbalance {
  uint32_t value = 0;
  double mean = 0;  ///< over all tracks, those without such states too
  double greatest = 0;
  uint32_t track = 0;  ///< has the greatest; the first of several
  [[nodiscard]] double ratio() const { return mean > 0 ? greatest / mean : 0; }
};

/// Of the values that take time, those that cost most first: by greatest - mean.
PAJE_EXPORT std::vector<LoadImbalance> load_imbalance(const DependencyGraph& graph,
                                                      const Profile& profile);

/// States of a value that are within the same chain of others.
struct CallNode {
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t value = 0;
  uint32_t parent = kNone;  ///< place in the tree; kNone for outermost states
  uint32_t depth = 0;
  uint64_t count = 0;
  double inclusive = 0;
  double exclusive = 0;
};

/// Each node before those inside it, and of those with one parent the longest first. Of one track,
/// or, with kNone, of all tracks together. O(states).
PAJE_EXPORT std::vector<CallNode> call_tree(const DependencyGraph& graph,
                                            uint32_t track = DependencyGraph::kNone);

/// A line `a;b;c 1500` for each node of a call tree with time of its own, which scripts that draw
/// flame graphs read; times are in billionths of the trace's unit. In names `;` becomes `:`, and
/// ends of lines become blanks.
PAJE_EXPORT std::string folded_stacks(const DependencyGraph& graph, std::span<const CallNode> tree);

}  // namespace paje
