// A measured run: what its devices' variables say, when the application ran in it, and what it did.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "energy/options.hpp"
#include "paje/models/energy.hpp"
#include "paje/trace.hpp"

namespace paje::tools {

/// Any variable of any container.
struct MeasuredVariable {
  ContainerId container;
  std::string device;
  std::string source;  ///< what the device's field Source says: measured or modelled, and by what
  std::string variable;
  bool is_power = false;
  bool is_sum = false;  ///< of the power of containers inside this one
  std::vector<SampledValue> samples;
  double end = 0;  ///< until when the last sample holds
  SampleStatistics statistics;
};

/// A device while it was in one state.
struct StateEnergy {
  std::string device;
  std::string source;  ///< of its power
  std::string state;   ///< empty: in none
  double seconds = 0;
  double joules = 0;
};

struct PowerRun {
  std::string name;  ///< of the file, without folders
  std::vector<MeasuredVariable> variables;
  std::vector<StateEnergy> states;  ///< of devices with power
  bool has_run_state = false;
  double seconds = 0;             ///< of the application, or from the first sample to the end
  std::optional<double> latency;  ///< seconds from the first sample to the start of the application
  std::optional<double> work;
  std::vector<std::string> parameters;  ///< words of the report's columns
  /// Other fields of containers, as pj_monitor --parameter writes them; each once.
  std::vector<std::pair<std::string, std::string>> fields;
  uint64_t negative = 0;    ///< samples of power below 0, left out
  uint64_t not_finite = 0;  ///< samples left out

  /// Devices with power of their own that others inside of them have, too.
  std::vector<std::string> around_others;

  // Sums over devices with power, without those whose power is a sum of others.
  std::size_t devices = 0;
  double trapezoids = 0;  ///< joules
  double run_joules = 0;  ///< while the application ran, each sample holding until the next
  double mean_watts = 0;
  [[nodiscard]] double mean_times_time() const { return mean_watts * seconds; }
};

/// Throws std::runtime_error if no container has a variable.
PowerRun read_run(const EnergyOptions& options, const std::string& path);

}  // namespace paje::tools
