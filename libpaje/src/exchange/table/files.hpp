// The files of a table that pj_export wrote into a folder: one for each nature.
#pragma once

#include <string>
#include <vector>

namespace paje::exchange {

/// `container.csv`, `state.csv`, ... or the same compressed, as far as they are there; empty if
/// `path` is no folder that has some of them.
std::vector<std::string> table_files(const std::string& path);

}  // namespace paje::exchange
