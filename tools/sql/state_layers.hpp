// States of a container over all its types: which of them a moment belongs to, so that sums count
// no moment twice, when a container was in any state, and which states of MPI are inside no other.
#pragma once

#include <cstdint>
#include <vector>

#include "sql/trace_facts.hpp"

namespace paje::tools {

/// How long each state was the innermost of its container: the last begun that had not ended; of
/// those that began at once, the one that ends first.
std::vector<double> own_times(TraceFacts& facts);

/// The longest stretches of time in which a container was in some state, by container and start.
std::vector<Stretch> stretches_of_states(TraceFacts& facts);

/// For each state: 1 if it is one of MPI and inside no other of its container.
std::vector<uint8_t> outer_states_of_mpi(TraceFacts& facts);

}  // namespace paje::tools
