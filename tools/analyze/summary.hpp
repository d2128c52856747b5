// The first screen of pj_analyze.
#pragma once

#include <string>

#include "analyze/run.hpp"

namespace paje::tools {

std::string summary_text(const Run& run, const AnalyzeOptions& options);
std::string summary_json(const Run& run, const AnalyzeOptions& options);

}  // namespace paje::tools
