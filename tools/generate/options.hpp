// The options of pj_generate.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace paje::tools {

/// The ways in which real writers go wrong, to be put into a trace on purpose.
enum class Fault : uint8_t {
  unknown_container,
  unknown_type,
  unknown_id,
  missing_field,
  extra_field,
  bad_time,
  unordered_time,
  pop_on_empty_stack,
  half_link,
  unterminated_quote,
  duplicate_container,
  trailing_blanks,  ///< harmless
  carriage_return,  ///< harmless
};

/// What the ranks of a program repeat.
enum class Loop : uint8_t {
  single,   ///< each turn the same
  nested,   ///< turns of some equal rounds
  varying,  ///< turns of more or fewer rounds
  none,     ///< rounds that differ
};

struct GenerateOptions {
  std::string output;
  std::string shape = "spmd";
  uint64_t seed = 1;
  uint64_t ranks = 8;
  uint64_t parts = 0;  ///< files besides the first; 0: one file
  uint64_t iterations = 20;
  uint64_t size = 0;  ///< bytes to reach; 0: as many iterations as said
  Loop loop = Loop::single;
  uint64_t events = 200;
  uint64_t depth = 2;
  double start_time = 0;
  int digits = 6;  ///< of a time, after the point
  bool links = true;
  bool variables = true;
  bool punctual_events = true;
  bool user_fields = true;
  bool churn = false;  ///< short-lived containers
  std::vector<Fault> faults;
  double fault_rate = 0.001;  ///< of the events

  // Planted differences.
  std::optional<uint64_t> slow_rank;
  std::optional<uint64_t> slow_iteration;  ///< the rank is slow in it alone; all are, without one
  double slow_factor = 1.5;
  std::optional<uint64_t> late_rank;
  double late_by = 0.005;  ///< seconds
  std::optional<uint64_t> extra_iteration;
  std::optional<uint64_t> dropped_message;
  std::string renamed_state, new_state_name;
  double changed_fraction = 0;
};

}  // namespace paje::tools
