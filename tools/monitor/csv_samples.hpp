// Samples that another program wrote as a table, such as nvidia-smi.
#pragma once

#include <string>

#include "monitor/monitor_trace.hpp"

namespace paje::tools {

/// The column `time` (seconds) or `timestamp` (2026/01/31 13:05:00.250) says when; `device`,
/// `index` or `name`, if they are there, of what; all other columns with numbers are variables,
/// with or without a unit in each cell. Throws std::system_error, or std::runtime_error with file
/// and line.
MonitoredRun read_csv_samples(const std::string& path);

}  // namespace paje::tools
