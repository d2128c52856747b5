// What pj_simulate prints of results.
#pragma once

#include "runs/report.hpp"
#include "simulate/sweep.hpp"

namespace paje::tools {

/// What can be said of all configurations together, by place.
struct Comparison {
  std::vector<double> speedups;
  std::vector<bool> is_front;           ///< of time and energy
  std::optional<std::size_t> cheapest;  ///< under --max-failure
  bool has_prices = false;
};
Comparison compare(const SimulateOptions& options, const Study& study);

Report result_report(const SimulateOptions& options, const Study& study);

/// Time and energy of all configurations, and the front.
std::string result_picture(const Study& study, const Comparison& comparison);

}  // namespace paje::tools
