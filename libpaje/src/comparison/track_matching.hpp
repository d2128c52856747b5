// Which tracks of two traces belong together.
#pragma once

#include <string>
#include <vector>

#include "paje/comparison.hpp"

namespace paje {

/// Containers of both traces; one is invalid where the other has no partner.
struct MatchedContainers {
  ContainerId a;
  ContainerId b;
};

/// All containers of both: pairs and those of A alone in the order of A, then those of B alone.
/// O(containers). Throws std::invalid_argument for a path of options.partners without a container.
std::vector<MatchedContainers> match_containers(const Trace& a, const Trace& b,
                                                const ComparisonOptions& options);

/// What is to be compared, with path and type only; those of both first, then those of A, then of
/// B. Throws std::invalid_argument if there is none.
std::vector<TrackComparison> match_tracks(const Trace& a, const Trace& b,
                                          const std::vector<MatchedContainers>& containers,
                                          const ComparisonOptions& options);

}  // namespace paje
