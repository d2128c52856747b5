// The commands of pj_energy, each of which makes tables, and writes the files that it is asked for.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analyze/sheet.hpp"
#include "energy/options.hpp"

namespace paje::tools {

/// What a command found.
struct EnergyFindings {
  std::vector<std::string> lines;                     ///< sentences before the tables; text only
  std::vector<std::pair<std::string, Sheet>> sheets;  ///< by the member of JSON that holds them
  std::vector<std::string> remarks;                   ///< what an answer rests on, and warnings
};

EnergyFindings show_fit(const EnergyOptions& options);
EnergyFindings show_validation(const EnergyOptions& options);
EnergyFindings show_estimate(const EnergyOptions& options);
EnergyFindings show_report(const EnergyOptions& options);
EnergyFindings show_frequencies(const EnergyOptions& options);

/// Whether an input is a table: its name ends in .csv.
bool is_table(std::string_view path);

/// Reads a trace as the options say.
Trace read_energy_trace(const EnergyOptions& options, const std::string& path);

/// `12.3 kJ`, with four digits.
std::string joules_text(double joules);

}  // namespace paje::tools
