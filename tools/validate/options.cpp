#include "validate/options.hpp"

#include <CLI/CLI.hpp>

#include "common/cli.hpp"
#include "common/input_options.hpp"
#include "common/resource_options.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

void add_options(CLI::App& app, ValidateOptions& options) {
  app.set_help_flag("-?,--help", "Print this help message and exit");
  app.set_version_flag("--version", version_text(options.tool));
  app.add_option("FILE", options.input, "The trace; standard input if there is none, or -");
  add_old_names_option(app, options.old_field_names);
  app.add_option("--most", options.most, "List at most N problems of a kind; 0 only counts")
      ->type_name("N")
      ->check(not_negative())
      ->capture_default_str();
  add_sort_option(app, options.sort);
  add_resource_options(app, options.threads);
  app.add_flag("--json", options.json, "Report as JSON");
  app.add_flag("--fail-on-warnings", options.fail_on_warnings, "Exit with 1 for warnings, too");
  app.add_flag("-q,--quiet", options.quiet, "Print nothing; the exit status is the answer");
  app.add_option("--chunk-bytes", options.chunk_bytes)
      ->group("")
      ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 30));  // for tests
  app.footer(
      "Errors make data wrong or lose some; warnings are harmless oddities.\n\n"
      "Exit status: 0 no errors; 1 errors were found; 2 the trace cannot be read, or wrong "
      "usage.\n\nExample: pj_validate --most 3 trace.paje");
}

}  // namespace

std::optional<int> parse_validate_options(int argc, char** argv, ValidateOptions& options) {
  CLI::App app(
      "Reads a Pajé trace to its end, lists every problem and how to mend it, and shows what the "
      "trace holds.",
      std::string(options.tool));
  add_options(app, options);
  return parse_options(app, argc, argv);
}

}  // namespace paje::tools
