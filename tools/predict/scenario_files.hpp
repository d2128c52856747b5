// Parts of a scenario that are tables in files.
#pragma once

#include <string>
#include <vector>

#include "paje/prediction.hpp"

namespace paje::tools {

// Throw std::system_error, and std::runtime_error with file and line.

/// Columns container and factor.
std::vector<ContainerScale> read_frequencies(const std::string& path);
/// Columns container, node and perhaps before.
std::vector<NodePlace> read_placement(const std::string& path);

}  // namespace paje::tools
