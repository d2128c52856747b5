// What is on a critical path, added up.
#pragma once

#include <string>
#include <vector>

#include "analyze/run.hpp"

namespace paje::tools {

struct PathSum {
  std::string name;
  double seconds = 0;
  double imbalance = 0;  ///< of values: what is on the path beyond the mean of all tracks
};

struct PathSums {
  double length = 0;
  std::vector<PathSum> by_value;  ///< the longest first
  std::vector<PathSum> by_track;
};

PathSums sum_path(const Run& run, const std::vector<PathPiece>& path);

}  // namespace paje::tools
