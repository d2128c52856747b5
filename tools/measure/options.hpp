// What pj_measure was asked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/network_options.hpp"
#include "paje/models/storage.hpp"
#include "runs/reading_options.hpp"

namespace paje::tools {

struct MeasureOptions {
  std::string command;  ///< machine, storage or network
  ReportFormat format;

  // Of storage.
  std::string file;   ///< that is written and read
  std::string trace;  ///< of what was measured; empty: none
  std::string svg;    ///< a picture of it; empty: none
  std::vector<SizeInterval> intervals;
  unsigned points = 2;
  unsigned repetitions = 4;
  std::vector<double> file_sizes;
  uint64_t seed = 1;
  bool exhaustive = false;
  bool overwrite = false;

  NetworkOptions network;
};

/// The exit status if there is nothing more to do.
std::optional<int> parse_measure_options(int argc, char** argv, MeasureOptions& options);

}  // namespace paje::tools
