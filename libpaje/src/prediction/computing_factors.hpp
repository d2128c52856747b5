// The factors of a scenario on the time of each value on each track, or in each of its iterations,
// apart from the network.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/prediction.hpp"
#include "prediction/factor_rows.hpp"

namespace paje {

class ComputingFactors {
 public:
  /// Throws SelectionError for a pattern without a match. O(pieces).
  ComputingFactors(const DependencyGraph& graph, const Scenario& scenario);

  [[nodiscard]] double of(uint32_t piece) const {
    return of(is_uniform_ ? 0 : graph_.track_of_piece(piece), piece);
  }
  [[nodiscard]] double of(uint32_t track, uint32_t piece) const {
    return factors_[rows_.of(track, piece) * graph_.values().size() + graph_.value(piece)];
  }
  /// Over all non-communication states of all tracks; over gaps if there are no such states.
  [[nodiscard]] double least() const { return least_; }
  [[nodiscard]] double most() const { return most_; }
  /// The least and the greatest one over all tracks: of communication, or of everything else.
  [[nodiscard]] std::pair<double, double> ends(bool of_communication) const;

 private:
  void find_ends();
  bool find_ends(bool of_gaps);
  void scale(const Scenario& scenario);
  void scale_containers(const Scenario& scenario);
  void change_work(const Scenario& scenario, const std::vector<bool>& gone);
  void sum_seconds();
  [[nodiscard]] std::vector<double> useful_seconds() const;
  void balance();
  void replace(const std::vector<bool>& gone);
  void replace_parts(std::size_t track, std::size_t value, const std::vector<std::size_t>& others);
  void replace_sum(std::size_t track, std::size_t value, const std::vector<std::size_t>& others);
  [[nodiscard]] double share_meanwhile(std::size_t track, std::size_t other,
                                       std::size_t value) const;
  void shorten(std::size_t track, std::size_t value, const std::vector<std::size_t>& others);
  void multiply(std::size_t track, std::size_t value, double factor);
  [[nodiscard]] double& at(std::size_t row, std::size_t value) {
    return factors_[row * graph_.values().size() + value];
  }
  /// Seconds, with the factors found so far.
  [[nodiscard]] double seconds(std::size_t row, std::size_t value) const;
  [[nodiscard]] double seconds_of_track(std::size_t track, std::size_t value) const;
  [[nodiscard]] bool is_communication(std::size_t value) const {
    return graph_.values()[value].meaning.value_class == ValueClass::communication;
  }
  /// Not states that depend on other tracks: waiting and idle.
  [[nodiscard]] bool is_own_work(std::size_t value) const {
    const ValueClass of = graph_.values()[value].meaning.value_class;
    return of == ValueClass::compute || of == ValueClass::runtime;
  }
  [[nodiscard]] bool is_useful(std::size_t value) const {
    return graph_.values()[value].meaning.value_class == ValueClass::compute;
  }

  const DependencyGraph& graph_;
  bool is_uniform_ = true;
  FactorRows rows_;
  std::vector<double> seconds_;  // by row, then value
  std::vector<double> factors_;  // by row, then value
  double least_ = 1, most_ = 1;
};

}  // namespace paje
