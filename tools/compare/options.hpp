// The command line of pj_compare.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "paje/comparison.hpp"
#include "paje/read.hpp"
#include "paje/time_unit.hpp"

namespace paje::tools {

enum class Grouping { overview, value, track, region, time, channel, link, variable, swap };

struct CompareOptions {
  std::string input_a, input_b;
  ReadOptions read;
  bool lenient = false;
  bool quiet = false;

  ComparisonOptions comparison;
  std::string map;  ///< file of containers that belong together

  Grouping by = Grouping::overview;
  std::optional<std::size_t> top;
  bool csv = false;
  bool json = false;
  std::string output = "-";
  std::string output_aligned, output_diff, svg;
  double width = 1200;           ///< of the picture, in pixels
  std::optional<TimeUnit> unit;  ///< of text and axis; empty: the one their writer is known for
};

/// Returns the exit status if the process is to end at once: 0 after --help, 2 for wrong usage.
std::optional<int> parse_compare_options(int argc, char** argv, CompareOptions& options);

}  // namespace paje::tools
