// The files of a run as actions without times.
#pragma once

#include <string>

#include "ti/actions.hpp"

namespace paje::tools {

/// Writes index.txt and rank-N.txt into the folder, which is made if it is not there.
void write_action_files(const Actions& actions, const std::string& folder);

}  // namespace paje::tools
