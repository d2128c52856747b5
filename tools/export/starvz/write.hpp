// The tables of StarVZ as files.
#pragma once

#include <string>

#include "paje/trace.hpp"

namespace paje::tools {

/// NAME.parquet and NAME.csv for each table, into the folder; all get their names at the end.
void write_starvz(const Trace& trace, const std::string& folder);

}  // namespace paje::tools
