// --calibrate: coefficients that make simulated times those of measured runs.
#pragma once

#include "runs/report.hpp"
#include "simulate/sweep.hpp"

namespace paje::tools {

/// Fits on some runs, judges on the others. Throws std::runtime_error with file and line.
Report calibration_report(const SimulateOptions& options);

}  // namespace paje::tools
