// The reading and writing of a measured run, for a simulated file system.
#pragma once

#include <string>
#include <vector>

#include "paje/simulation/storage.hpp"

namespace paje::tools {

/// A list for each container with states whose values have read or write in their names: their
/// sizes, offsets, and the time between them. Throws std::runtime_error if there is none, or states
/// have no size.
std::vector<std::vector<StorageRequest>> io_requests(const std::string& path, unsigned threads);

}  // namespace paje::tools
