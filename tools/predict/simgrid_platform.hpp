// A network as SimGrid's smpirun takes it: hosts on a switch, with the costs of a run.
#pragma once

#include <string>
#include <vector>

#include "paje/prediction.hpp"

namespace paje::tools {

struct SimgridPlatform {
  std::string xml;
  std::vector<std::string> settings;  ///< `--cfg=...` of smpirun
};

/// What messages take by their size, changed as the scenario says.
using MessageCosts = std::vector<NetworkCalibration::Point>;

/// `costs` are by size, ascending. What counts is `before`, or `after` with `is_after`. Between two
/// sizes a message costs a latency and a time for each byte that are those of the smaller one.
SimgridPlatform make_platform(const MessageCosts& costs, bool is_after, const Scenario& scenario,
                              std::size_t hosts, double operations_per_second);

/// The names of a platform's hosts; empty if it has them in other ways than by <host> and
/// <cluster>.
std::vector<std::string> host_names(const std::string& text, const std::string& path);

/// Operations in a second of the first host of a platform: `text` is its XML, `path` its name.
/// Throws std::runtime_error with the place.
double first_host_speed(const std::string& text, const std::string& path);

}  // namespace paje::tools
