// Paths of containers, also of a trace that is not finished.
#pragma once

#include <span>
#include <string>

#include "paje/trace.hpp"

namespace paje {

/// As container_path() of a trace with these containers.
std::string container_path(std::span<const Container> containers, ContainerId id);

}  // namespace paje
