// The command line of pj_compare.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "paje/comparison.hpp"
#include "paje/iterations.hpp"
#include "paje/read.hpp"
#include "paje/time_unit.hpp"

namespace paje::tools {

enum class Grouping { overview, value, track, region, time, channel, link, variable, swap };

/// Repetitions of two runs, and the question whether these differ by more than chance.
struct GroupOptions {
  std::vector<std::string> a, b;    ///< empty: two single runs are compared
  std::vector<std::string> values;  ///< patterns of values to compare; empty: all useful work
  uint32_t parts = 2;               ///< of the run, by iterations
  IterationOptions iterations;
  std::string classes;  ///< a file of rules
  double level = 0.05;  ///< of the chance that counts as none
};

struct CompareOptions {
  GroupOptions groups;
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
