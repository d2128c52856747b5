// What pj_simulate is asked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "runs/reading_options.hpp"
#include "simulate/settings.hpp"

namespace paje::tools {

struct SimulateOptions {
  std::vector<std::string> applications;
  std::string system;
  std::vector<std::string> hardware;
  std::vector<std::pair<std::string, std::string>> swaps;
  std::vector<SettingValues> settings;
  std::optional<bool> one_per_label;
  std::optional<double> most_failure;  ///< probability
  double restart = 0;                  ///< seconds

  std::string storage;            ///< a file system in place of applications
  std::string io;                 ///< a trace whose reading and writing it does
  uint64_t trace_requests = 100;  ///< of each client, in a trace of it

  std::vector<std::string> calibrate;  ///< a table of measured runs, or their traces
  std::vector<std::string> fit;        ///< coefficients
  std::string draw;                    ///< a picture of the system

  std::string show;    ///< what is built in, to be printed
  std::string output;  ///< a trace
  uint64_t trace_processes = 1000;
  std::string svg;

  ReportFormat format;
  unsigned threads = 0;
};

/// As parse_options().
std::optional<int> parse_simulate_options(int argc, char** argv, SimulateOptions& options);

}  // namespace paje::tools
