// The command line of pj_cut.
#pragma once

#include <optional>
#include <string>

#include "paje/cut.hpp"
#include "paje/read.hpp"
#include "paje/writer.hpp"

namespace paje::tools {

struct CutOptions {
  std::string input = "-";
  std::string output = "-";
  ReadOptions read;
  bool lenient = false;
  bool quiet = false;
  Encoding encoding = Encoding::text;
  std::optional<int> zstd_level;  ///< uncompressed if there is none
  Cut cut;                        ///< without renames
  std::string renames;            ///< a file of them; empty: none
};

/// The exit status if there is nothing more to do.
std::optional<int> parse_cut_options(int argc, char** argv, CutOptions& options);

}  // namespace paje::tools
