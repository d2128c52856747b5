// By what a scenario multiplies the time of each value on each track, the network apart.
#pragma once

#include <cstdint>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/prediction.hpp"

namespace paje {

class ComputingFactors {
 public:
  /// Throws SelectionError for a pattern that nothing is like. O(pieces).
  ComputingFactors(const DependencyGraph& graph, const Scenario& scenario);

  [[nodiscard]] double of(uint32_t piece) const {
    const uint32_t track = is_uniform_ ? 0 : graph_.track_of_piece(piece);
    return of(track, graph_.value(piece));
  }
  [[nodiscard]] double of(uint32_t track, uint32_t value) const {
    return factors_[track * graph_.values().size() + value];
  }
  /// Of all states that are no communication, on all tracks; of gaps if there are none.
  [[nodiscard]] double least() const { return least_; }
  [[nodiscard]] double most() const { return most_; }

 private:
  void find_ends();
  bool find_ends(bool of_gaps);
  void scale(const Scenario& scenario);
  void scale_containers(const Scenario& scenario);
  void change_work(const Scenario& scenario);
  void balance();
  void replace(const Scenario& scenario);
  [[nodiscard]] double& at(std::size_t track, std::size_t value) {
    return factors_[track * graph_.values().size() + value];
  }
  [[nodiscard]] bool is_communication(std::size_t value) const {
    return graph_.values()[value].meaning.value_class == ValueClass::communication;
  }

  const DependencyGraph& graph_;
  bool is_uniform_ = true;
  std::vector<double> seconds_;  // by track, then value
  std::vector<double> factors_;  // likewise
  double least_ = 1, most_ = 1;
};

}  // namespace paje
