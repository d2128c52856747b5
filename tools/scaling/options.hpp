// What pj_scaling is asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "runs/reading_options.hpp"
#include "scaling/cost.hpp"
#include "scaling/read_runs.hpp"

namespace paje::tools {

struct ScalingOptions {
  RunList list;
  Prices prices;
  double knee = 0.02;
  std::vector<double> predict;  ///< numbers of cores
  double fit_to = 0;            ///< models are fitted to runs of at most that many cores; 0: to all
  std::string predicted;
  std::string measured;
  std::string svg;
  ReportFormat format;
};

/// The exit status if there is nothing more to do.
std::optional<int> parse_scaling_options(int argc, char** argv, ScalingOptions& options);

/// `2%` or `0.02`. Throws std::invalid_argument.
double parse_share(const std::string& text);

}  // namespace paje::tools
