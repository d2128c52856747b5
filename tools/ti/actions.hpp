// A run as actions without times, as SimGrid's smpirun -replay reads them.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "paje/dependency_graph.hpp"

namespace paje::tools {

struct ActionOptions {
  double operations_per_second = 1e9;  ///< of the hosts that computed
  double units_per_second = 1;         ///< of the trace's times
  std::string size_field;              ///< of messages; see UserColumns
  double collective_bytes = 8;         ///< of collective calls without a size
  double element_bytes = 0;            ///< of what sizes of calls count; 0: as the trace shows
  /// When each piece starts, by piece; empty: as measured. Computing takes as long as it does
  /// there.
  const std::vector<double>* starts = nullptr;
};

struct Actions {
  std::vector<std::string> ranks;  ///< a text for each track, in their order
  std::map<std::string, uint64_t> losses;
  /// Of the time of all tracks, what calls take whose actions are not, or may not be, what they
  /// did.
  double assumed = 0;
};

/// Messages have tags of their own, so that a replay gives each receive the message that it got.
Actions make_actions(const DependencyGraph& graph, const ActionOptions& options);

}  // namespace paje::tools
