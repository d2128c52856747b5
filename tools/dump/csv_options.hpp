// The command line of pj_dump_csv, parsed as the reference's is (argp).
#pragma once

#include <string>

#include "paje/read.hpp"
#include "paje/table.hpp"

namespace paje::tools {

struct CsvDumpOptions {
  std::string input = "-";
  std::string prefix;  ///< what the names of the files begin with
  ReadOptions read;
  TableOptions table;
  bool lenient = false;
};

/// Ends the process with status 64 for wrong usage and 0 after --help, --usage and --version.
CsvDumpOptions parse_csv_dump_options(int argc, char** argv);

}  // namespace paje::tools
