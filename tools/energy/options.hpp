// What pj_energy is asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "paje/models/frequency_plan.hpp"
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

  LevelOptions levels;
  Balancing balancing = Balancing::none;
  LoadOptions loads;
  PlanOptions plan;
  std::string save;  ///< where to write the frequencies of all processors
  std::string classes;
};

/// The exit status if there is nothing more to do.
std::optional<int> parse_energy_options(int argc, char** argv, EnergyOptions& options);

}  // namespace paje::tools
