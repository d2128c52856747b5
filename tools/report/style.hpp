// How a report looks.
#pragma once

#include <string_view>

namespace paje::tools {

/// Rules of CSS, without those of charts.
std::string_view page_rules();

}  // namespace paje::tools
