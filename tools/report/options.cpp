#include "report/options.hpp"

#include <CLI/CLI.hpp>

#include "common/cli.hpp"
#include "common/time_unit_option.hpp"
#include "common/tool.hpp"

namespace paje::tools {

std::optional<int> parse_report_options(int argc, char** argv, ReportOptions& options) {
  CLI::App app(
      "Writes a report on a run as one HTML page: why the run takes so long, in words and charts. "
      "The page needs no other files, so it can be sent and printed.",
      "pj_report");
  app.set_version_flag("--version", version_text("pj_report"));
  options.analyze.tool = "pj_report";
  app.add_option("FILE", options.analyze.input, "The trace; standard input if there is none, or -")
      ->type_name("");
  app.add_option("OTHER", options.other, "Another run, which is compared with the first")
      ->type_name("");
  add_reading_options(app, options.analyze);
  add_analysis_options(app, options.analyze);
  auto& group = *app.add_option_group("Output");
  group
      .add_option("-o,--output", options.analyze.output, "Write to this file, once it is complete")
      ->type_name("FILE");
  add_unit_option(group, options.analyze.unit, "of both traces");
  app.footer(
      "Exit status: 0 done; 1 a trace is bad; 2 wrong usage, or system error.\n\n"
      "Example: pj_report run.trace -o report.html");
  return parse_options(app, argc, argv);
}

}  // namespace paje::tools
