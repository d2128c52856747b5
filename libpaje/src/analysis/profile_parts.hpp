// Parts of a profile, one for each track, and how parts are combined. Sums are exact, so the order
// does not matter.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "analysis/equal_bins.hpp"
#include "paje/exact_sum.hpp"
#include "paje/profile.hpp"
#include "paje/state_sums.hpp"

namespace paje {

/// By value of the graph; `numbers` are value_numbers().
std::vector<StateSum> sums_of_track(const DependencyGraph& graph,
                                    const DependencyGraph::Track& track,
                                    const std::vector<uint32_t>& numbers);
ValueProfile rounded(const StateSum& sum);
/// Time between states.
double uncovered_time(const DependencyGraph& graph, const DependencyGraph::Track& track);

/// A call tree with exact sums over tracks. Nodes are in order of first appearance, so each follows
/// its parent.
class CallTree {
 public:
  struct Node {
    uint32_t value = 0;
    uint32_t parent = CallNode::kNone;
    uint32_t depth = 0;
    uint64_t count = 0;
    ExactSum inclusive, exclusive;
  };
  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  /// The node with this value inside `parent`; created if it does not exist.
  uint32_t child(uint32_t parent, uint32_t value);
  Node& operator[](uint32_t node) { return nodes_[node]; }
  /// Adds the nodes of a track or of another process, in such an order.
  void add(const std::vector<CallNode>& nodes);
  void add(const std::vector<Node>& nodes);
  /// The result of call_tree().
  [[nodiscard]] std::vector<CallNode> in_order() const;

 private:
  template <class Nodes>
  void add_nodes(const Nodes& nodes);
  std::vector<Node> nodes_;
  std::unordered_map<uint64_t, uint32_t> numbers_;
};
/// The tree of one track, in such an order.
std::vector<CallNode> tree_of_track(const DependencyGraph& graph,
                                    const DependencyGraph::Track& track,
                                    const std::vector<uint32_t>& numbers);

/// Sums of time by value and part of the time, over some tracks.
class TimeSums {
 public:
  TimeSums(const EqualBins& parts, std::size_t values)
      : parts_(parts), of_track_(values * parts.size()), sums_(of_track_.size()) {}

  void add_track(const DependencyGraph& graph, const DependencyGraph::Track& track,
                 const std::vector<uint32_t>& numbers);
  /// By value, then part.
  [[nodiscard]] std::vector<ExactSum>& sums() { return sums_; }

 private:
  class Sweep;
  void add(uint32_t value, double start, double end);

  const EqualBins parts_;
  std::vector<double> of_track_;
  std::vector<std::size_t> touched_;  // indices of non-zero elements
  std::vector<ExactSum> sums_;
};

/// Seconds of the pieces of a track, by value.
std::vector<double> seconds_of_track(const DependencyGraph& graph,
                                     const DependencyGraph::Track& track);

}  // namespace paje
