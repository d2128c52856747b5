// How tracks use their time, and how values are spread over time and tracks.
#pragma once

#include "analyze/commands.hpp"
#include "paje/utilisation.hpp"

namespace paje::tools {

void add_usage(const Run& run, const Usage& usage, Findings& findings);

}  // namespace paje::tools
