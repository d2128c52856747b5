// The tables of StarVZ as files.
#pragma once

#include <string>
#include <vector>

#include "paje/trace.hpp"

namespace paje::tools {

/// NAME.parquet and NAME.csv for each table, into the folder; all get their names at the end. Those
/// of other files of the run are made of what is in `run_folder`; returns which are not there.
std::vector<std::string> write_starvz(const Trace& trace, const std::string& run_folder,
                                      const std::string& folder);

}  // namespace paje::tools
