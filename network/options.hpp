// What the program of measurements was asked for: words NAME=VALUE, as pj_measure writes them,
// which has checked them.
#pragma once

#include <string>
#include <vector>

#include "network/precision.hpp"

namespace paje::network {

struct Options {
  std::string experiment;  ///< lmo, collectives or halo; or gather, which has no other words
  std::string output;
  bool is_table = false;
  bool serial = false;
  int root = 0;
  std::vector<int64_t> sizes;
  std::vector<int> per_node;
  std::vector<int> messages;
  Precision precision;
};

/// Throws std::invalid_argument for any other word.
Options parse_options(const std::vector<std::string>& words);

}  // namespace paje::network
