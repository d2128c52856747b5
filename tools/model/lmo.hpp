// The LMO model of a network as pj_model fits, writes, reads and uses it.
#pragma once

#include <string>

#include "model/options.hpp"
#include "runs/report.hpp"

namespace paje::tools {

/// `model` becomes what is to be written to a file.
Report fit_network_model(const ModelOptions& options, std::string& model);
Report predict_network_times(const ModelOptions& options);

}  // namespace paje::tools
