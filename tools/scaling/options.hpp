// What pj_scaling is asked for.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "paje/models/scaling.hpp"
#include "runs/reading_options.hpp"
#include "scaling/read_runs.hpp"

namespace paje::tools {

/// What a family pays.
struct RunPrice {
  Price price;
  bool is_of_core = false;
};

struct ScalingOptions {
  RunList list;
  std::map<std::string, RunPrice> prices;  ///< by family; that of no name is for all others
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

/// `0.376/h/machine`, `0.05/h/core`: of a machine unless a core is named. Throws
/// std::invalid_argument.
RunPrice parse_price(const std::string& text);
/// Seconds of `1h`, `60s`, `1min`; 0 for `exact`. Throws std::invalid_argument.
double parse_billing(const std::string& text);
/// `2%` or `0.02`. Throws std::invalid_argument.
double parse_share(const std::string& text);

}  // namespace paje::tools
