// Whether two groups of repeated runs differ by more than repetitions do, and in what.
#pragma once

#include "compare/options.hpp"

namespace paje::tools {

/// Prints the report. 0 if they do not differ, 1 if they do. Throws TraceError for a bad trace, and
/// std::runtime_error if there is nothing to compare.
int compare_groups(const CompareOptions& options);

}  // namespace paje::tools
