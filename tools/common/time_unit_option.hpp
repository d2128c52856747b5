// The option --unit: in what unit a trace counts time.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "paje/time_unit.hpp"

namespace CLI {
class App;
}

namespace paje::tools {

/// `what_for` ends the help: what the unit is for.
void add_unit_option(CLI::App& app, std::optional<TimeUnit>& unit, const std::string& what_for);

/// The unit that was given, else the one that the writer of one of the traces is known to count
/// in, which is said on standard error unless `quiet`; else seconds.
TimeUnit unit_for(std::optional<TimeUnit> given, std::span<const Trace* const> traces,
                  std::string_view tool, bool quiet);

}  // namespace paje::tools
