// Patterns for names: `*` and `?` as in a shell; without them, any part of the name. Case aside.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "paje/trace.hpp"

namespace paje::gui {

bool matches(std::string_view pattern, std::string_view name);

/// Patterns of the library (matches_glob()) that only these containers' paths are like.
std::vector<std::string> literal_paths(const Trace& trace, const std::set<ContainerId>& containers);

}  // namespace paje::gui
