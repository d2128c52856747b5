// The commands of pj_energy, each of which makes tables, and writes the files that it is asked for.
#pragma once

#include <string>
#include <string_view>

#include "energy/options.hpp"
#include "runs/report.hpp"

namespace paje::tools {

Report show_fit(const EnergyOptions& options);
Report show_validation(const EnergyOptions& options);
Report show_estimate(const EnergyOptions& options);
/// `has_bad` becomes true if a run is left out because its trace is bad; a remark says which.
Report show_report(const EnergyOptions& options, bool& has_bad);
Report show_frequencies(const EnergyOptions& options);

/// Whether an input is a table: its name ends in .csv.
bool is_table(std::string_view path);

/// Reads a trace as the options say.
Trace read_energy_trace(const EnergyOptions& options, const std::string& path);

/// `12.3 kJ`, with four digits.
std::string joules_text(double joules);

}  // namespace paje::tools
