// What pj_predict is asked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analyze/options.hpp"
#include "binary/trace_output.hpp"
#include "paje/prediction.hpp"
#include "predict/factors.hpp"

namespace paje::tools {

struct PredictOptions {
  /// Input, reading and graph; the unit.
  AnalyzeOptions run{.tool = "pj_predict"};
  Scenario scenario;
  std::vector<std::string> calibrate;  ///< two runs, or none
  std::optional<NetworkChange> between;
  std::string model;          ///< a calibration to read
  std::string network_model;  ///< of kind lmo: the network to predict for
  std::string save_model;     ///< where to write one
  std::string frequencies;    ///< a table of containers and factors
  std::string placement;      ///< a table of containers and nodes
  std::vector<std::string> repetitions;
  bool has_simgrid = false;       ///< SimGrid says how long it takes, instead of the graph
  std::string platform;           ///< SimGrid's XML; empty: made from the run
  std::string measured_platform;  ///< the one that the run was measured on; empty: not known
  /// Whether predictions are on a platform that the check of the engine says nothing of.
  [[nodiscard]] bool is_platform_unchecked() const {
    return !platform.empty() && measured_platform.empty();
  }
  double host_speed = 0;     ///< operations in a second, of the hosts of the run; 0: the platform's
  double element_bytes = 0;  ///< of what sizes of calls count, for SimGrid; 0: as the trace shows
  std::optional<Sweep> sweep;
  std::size_t points = 20;  ///< of the sweep
  bool sensitivity = false;
  std::string validate;  ///< a measured run
  double tolerance = 1;  ///< per cent
  bool force = false;
  bool json = false;
  bool csv = false;
  std::string svg;                 ///< file for a picture of the tables; empty: none
  TraceOutput output{.path = ""};  ///< the predicted trace; no path: none
};

/// The exit status if there is nothing more to do.
std::optional<int> parse_predict_options(int argc, char** argv, PredictOptions& options);

}  // namespace paje::tools
