// Matches the tracks of two traces.
#pragma once

#include <string>
#include <vector>

#include "paje/comparison.hpp"

namespace paje {

/// Matched containers; one is invalid if the other has no partner.
struct MatchedContainers {
  ContainerId a;
  ContainerId b;
};

/// All containers of both traces: pairs, and those only in A, in the order of A; then those only in
/// B. O(containers). Throws std::invalid_argument for a path in options.partners without a
/// container.
std::vector<MatchedContainers> match_containers(const Trace& a, const Trace& b,
                                                const ComparisonOptions& options);

/// The tracks to compare, with only path and type set: those in both traces, then those only in A,
/// then only in B. Throws std::invalid_argument if there is none.
std::vector<TrackComparison> match_tracks(const Trace& a, const Trace& b,
                                          const std::vector<MatchedContainers>& containers,
                                          const ComparisonOptions& options);

}  // namespace paje
