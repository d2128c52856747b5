// When tracks meet: one of them is already there as the other arrives.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "base/pair_numbering.hpp"
#include "paje/dependency_graph.hpp"

namespace paje {

class Meetings {
 public:
  explicit Meetings(const DependencyGraph& graph);

  /// The last meeting of two tracks at or before `time`; the start of the run if there is none.
  /// O(log meetings) for each group of collectives with both tracks.
  [[nodiscard]] double last_before(uint32_t a, uint32_t b, double time) const;

 private:
  struct Meeting {
    uint32_t pair;
    double time;
  };

  void add(std::vector<Meeting>& meetings, uint32_t a, uint32_t b, double time);
  void add_messages(std::vector<Meeting>& meetings);
  void add_rooted(std::vector<Meeting>& meetings);
  void add_groups();
  void group_by_pair(const std::vector<Meeting>& meetings);
  [[nodiscard]] bool is_in_group(uint32_t group, uint32_t track) const;

  const DependencyGraph& graph_;
  PairNumbering pairs_;
  std::vector<std::size_t> first_of_pair_;
  std::vector<double> times_;                     // of messages and rooted collectives, by pair
  std::vector<std::vector<double>> group_times_;  // of all-to-all collectives, by group
  std::vector<std::vector<uint32_t>> groups_of_track_;
};

}  // namespace paje
