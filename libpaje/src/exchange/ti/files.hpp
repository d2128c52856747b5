// The files of a time-independent trace: an index names one for each rank, or one has all actions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace paje::exchange {

/// The files that an index names, relative to its folder or where the program runs; of a folder,
/// those that its index.txt names. None if it is something else. Throws std::runtime_error if the
/// first one holds actions, but another one is not there or does not.
std::vector<std::string> ti_files(const std::string& path);

}  // namespace paje::exchange
