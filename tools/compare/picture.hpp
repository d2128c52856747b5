// A comparison as a picture.
#pragma once

#include <string>

#include "compare/runs.hpp"

namespace paje::tools {

/// The tracks in which most differs: each run's states on one axis of time, lines between the
/// begins and ends of regions, and the shift beneath. An SVG file; its size does not grow with the
/// traces. `unit` is the times'.
std::string draw_comparison(const Runs& runs, double width, TimeUnit unit);

}  // namespace paje::tools
