// Platforms of SimGrid as systems.
#pragma once

#include <string>

#include "simulate/read_system.hpp"

namespace paje::tools {

/// Whether a file begins as XML.
bool is_platform(const std::string& text);

/// Zones are groups, hosts are machines with one processor, clusters are groups of equal machines.
/// A group's network has the greatest latency and the least bandwidth of its routes. Throws
/// std::runtime_error with file, line and column.
ReadSystem read_platform(std::string text, const std::string& path);

/// Adds what is in the file below `node` of a system, whose model holds there.
void add_platform(const std::string& path, SystemDescription& system, SystemNode& node);

}  // namespace paje::tools
