// A system as a picture.
#pragma once

#include <string>

#include "paje/simulation/system.hpp"

namespace paje::tools {

std::string system_svg(const SystemDescription& system);
/// For Graphviz.
std::string system_dot(const SystemDescription& system);

}  // namespace paje::tools
