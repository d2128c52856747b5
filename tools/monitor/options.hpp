// What pj_monitor was asked for.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace paje::tools {

struct MonitorOptions {
  std::string output;
  double interval = 1;  ///< seconds
  double idle = 0;      ///< seconds of sampling before and after the command
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string power_model;  ///< a file of pj_energy fit
  std::string powercap = "/sys/class/powercap";
  std::string csv;  ///< samples of another program, instead of own ones
  bool quiet = false;
  std::vector<std::string> command;
};

/// The exit status if there is nothing more to do.
std::optional<int> parse_monitor_options(int argc, char** argv, MonitorOptions& options);

}  // namespace paje::tools
