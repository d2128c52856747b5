// The command line of pj_equals: the reference's options, parsed the reference's way (glibc's
// argp), and ours.
#pragma once

#include <array>
#include <string>

#include "equals/comparison.hpp"
#include "paje/read.hpp"

namespace paje::tools {

struct EqualsOptions {
  struct Side {
    std::string input;
    ReadOptions read;
  };

  std::array<Side, 2> sides;
  ComparisonOptions comparison;
  bool lenient = false;
  bool quiet = false;
  bool status = false;  ///< the exit status is 0 for equal, 1 for different
};

/// Ends the process with status 64 for wrong usage and 0 after --help, --usage and --version.
EqualsOptions parse_equals_options(int argc, char** argv);

}  // namespace paje::tools
