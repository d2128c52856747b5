// How tracks use their time, and how values are spread over time and tracks.
#pragma once

#include "analyze/commands.hpp"
#include "paje/profile.hpp"

namespace paje::tools {

void add_usage(const Run& run, const Profile& profile, uint32_t bins, Findings& findings);

}  // namespace paje::tools
