#include "analyze/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "analyze/commands.hpp"
#include "common/cli.hpp"
#include "common/resource_options.hpp"
#include "common/selection_options.hpp"
#include "common/time_unit_option.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

void add_reading_options(CLI::App& app, AnalyzeOptions& options) {
  app.add_flag("-n,--no-strict", options.read.old_field_names,
               "Accept field names of old versions of the format");
  app.add_flag("-z,--ignore-incomplete-links", options.read.ignore_incomplete_links,
               "Leave out links with a missing half");
  app.add_flag("--lenient", options.lenient,
               "Leave out lines that cannot be used, and count them on standard error");
  app.add_flag("-q,--quiet", options.quiet, "No progress");
  add_sort_option(app, options.read.sort);
  add_fix_clocks_option(app, options.read.fix_clocks);
  add_resource_options(app, options.read.threads);
  add_selection_options(app, options.read.selection);
}

void add_analysis_options(CLI::App& app, AnalyzeOptions& options) {
  auto& group = *app.add_option_group("Analysis");
  group
      .add_option("--classes", options.classes,
                  "Rules that classify values, before the built-in ones; see `pj_analyze classes`")
      ->type_name("FILE");
  group.add_option("--size-field", options.graph.size_field,
                   "User-defined field with the size of messages (default: Size, MessageSize or "
                   "Length)");
  group.add_option(
      "--root", options.graph.root,
      "Container that is the root of broadcasts and reductions (default: what the field "
      "Root of calls says, else the first for which each call is possible)");
  auto* const period = group
                           .add_option("--period", options.iterations.period,
                                       "Pieces of an iteration in every container (default: found)")
                           ->type_name("N")
                           ->check(CLI::Range(1U, 1'000'000'000U));
  group
      .add_option("--level", options.iterations.level,
                  "Which of loops in loops, from the innermost, 1, on (default: the one that "
                  "repeats best)")
      ->type_name("N")
      ->check(CLI::Range(1U, 1'000U))
      ->excludes(period);
  group
      .add_option("--marker", options.iterations.marker,
                  "Value of the states or events that begin an iteration")
      ->type_name("VALUE")
      ->excludes(period);
}

void add_output_options(CLI::App& app, AnalyzeOptions& options) {
  auto& group = *app.add_option_group("Output");
  auto* const csv = group.add_flag("--csv", options.csv, "Print CSV");
  auto* const json = group.add_flag("--json", options.json, "Print JSON")->excludes(csv);
  group
      .add_flag("--folded", options.folded,
                "Of `profile`: print stacks and their time, which scripts that draw flame graphs "
                "read")
      ->excludes(csv)
      ->excludes(json);
  group.add_option("-o,--output", options.output, "Print to this file, once it is complete")
      ->type_name("FILE");
  group.add_option("--top", options.top, "Rows of each table as text")
      ->type_name("N")
      ->check(CLI::Range(1U, 1'000'000'000U))
      ->capture_default_str();
  group
      .add_option("--bins", options.bins,
                  "Of `profile` and `messages`: parts of histograms, and of the time")
      ->type_name("N")
      ->check(CLI::Range(1U, 10'000U))
      ->capture_default_str();
  add_unit_option(group, options.unit, "for text; numbers in CSV and JSON stay as they are");
}

void check_folded(const AnalyzeOptions& options) {
  if (options.folded && options.command != "profile") {
    throw CLI::ValidationError("--folded", "is of `pj_analyze profile` only");
  }
}

// `pj_analyze [COMMAND] [FILE]`: the first word is a command if it is the name of one.
void assign_words(const std::string& first, const std::string& second, AnalyzeOptions& options) {
  if (is_command(first)) {
    options.command = first;
    if (!second.empty()) options.input = second;
  } else if (second.empty()) {
    if (!first.empty()) options.input = first;
  } else {
    throw CLI::ValidationError("COMMAND",
                               one_line(first) + " is no command; commands are " + command_names());
  }
}

}  // namespace

std::optional<int> parse_analyze_options(int argc, char** argv, AnalyzeOptions& options) {
  CLI::App app(
      "Says why a run takes so long: who waits for whom and because of what, what is on "
      "the critical path, and how efficient the run is.",
      "pj_analyze");
  app.set_version_flag("--version", version_text("pj_analyze"));
  std::string first, second;
  app.add_option("COMMAND", first, "What to print, see below (default: summary)")->type_name("");
  app.add_option("FILE", second, "The trace; standard input if there is none, or -")->type_name("");
  add_reading_options(app, options);
  add_analysis_options(app, options);
  add_output_options(app, options);
  app.footer("Commands:\n" + command_help() +
             "\nExit status: 0 done; 1 the trace is bad; 2 there is nothing to analyse, wrong "
             "usage, or system error.\n\nExample: pj_analyze causes run.trace");
  return parse_options(app, argc, argv, [&] {
    assign_words(first, second, options);
    check_folded(options);
  });
}

}  // namespace paje::tools
