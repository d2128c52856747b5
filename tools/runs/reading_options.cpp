#include "runs/reading_options.hpp"

#include "common/input_options.hpp"
#include "common/resource_options.hpp"
#include "common/selection_options.hpp"
#include "common/time_unit_option.hpp"

namespace paje::tools {

void add_run_reading_options(CLI::App& app, RunReading& reading) {
  add_old_names_option(app, reading.read.old_field_names);
  add_incomplete_links_option(app, reading.read.ignore_incomplete_links);
  add_lenient_option(app, reading.lenient);
  add_quiet_option(app, reading.quiet);
  add_sort_option(app, reading.read.sort);
  add_fix_clocks_option(app, reading.read.fix_clocks);
  add_resource_options(app, reading.read.threads);
  add_selection_options(app, reading.read.selection);
  add_clip_option(app, reading.clip);
}

void add_run_meaning_options(CLI::App& app, RunReading& reading) {
  app.add_option("--classes", reading.classes,
                 "Rules that classify values, before the built-in ones; see `pj_analyze classes`")
      ->type_name("FILE");
  app.add_option("--size-field", reading.size_field,
                 "User-defined field with the size of messages (default: Size, MessageSize or "
                 "Length)");
  add_unit_option(app, reading.unit, "so that times are seconds");
}

void add_report_options(CLI::App& app, ReportFormat& format) {
  auto& group = *app.add_option_group("Output");
  auto* const csv = group.add_flag("--csv", format.csv, "Print one table as CSV");
  group.add_flag("--json", format.json, "Print JSON")->excludes(csv);
  group.add_option("--table", format.table, "Which table is CSV, by its name in JSON")
      ->type_name("NAME")
      ->needs(csv);
  group.add_option("--top", format.top, "Rows of each table as text")
      ->type_name("N")
      ->check(CLI::Range(1U, 1'000'000'000U))
      ->capture_default_str();
  group.add_option("-o,--output", format.output, "Print to this file, once it is complete")
      ->type_name("FILE");
}

}  // namespace paje::tools
