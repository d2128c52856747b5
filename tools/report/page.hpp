// The page that pj_report writes.
#pragma once

#include <string>

#include "report/options.hpp"

namespace paje::tools {

/// Reads the traces that the options name. What a trace lacks is a sentence on the page.
std::string make_page(const ReportOptions& options);

}  // namespace paje::tools
