// The network of an LMO model, as a calibration.
#pragma once

#include <string>

#include "paje/prediction.hpp"

namespace paje::tools {

/// From the network of the run to that of the model: a message takes as long as it does there on
/// average between processes of different machines (of all, if there is one machine). Throws
/// std::runtime_error if the file is no model; std::invalid_argument as calibrate_to().
NetworkCalibration network_calibration(const DependencyGraph& run, const std::string& path,
                                       const std::string& size_field);

}  // namespace paje::tools
