// Measured runs that --calibrate compares with: from a table, or from traces alone.
#pragma once

#include <vector>

#include "paje/simulation/simulate.hpp"
#include "simulate/options.hpp"

namespace paje::tools {

struct MeasuredTime {
  std::vector<Setting> settings;  ///< the same names for all runs
  double time = 0;                ///< seconds
  bool is_fitted = false;         ///< else it is judged
  /// `path:line:column` of the names of settings, of a table.
  std::vector<std::string> places;
};

/// Of a table, settings are its columns. Of traces, the number of processes of a label is that of
/// the containers with states, less those of labels that --set names; its other settings hold for
/// all. Throws std::runtime_error with file and line, WrongUsage.
std::vector<MeasuredTime> read_measured_times(const SimulateOptions& options);

}  // namespace paje::tools
