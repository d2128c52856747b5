// MPI_Scan and MPI_Exscan: for the analyses they depend on nobody, and in actions they are
// operations of all ranks.
#pragma once

#include <string_view>

#include "paje/dependency_graph.hpp"

namespace paje::tools {

/// The action that is the call of that name: `scan`, `exscan`; empty if it is another call.
std::string_view scan_word(std::string_view name);

/// Whether all tracks make these calls in one order, and each after as many operations of all: then
/// they are operations of all tracks. O(n).
bool are_scans_of_all(const DependencyGraph& graph);

}  // namespace paje::tools
