// The table of aggregates and the quality curve, as text, CSV and JSON.
#pragma once

#include <string>

#include "aggregate/overview.hpp"

namespace paje::tools {

std::string aggregates_text(const Overview& overview);
std::string aggregates_csv(const Overview& overview);
std::string curve_text(const Overview& overview);
std::string curve_csv(const Overview& overview);
/// Both; the curve is there unless p was given.
std::string overview_json(const Overview& overview);

/// What is aggregated: `state 'MPI_STATE'` or `waiting`.
std::string subject_text(const Overview& overview);

/// `p = 0.43 (the knee of the quality curve)`.
std::string p_text(const Overview& overview);

}  // namespace paje::tools
