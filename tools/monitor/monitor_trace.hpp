// The trace of what was sampled.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "monitor/samples.hpp"

namespace paje::tools {

struct MonitoredRun {
  Samples samples;
  std::vector<std::pair<std::string, std::string>> parameters;
  bool is_table = false;  ///< samples of another program, which say nothing of a command
  double start = -1;      ///< of the command, in seconds; below 0: there was none
  double end = -1;
  double last = 0;  ///< when sampling ended
};

/// Writes a trace of text, or an archive if the name ends with .pja. The time of the first sample
/// is 0. If the disk is full, it has fewer of the latest samples: as many as there is room for. The
/// time up to which it has all; throws std::system_error if there is no room for any.
double write_monitored(const MonitoredRun& run, const std::string& output);

}  // namespace paje::tools
