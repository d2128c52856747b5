// The command line of pj_cut.
#pragma once

#include <optional>
#include <string>

#include "binary/trace_output.hpp"
#include "paje/cut.hpp"
#include "paje/read.hpp"

namespace paje::tools {

struct CutOptions {
  std::string input = "-";
  TraceOutput output;
  ReadOptions read;
  bool lenient = false;
  bool quiet = false;
  Cut cut;              ///< without renames
  std::string renames;  ///< a file of them; empty: none
};

/// The exit status if there is nothing more to do.
std::optional<int> parse_cut_options(int argc, char** argv, CutOptions& options);

}  // namespace paje::tools
