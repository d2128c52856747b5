// pj_validate: all problems of a trace, and what it holds.
//
// A trace is read twice: the replay finds what breaks the rules, a second pass over the events
// counts them by kind and looks at the words that no replay needs. One pass would have to do both
// inside the library, which has no other use for it; two cost twice the time of a fast reader.
#include <CLI/CLI.hpp>

#include "common/cli.hpp"
#include "common/progress.hpp"
#include "common/rereadable_input.hpp"
#include "common/resource_options.hpp"
#include "common/tool.hpp"
#include "paje/read.hpp"
#include "validate/contents.hpp"
#include "validate/early_messages.hpp"
#include "validate/event_survey.hpp"
#include "validate/problem_list.hpp"
#include "validate/report.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

struct ValidateOptions {
  std::string input = "-";
  bool old_field_names = false;
  bool sort = false;
  bool json = false;
  bool quiet = false;
  bool fail_on_warnings = false;
  uint64_t most = 10;
  unsigned threads = 0;
};

void add_options(CLI::App& app, ValidateOptions& options) {
  app.set_help_flag("-?,--help", "Print this help message and exit");
  app.set_version_flag("--version", version_text("pj_validate"));
  app.add_option("FILE", options.input, "The trace; standard input if there is none, or -");
  app.add_flag("-n,--no-strict", options.old_field_names,
               "Accept field names of old versions of the format");
  app.add_option("--most", options.most, "List at most N problems of a kind; 0 only counts")
      ->type_name("N")
      ->check(not_negative())
      ->capture_default_str();
  add_sort_option(app, options.sort);
  add_resource_options(app, options.threads);
  app.add_flag("--json", options.json, "Report as JSON");
  app.add_flag("--fail-on-warnings", options.fail_on_warnings, "Exit with 1 for warnings, too");
  app.add_flag("-q,--quiet", options.quiet, "Print nothing; the exit status is the answer");
  app.footer(
      "Errors make data wrong or lose some; warnings are harmless oddities.\n\n"
      "Exit status: 0 no errors; 1 errors were found; 2 the trace cannot be read, or wrong "
      "usage.\n\nExample: pj_validate --most 3 trace.paje");
}

Report examine(const ValidateOptions& options) {
  const TraceSource source(options.input);
  ProblemList errors(options.most);
  ProblemList warnings(options.most);
  ReadOptions read;
  read.old_field_names = options.old_field_names;
  read.sort = options.sort;
  read.threads = options.threads;
  Progress progress(!options.quiet, false);
  read.on_progress = progress.callback();
  read.on_problem = [&](const Diagnostic& problem) { errors.add(problem); };
  read.on_warning = [&](const Diagnostic& problem) {
    const bool is_loss = text_of(problem.rule).severity == Severity::loss;
    (is_loss ? errors : warnings).add(problem);
  };
  const Trace trace = read_trace(source.input(), read);
  const EventSurvey survey = survey_events(source.input(), read, options.most);
  for (const Diagnostic& misfit : survey.misfits) warnings.add(misfit);
  warnings.add_count(Rule::field_not_of_its_type, survey.misfit_count - survey.misfits.size());
  EarlyMessages early = early_messages_of(trace, options.most);
  warnings.add_count(Rule::received_before_sent, early.count, std::move(early.pairs));
  const auto sorting = sorting_help(source.input(), read, errors);
  return {source.input().name(),      std::move(errors),
          std::move(warnings),        notices_of(trace, survey, options.most),
          contents_of(trace, survey), sorting};
}

int validate(const ValidateOptions& options) {
  const Report report = examine(options);
  if (!options.quiet) {
    OutputFile output("");
    output.write(options.json ? json_report(report) : text_report(report));
    output.commit();
  }
  const bool is_good =
      report.errors.empty() && (report.warnings.empty() || !options.fail_on_warnings);
  return static_cast<int>(is_good ? ExitCode::done : ExitCode::bad_trace);
}

int run(int argc, char** argv) {
  CLI::App app(
      "Reads a Pajé trace to its end, lists every problem and how to mend it, and shows what the "
      "trace holds.",
      "pj_validate");
  ValidateOptions options;
  add_options(app, options);
  if (const auto status = parse_options(app, argc, argv)) return *status;
  return validate(options);
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_validate", [&] { return run(argc, argv); });
}
