#include "query/options.hpp"

#include <CLI/CLI.hpp>

#include "common/cli.hpp"
#include "common/input_options.hpp"
#include "common/resource_options.hpp"
#include "common/selection_options.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

void add_reading_options(CLI::App& app, QueryOptions& options) {
  add_old_names_option(app, options.read.old_field_names);
  add_incomplete_links_option(app, options.read.ignore_incomplete_links);
  app.add_option("--size-field", options.size_field,
                 "The field of links that holds their bytes; becomes the column size (default: "
                 "Size, MessageSize or Length, the first that links have)")
      ->type_name("NAME");
  app.add_option("--classes", options.classes,
                 "Rules that classify values, before the built-in ones, for waits(), causes() and "
                 "the like; see `pj_analyze classes`")
      ->type_name("FILE");
  add_lenient_option(app, options.lenient);
  add_quiet_option(app, options.quiet);
  add_selection_options(app, options.read.selection);
  add_sort_option(app, options.read.sort);
  add_fix_clocks_option(app, options.read.fix_clocks);
  add_resource_options(app, options.read.threads);
}

void add_output_options(CLI::App& app, QueryOptions& options) {
  app.add_option_function<std::string>(
         "--format",
         [&options](const std::string& word) {
           options.format = result_format(word);
           if (!options.format) {
             throw CLI::ValidationError("--format",
                                        "expected box|csv|json|markdown, found " + word);
           }
         },
         "How rows are printed (default: box on a terminal, else csv)")
      ->type_name("box|csv|json|markdown");
  app.add_option("-o,--output", options.output, "Print to this file, once it is whole")
      ->type_name("FILE");
  app.add_flag("--allow-writes", options.allows_writes,
               "SQL may make and change files: by ATTACH and by VACUUM INTO. Without it, databases "
               "that it attaches are only read");
  app.add_option("--save", options.save,
                 "Write the trace as an ordinary SQLite file, with indices and a page that says "
                 "what each column means")
      ->type_name("DB");
}

}  // namespace

std::optional<int> parse_query_options(int argc, char** argv, QueryOptions& options) {
  CLI::App app(
      "Queries a Pajé trace in SQL. Tables: container, type, entity_value, state, variable, event, "
      "link, event_definition, stretch; the same with names: containers, types, states, variables, "
      "events, links, stretches; mpi_states; functions: slices(n), overlapping(start, end), "
      "callstack(state), matrix(link_type), profile(by), waits() and others that say why a run is "
      "slow, median(x), percentile(x, p), stddev(x), "
      "variance(x), regexp; "
      "schema_page says what each column means. Without SQL, on a terminal, a shell asks for it.",
      "pj_query");
  app.set_help_flag("-?,--help", "Print this help message and exit");
  app.set_version_flag("--version", version_text("pj_query"));
  app.add_option("TRACE", options.input, "The trace; - is standard input")->required();
  auto* const sql = app.add_option("SQL", options.sql, "Statements, with ; between");
  app.add_option("-f,--file", options.file, "Read SQL from this file")
      ->type_name("FILE")
      ->excludes(sql);
  add_output_options(app, options);
  add_reading_options(app, options);
  app.footer(
      "Exit status: 0 done; 1 the trace is bad; 2 the SQL cannot be done, wrong usage, or a "
      "system error.\n\nExample: pj_query trace.paje \"SELECT value, count(*), sum(duration) "
      "FROM "
      "states GROUP BY value\"");
  return parse_options(app, argc, argv);
}

}  // namespace paje::tools
