// What the efficiencies of a run are made of.
#pragma once

#include <vector>

#include "paje/critical_path.hpp"

namespace paje {

/// Seconds of useful work of a track.
[[nodiscard]] double useful_seconds(const DependencyGraph& graph,
                                    const DependencyGraph::Track& track);
/// Of useful_seconds() of all tracks; at least one.
[[nodiscard]] Efficiencies efficiencies_of(const std::vector<double>& useful, double length,
                                           double ideal_length);

}  // namespace paje
