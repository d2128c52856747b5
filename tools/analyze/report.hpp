// What pj_analyze prints: a report of a run, as text, CSV or JSON.
#pragma once

#include <string>

#include "analyze/commands.hpp"

namespace paje::tools {

/// Refuses options that do not go together with the command. Inputs are known from then on, so that
/// no output overwrites them.
void begin_analysis(const AnalyzeOptions& options);

/// The findings of a command with their remarks, in the form that is asked for.
std::string findings_report(const Findings& findings, const AnalyzeOptions& options, TimeUnit unit);

/// To the file of --output, or to standard output.
void write_report(const AnalyzeOptions& options, const std::string& report);

/// All that pj_analyze does.
void analyze(const AnalyzeOptions& options);

}  // namespace paje::tools
