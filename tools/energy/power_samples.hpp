// Samples of power and use, from tables or from the variables of a trace.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "energy/options.hpp"
#include "paje/models/power.hpp"

namespace paje::tools {

struct PowerSamples {
  std::vector<PowerSample> samples;
  uint64_t negative = 0;           ///< left out: their power is below 0
  uint64_t negative_use = 0;       ///< not left out: the use of the CPU or the memory is below 0
  uint64_t not_finite = 0;         ///< left out
  std::vector<std::string> twice;  ///< files that were given again: their samples count again
};

/// Of all inputs together. Of a trace, a sample is a stretch of time in which a container has all
/// three variables and none changes. Throws std::runtime_error if there are no samples at all.
PowerSamples read_power_samples(const EnergyOptions& options);

/// A sentence for each kind that is left out.
void add_remarks(const PowerSamples& samples, std::vector<std::string>& remarks);

}  // namespace paje::tools
