// Simulates all configurations on all cores.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "paje/simulation/simulate.hpp"
#include "simulate/options.hpp"
#include "simulate/read_system.hpp"

namespace paje::tools {

struct Study {
  std::vector<Application> applications;
  std::vector<std::vector<Setting>> configurations;
  std::vector<std::shared_ptr<const ReadSystem>> systems;  ///< by configuration; often one for all
  std::vector<SimulationResult> results;
};

/// Reads all files. Throws std::runtime_error with file, line and column.
Study read_study(const SimulateOptions& options);
/// The same with other configurations than those of --set; all have the same names. `places` say
/// where names are in a file.
Study read_study(const SimulateOptions& options, std::vector<std::vector<Setting>> configurations,
                 const std::map<std::string, std::string>& places);
/// The system alone, as the first configuration has it.
ReadSystem read_system_of(const SimulateOptions& options);
/// Fills in the results. Throws SimulationError that names the configuration.
void simulate_all(const SimulateOptions& options, Study& study);

}  // namespace paje::tools
