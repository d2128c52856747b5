// What pj_energy is asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "paje/iterations.hpp"
#include "paje/models/frequencies.hpp"
#include "paje/read.hpp"
#include "paje/time_unit.hpp"
#include "runs/reading_options.hpp"

namespace paje::tools {

/// Which columns of a table, and variables of a trace, are what.
struct MeasureNames {
  std::string cpu = "cpu";
  std::string memory = "mem";
  std::string power = "power";
};

struct EnergyOptions {
  std::string command;
  std::vector<std::string> inputs;
  ReadOptions read;
  bool lenient = false;
  bool quiet = false;
  MeasureNames names;
  ReportFormat format;
  std::optional<TimeUnit> unit;

  std::string model;              ///< a file: fit writes it, validate and estimate read it
  unsigned components = 2;        ///< of fit
  std::vector<double> constants;  ///< of estimate, in place of a model
  uint32_t machines = 0;          ///< of estimate: those of the inelastic comparison
  std::string trace;              ///< of estimate and frequencies: a trace to write
  std::string svg;                ///< of report
  std::string parameters;         ///< of report: a table of experiments
  std::string run_state = "Run";
  std::optional<double> work;

  std::vector<double> levels = {2.4, 2.3, 2.2, 2.1, 2.0, 1.9, 1.8, 1.7, 1.6, 1.5, 1.4, 1.3, 1.2};
  std::vector<double> watts;
  double static_watts = 10;
  double dynamic_watts = 26;
  double cpu_bound = 1;
  Balancing balancing = Balancing::none;
  std::string domain;     ///< type of the containers whose processors share a frequency
  std::string processor;  ///< type of the containers that are processors
  std::string save;       ///< where to write the frequencies of all processors
  uint32_t from_iteration = 0;
  bool by_iteration = false;      ///< no iteration may become longer, not just the mean
  bool states_are_tasks = false;  ///< else tracks are
  IterationOptions iterations;
  std::string classes;
};

/// The exit status if there is nothing more to do.
std::optional<int> parse_energy_options(int argc, char** argv, EnergyOptions& options);

}  // namespace paje::tools
