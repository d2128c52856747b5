// The picture of `pj_energy report`: power over time, and the energy of each run and device.
#pragma once

#include <span>
#include <string>

#include "energy/power_run.hpp"

namespace paje::tools {

/// SVG.
std::string report_picture(std::span<const PowerRun> runs);

}  // namespace paje::tools
