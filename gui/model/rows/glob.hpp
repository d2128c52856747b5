// Patterns for names: `*` and `?` as in a shell; without them, any part of the name. Case aside.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "paje/trace.hpp"

namespace paje::gui {

bool matches(std::string_view pattern, std::string_view name);

/// By container, whether any of the patterns is like its name or path, as in all tools
/// (matches_glob()). A pattern that no container is like so, but some are in part, selects these.
std::vector<bool> containers_like(const Trace& trace, const std::vector<std::string>& patterns);

/// Whether each pattern is like the whole name or path of a container, as all tools want it.
bool are_whole_names(const Trace& trace, const std::vector<std::string>& patterns);

/// Patterns of the library (matches_glob()) that only these containers' paths are like.
std::vector<std::string> literal_paths(const Trace& trace, const std::set<ContainerId>& containers);

}  // namespace paje::gui
