// The command line of pj_dump: the reference's options, parsed the reference's way (glibc's argp,
// so that abbreviations, option order and the exit status of wrong usage are the same), and ours.
#pragma once

#include <optional>
#include <string>

#include "paje/read.hpp"
#include "paje/table.hpp"

namespace paje::tools {

struct DumpOptions {
  std::string input = "-";
  std::string output;  ///< empty: standard output
  ReadOptions read;
  TableOptions table;
  bool lenient = false;
  bool quiet = false;        ///< replay only
  bool out_of_core = false;  ///< print objects as they complete
  bool print_time = false;   ///< first line: seconds the replay took
  bool container_tree = false;
  bool type_graph = false;
  std::optional<std::string> current_values_of;  ///< -p
  std::string type_hierarchy;                    ///< file to write, or empty
  std::string entity_hierarchy;
};

/// Ends the process with status 64 for wrong usage and 0 after --help, --usage and --version.
DumpOptions parse_dump_options(int argc, char** argv);

}  // namespace paje::tools
