// Applications from files.
#pragma once

#include "paje/simulation/application.hpp"
#include "simulate/json_file.hpp"

namespace paje::tools {

/// Throws std::runtime_error with file, line and column.
Application read_application(const JsonFile& file);

/// What settings of it are called: n.LABEL and variables.
std::vector<std::string> setting_names(const Application& application);

}  // namespace paje::tools
