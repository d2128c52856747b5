// The file of --rename: a line for each name, the old one and the new one.
#pragma once

#include <string>
#include <vector>

#include "paje/cut.hpp"

namespace paje::tools {

/// Throws std::system_error if the file cannot be read, std::runtime_error that names the line if
/// one is wrong.
std::vector<Cut::Rename> read_renames(const std::string& path);

}  // namespace paje::tools
