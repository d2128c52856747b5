// What is measured of each run of two groups.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "compare/options.hpp"
#include "paje/models/group_test.hpp"

namespace paje::tools {

/// Seconds by path of the container, value and part of the run.
using GroupNumbers = std::map<std::tuple<std::string, std::string, uint32_t>, double>;

/// Numbers of one run, in seconds.
struct GroupRun {
  double length = 0;
  uint32_t iterations = 0;  ///< 0: fewer than parts
  GroupNumbers by_part;     ///< mean of an iteration; empty without iterations
  GroupNumbers whole;       ///< of the run, which is its only part
  /// What each value of a container makes others wait, in the whole run.
  std::map<std::pair<std::string, std::string>, double> caused;
  double waiting = 0;  ///< of all containers
};

/// Throws TraceError, and std::runtime_error if the trace has no states.
GroupRun read_group_run(const CompareOptions& options, const std::string& path);

}  // namespace paje::tools
