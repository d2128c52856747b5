// The command line of pj_report.
#pragma once

#include <optional>
#include <string>

#include "analyze/options.hpp"

namespace paje::tools {

struct ReportOptions {
  AnalyzeOptions analyze;
  std::string other;  ///< another run, which is compared; empty: none
};

/// The exit status if there is nothing more to do.
std::optional<int> parse_report_options(int argc, char** argv, ReportOptions& options);

}  // namespace paje::tools
