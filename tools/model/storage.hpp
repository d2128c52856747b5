// Models of storage devices as pj_model fits, writes, reads and uses them.
#pragma once

#include <string>

#include "model/options.hpp"
#include "runs/report.hpp"

namespace paje::tools {

/// `model` becomes what is to be written to a file.
Report fit_storage_model(const ModelOptions& options, std::string& model);
Report predict_storage_times(const ModelOptions& options);

}  // namespace paje::tools
