// Options of tools that read several runs.
#pragma once

#include "runs/measured_run.hpp"
#include "runs/report.hpp"

namespace CLI {
class App;
}

namespace paje::tools {

/// How traces are read, in the group of all options.
void add_run_reading_options(CLI::App& app, RunReading& reading);
/// --classes, --size-field.
void add_run_meaning_options(CLI::App& app, RunReading& reading);

void add_report_options(CLI::App& app, ReportFormat& format);

}  // namespace paje::tools
