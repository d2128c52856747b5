// What machines draw by a model of their power (E2M, see paje/models/power.hpp), from variables of
// a trace that say how much they are used.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "paje/models/energy.hpp"
#include "paje/models/power.hpp"
#include "paje/time_unit.hpp"
#include "paje/trace.hpp"

namespace paje::tools {

struct PowerEstimate {
  std::vector<ContainerId> machines;  ///< containers whose type has one of the variables
  std::vector<PowerPiece> pieces;     ///< by machine, each in order of time
  double seconds_without_use = 0;     ///< nothing is known of the machine: it counts as idle
  // Only one of the uses is unknown and counts as 0, unless the model does not need it.
  double seconds_without_cpu = 0;
  double seconds_without_memory = 0;
  uint64_t negative = 0;      ///< pieces for which the model says less than no power
  uint64_t out_of_range = 0;  ///< pieces with a use below 0 or above 100
};

/// `cpu` and `memory` are names of variables. A machine is active while its container lives; with
/// `only_samples`, from its first value to the end of its last. Throws std::runtime_error for a use
/// that is not finite, a run without an end, or if no machine can have a variable that the model
/// needs: its coefficient is not 0.
PowerEstimate estimate_power(const Trace& trace, const std::string& cpu, const std::string& memory,
                             TimeUnit unit, const PowerModel& model, bool only_samples = false);

}  // namespace paje::tools
