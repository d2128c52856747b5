// Parts of a scenario that are tables in files.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "paje/prediction.hpp"

namespace paje::tools {

// Throw std::system_error, and std::runtime_error with file and line.

/// Columns container and factor.
std::vector<ContainerScale> read_frequencies(const std::string& path);
/// Columns container, node and perhaps before.
/// What the containers of such a table draw together.
struct PowerSum {
  double watts = 0;
  std::optional<double> watts_before;  ///< at the frequencies of the measured run
};
/// Nothing if the table has no column watts.
std::optional<PowerSum> read_power(const std::string& path);

std::vector<NodePlace> read_placement(const std::string& path);

}  // namespace paje::tools
