// What pj_compare prints.
#pragma once

#include <string>

#include "compare/options.hpp"
#include "compare/runs.hpp"

namespace paje::tools {

/// The first screen: which run is longer, by how much, where, in what.
std::string overview_text(const Runs& runs, std::size_t top);
/// One table; `top` rows of it, 0 for all.
std::string table_text(const Runs& runs, Grouping by, std::size_t top);
/// All rows of one table; of values for the overview.
std::string table_csv(const Runs& runs, Grouping by);
std::string comparison_json(const Runs& runs);

/// `only in B: compute, MPI_Send and 2 more`: what differs there.
std::string divergence_text(const Runs& runs, const TrackComparison& track);

}  // namespace paje::tools
