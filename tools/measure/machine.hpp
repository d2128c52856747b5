// How fast this machine computes and moves memory.
#pragma once

#include "runs/report.hpp"

namespace paje::tools {

/// A table whose columns node, cores and speed are those of a system file.
Report measure_machine();

}  // namespace paje::tools
