// Parts of the computation of efficiencies.
#pragma once

#include <vector>

#include "paje/critical_path.hpp"

namespace paje {

/// Seconds of useful work on a track.
[[nodiscard]] double useful_seconds(const DependencyGraph& graph,
                                    const DependencyGraph::Track& track);
/// `useful` has useful_seconds() of all tracks, at least one.
[[nodiscard]] Efficiencies efficiencies_of(const std::vector<double>& useful, double length,
                                           double ideal_length);

}  // namespace paje
