// What pj_validate does: finds all problems of a trace, and what it holds.
#pragma once

#include "validate/options.hpp"
#include "validate/report.hpp"

namespace paje::tools {

ReadOptions reading_of(const ValidateOptions& options);
ValidationReport examine(const ValidateOptions& options);
/// Prints it; returns the exit status.
int show_report(const ValidationReport& report, const ValidateOptions& options);

}  // namespace paje::tools
