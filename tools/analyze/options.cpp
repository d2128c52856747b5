#include "analyze/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <string_view>
#include <vector>

#include "analyze/commands.hpp"
#include "common/cli.hpp"
#include "common/time_unit_option.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

void add_metrics_options(CLI::App& app, AnalyzeOptions& options) {
  auto& group = *app.add_option_group("Metrics of messages");
  auto* const metrics = group.add_flag(
      "--metrics", options.metrics,
      "For `messages`: what processes and nodes send in an iteration, as input of pj_model");
  group
      .add_option("--hosts", options.hosts,
                  "Nodes of processes: a file with the node of each in turn, or a number of "
                  "processes on each node (default: the containers around processes)")
      ->type_name("FILE")
      ->needs(metrics);
  group
      .add_option("--topology", options.topology,
                  "Table (CSV) of where nodes are: node, and columns such as SW or R whose "
                  "different words are counted")
      ->type_name("FILE")
      ->needs(metrics);
}

void check_metrics(const AnalyzeOptions& options) {
  if (options.metrics && options.command != "messages") {
    throw CLI::ValidationError("--metrics", "is only for `pj_analyze messages`");
  }
}

void add_output_options(CLI::App& app, AnalyzeOptions& options) {
  auto& group = *app.add_option_group("Output");
  auto* const csv = group.add_flag("--csv", options.csv, "Print CSV");
  auto* const json = group.add_flag("--json", options.json, "Print JSON")->excludes(csv);
  group
      .add_flag("--folded", options.folded,
                "For `profile`: print stacks and their time, which scripts that draw flame graphs "
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
                  "For `profile` and `messages`: parts of histograms, and of the time")
      ->type_name("N")
      ->check(CLI::Range(1U, 10'000U))
      ->capture_default_str();
  group.add_option("--svg", options.svg, "Draw it, too: " + picture_names())->type_name("FILE");
  add_unit_option(group, options.unit, "for text; numbers in CSV and JSON stay as they are");
}

PairKind pair_kind(std::string_view word) {
  if (word == "links") return PairKind::links;
  return word == "calls" ? PairKind::calls : PairKind::states;
}

// Returns the options that no other command has.
std::vector<CLI::Option*> add_transition_options(CLI::App& app, AnalyzeOptions& options) {
  auto& group = *app.add_option_group("Of `transitions`");
  auto* const of =
      group
          .add_option_function<std::string>(
              "--of", [&](const std::string& word) { options.pairs.of = pair_kind(word); },
              "Count what follows a state (states, default), what is directly inside one (calls), "
              "or senders and receivers (links)")
          ->type_name("states|calls|links")
          ->check(CLI::IsMember({"states", "calls", "links"}).description(""));
  auto* const within = group
                           .add_option("--within", options.pairs.within,
                                       "Also pairs that are up to N steps apart (default: 1)")
                           ->type_name("N")
                           ->check(CLI::Range(1U, 1'000U));
  auto* const min_count = group
                              .add_option("--min-count", options.pairs.min_count,
                                          "Leave out pairs that are rarer (default: 1)")
                              ->type_name("N")
                              ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 62U));
  auto* const text = group
                         .add_option("--text", options.text,
                                     "Count the pairs of a text of two columns, not of a trace")
                         ->type_name("FILE")
                         ->excludes(of)
                         ->excludes(within);
  auto* const matrix = group.add_flag("--matrix", options.matrix,
                                      "Print a table with a row and a column for each name");
  auto* const dot =
      group.add_flag("--dot", options.dot, "Print a graph for Graphviz")->excludes(matrix);
  return {of, within, min_count, text, matrix, dot};
}

void check_options(const AnalyzeOptions& options, const std::vector<CLI::Option*>& of_transitions) {
  if (options.folded && options.command != "profile") {
    throw CLI::ValidationError("--folded", "is only for `pj_analyze profile`");
  }
  for (const CLI::Option* option : of_transitions) {
    if (option->count() > 0 && options.command != "transitions") {
      throw CLI::ValidationError(option->get_name(), "is only for `pj_analyze transitions`");
    }
  }
  if (options.dot && (options.csv || options.json)) {
    throw CLI::ValidationError("--dot", "excludes --csv and --json");
  }
  if (options.pairs.of == PairKind::links && options.pairs.within > 1) {
    throw CLI::ValidationError("--within", "is for states and calls, not for links");
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
    throw CLI::ValidationError(
        "COMMAND", one_line(first) + " is not a command; commands are " + command_names());
  }
}

}  // namespace

std::optional<int> parse_analyze_options(int argc, char** argv, AnalyzeOptions& options) {
  CLI::App app(
      "Shows why a run takes so long: which containers wait, for what and why, what is on the "
      "critical path, and how efficient the run is.",
      std::string(options.tool));
  app.set_version_flag("--version", version_text(options.tool));
  std::string first, second;
  app.add_option("COMMAND", first, "What to print, see below (default: summary)")->type_name("");
  app.add_option("FILE", second, "The trace; standard input if there is none, or -")->type_name("");
  add_reading_options(app, options);
  add_analysis_options(app, options);
  add_metrics_options(app, options);
  add_output_options(app, options);
  const std::vector<CLI::Option*> of_transitions = add_transition_options(app, options);
  app.footer("Commands:\n" + command_help() +
             "\nExit status: 0 done; 1 the trace is bad; 2 there is nothing to analyse, wrong "
             "usage, or system error.\n\nExample: pj_analyze causes run.trace");
  return parse_options(app, argc, argv, [&] {
    assign_words(first, second, options);
    check_options(options, of_transitions);
    check_metrics(options);
    if (!options.text.empty() && options.input != "-") {
      throw CLI::ValidationError("--text", "is read in place of a trace");
    }
  });
}

}  // namespace paje::tools
