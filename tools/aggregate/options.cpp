#include "aggregate/options.hpp"

#include <CLI/CLI.hpp>
#include <map>

#include "common/cli.hpp"
#include "common/input_options.hpp"
#include "common/option_number.hpp"
#include "common/resource_options.hpp"
#include "common/selection_options.hpp"
#include "common/time_unit_option.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

void add_density_options(CLI::App& group, AggregateOptions& options) {
  auto* const option =
      group
          .add_option_function<std::string>(
              "--density",
              [&options](const std::string& word) {
                options.density = density_named(word);
                if (!options.density) {
                  throw CLI::ValidationError(
                      "--density", "expected waiting|cause|critical|lateness, found " + word);
                }
              },
              "Aggregate, instead of states, where the run waits, where that is caused, where its "
              "critical path is, or how late states are")
          ->type_name("waiting|cause|critical|lateness");
  group
      .add_option("--classes", options.classes,
                  "With --density: rules that classify values, before the built-in ones; see "
                  "`pj_analyze classes`")
      ->type_name("FILE")
      ->needs(option);
}

void add_model_options(CLI::App& app, AggregateOptions& options) {
  auto& group = *app.add_option_group("What is aggregated");
  group.add_option(
      "--type", options.type,
      "Type of states, variables, events or links, by name, alias or path; types of one "
      "name are merged (default: the states of the name with most states)");
  group.add_option("--container-type", options.container_type,
                   "Type of the containers that are the leaves (default: those that --type is of)");
  auto* const level = group.add_option(
      "--level", options.level,
      "Type of containers above those: each is one leaf, with the mean of what is below it (of "
      "events and links the sum)");
  group
      .add_option("--depth", options.depth,
                  "The same with the containers at that depth; those in the root are at depth 1")
      ->type_name("N")
      ->check(CLI::Range(0U, 1'000'000'000U))
      ->excludes(level);
  group.add_option("--slices", options.slices, "Equal slices that time is cut into")
      ->type_name("N")
      ->check(CLI::Range(1U, 100'000U))
      ->capture_default_str();
  group.add_option("--start", options.start, "Begin there instead of with the first container")
      ->type_name("TIME")
      ->check(finite_number());
  group.add_option("--end", options.end, "End there instead of with the last container")
      ->type_name("TIME")
      ->check(finite_number());
  add_containers_option(group, options.read.selection);
  add_types_option(group, options.read.selection);
  add_density_options(group, options);
  group
      .add_flag("--outermost", options.outermost,
                "Where states nest, the outermost counts instead of the innermost")
      ->excludes(group.get_option("--density"));
  group
      .add_option("--dimension", options.dimension,
                  "Aggregate over both, or over time or space alone after adding up the other")
      ->type_name("both|time|space")
      ->transform(CLI::CheckedTransformer(
          std::map<std::string, Dimension>{
              {"both", Dimension::both}, {"time", Dimension::time}, {"space", Dimension::space}},
          CLI::ignore_case))
      ->default_str("both");
  group
      .add_option("--against", options.against,
                  "Aggregate how this trace differs from FILE: where it has more of what, and less")
      ->type_name("FILE");
  group.add_flag(
      "--normalised-time", options.normalised_time,
      "With --against: cut each run into slices of its own length, so that the same part "
      "of the run is compared, not the same time");
}

void add_partition_options(CLI::App& app, AggregateOptions& options) {
  auto& group = *app.add_option_group("How far");
  auto* const p =
      group.add_option("--p", options.p, "From 0 (every difference is shown) to 1 (one aggregate)")
          ->check(number_from(0, 1));
  auto* const list = group.add_flag("--list", options.list,
                                    "Print the quality curve: each p from which another partition "
                                    "is best, with its gain and loss");
  auto* const choose = group.add_flag_callback(
      "--auto", [] {},
      "Take the p at the knee of the quality curve, where all gain and no loss is nearest "
      "(default)");
  p->excludes(list)->excludes(choose);
  group.add_flag("--raw", options.raw,
                 "Do not divide gain and loss by those of the whole, as in the papers");
  group.add_option("--threshold", options.threshold, "How close the p of the curve are told apart")
      ->check(number_from(1e-6, 1))
      ->capture_default_str();
  group.add_flag("--exact", options.exact, "Find the exact p of the curve, however close");
}

void add_output_options(CLI::App& app, AggregateOptions& options) {
  auto& group = *app.add_option_group("Output");
  auto* const csv = group.add_flag("--csv", options.csv, "Print CSV");
  group.add_flag("--json", options.json, "Print JSON")->excludes(csv);
  group.add_option("-o,--output", options.output, "Print to this file, once it is whole")
      ->type_name("FILE");
  group.add_option("--svg", options.svg, "Draw the aggregates")->type_name("FILE");
  group.add_option("--png", options.png, "Draw the aggregates")->type_name("FILE");
  group
      .add_option_function<std::string>(
          "--palette",
          [&options](const std::string& word) {
            const auto choice = palette_choice(word);
            if (!choice) {
              throw CLI::ValidationError("--palette", "expected trace|safe, found " + word);
            }
            options.palette = *choice;
          },
          "Colours of the picture: the trace's, where they can be told apart, or safe ones, which "
          "the colour-blind tell apart (default: trace)")
      ->type_name("trace|safe");
  add_unit_option(group, options.unit, "for the labels of times, numbers stay as they are");
  group.add_option("--width", options.width, "Of the picture, in pixels")
      ->check(number_from(400, 20'000))
      ->capture_default_str();
}

}  // namespace

std::optional<int> parse_aggregate_options(int argc, char** argv, AggregateOptions& options) {
  CLI::App app(
      "Shows a whole run at a glance: aggregates of containers and time that are as even inside as "
      "p asks for.",
      std::string(options.tool));
  app.set_version_flag("--version", version_text(options.tool));
  app.add_option("FILE", options.input, "The trace; standard input if there is none, or -");
  add_old_names_option(app, options.read.old_field_names);
  add_incomplete_links_option(app, options.read.ignore_incomplete_links);
  add_lenient_option(app, options.lenient);
  add_quiet_option(app, options.quiet);
  add_sort_option(app, options.read.sort);
  add_fix_clocks_option(app, options.read.fix_clocks);
  add_resource_options(app, options.read.threads);
  app.add_option("--chunk-bytes", options.read.chunk_bytes)
      ->group("")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 30));  // for tests
  add_model_options(app, options);
  add_partition_options(app, options);
  add_output_options(app, options);
  app.footer(
      "Exit status: 0 done; 1 the trace is bad; 2 there is nothing to aggregate, wrong usage, or a "
      "system error.\n\nExample: pj_aggregate --type STATE --slices 200 --svg run.svg "
      "trace.paje");
  return parse_options(app, argc, argv);
}

}  // namespace paje::tools
