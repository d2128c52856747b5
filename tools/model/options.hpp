// What pj_model is asked for.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "paje/models/placement_model.hpp"
#include "paje/models/storage.hpp"
#include "runs/measured_run.hpp"
#include "runs/reading_options.hpp"

namespace paje::tools {

struct ModelOptions {
  bool fits = false;  ///< else it predicts
  enum class Kind { mva, communication, storage, lmo };
  Kind kind = Kind::mva;
  std::vector<std::string> runs;
  std::vector<std::string> judged;  ///< runs that are not fitted to
  RunReading reading;
  std::string model;  ///< to read, or to write: a file, or the name of a published one
  ReportFormat format;

  // Of mva.
  std::string system;  ///< a file
  double cores = 0;    ///< of each node, without a file
  double byte_time = 0;
  std::vector<std::string> placements;
  PlacementOptions placement;
  std::optional<double> startup;
  std::string message_fit = "best";
  std::string network;  ///< a file: an LMO model that startup and bytes are from

  // Of storage.
  std::vector<SizeInterval> intervals;
  std::string svg;            ///< a picture of it; empty: none
  std::vector<double> sizes;  ///< of lmo, too

  // Of lmo.
  bool least_squares = false;
  bool takes_medians = false;  ///< of repetitions
  bool escalation_of_first = false;
  std::optional<uint32_t> root;
  std::optional<uint32_t> to;

  // Of communication.
  std::string topology;            ///< a file
  std::vector<std::string> areas;  ///< `NAME: CONDITION: TERM + TERM`
  std::string change_point;        ///< a metric
  bool is_robust = true;
};

/// The exit status if there is nothing more to do.
std::optional<int> parse_model_options(int argc, char** argv, ModelOptions& options);

}  // namespace paje::tools
