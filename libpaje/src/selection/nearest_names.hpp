// Messages about a name that a trace does not have: those that it has, the nearest first.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "paje/trace.hpp"

namespace paje {

/// `the trace has no type 'Stat'; it has: State, Link and 3 more`.
std::string no_such(std::string_view what, std::string_view wanted, std::vector<std::string> there);

/// Names of types, each once, without the root's.
std::vector<std::string> type_names(std::span<const Type> types);
/// Names of containers, or their paths if `pattern` looks like one; each once, of very many only
/// the first.
std::vector<std::string> container_names(std::span<const Container> containers,
                                         std::string_view pattern);

}  // namespace paje
