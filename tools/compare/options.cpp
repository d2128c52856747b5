#include "compare/options.hpp"

#include <CLI/CLI.hpp>
#include <utility>
#include <vector>

#include "common/cli.hpp"
#include "common/input_options.hpp"
#include "common/option_number.hpp"
#include "common/resource_options.hpp"
#include "common/selection_options.hpp"
#include "common/time_unit_option.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

// An option that takes one of some words.
template <class Choice>
void add_choice(CLI::App& app, const std::string& name, Choice& chosen,
                const std::vector<std::pair<std::string, Choice>>& choices,
                const std::string& what) {
  std::string words;
  for (const auto& [word, choice] : choices) words += (words.empty() ? "" : "|") + word;
  app.add_option_function<std::string>(
         name,
         [name, words, choices, &chosen](const std::string& wanted) {
           for (const auto& [word, choice] : choices) {
             if (word != wanted) continue;
             chosen = choice;
             return;
           }
           throw CLI::ValidationError(name, "expected " + words + ", found " + wanted);
         },
         what)
      ->type_name(words);
}

void add_choice_options(CLI::App& app, CompareOptions& options) {
  auto& group = *app.add_option_group("What is compared");
  group.add_option("--state-type", options.comparison.state_type,
                   "Only states of the type of this name (default: all state types)");
  add_selection_options(group, options.read.selection);
  add_choice<ContainerMatching>(
      group, "--match", options.comparison.matching,
      {{"name", ContainerMatching::name}, {"order", ContainerMatching::order}},
      "Containers belong together by their names (default), or by their order among those of one "
      "type");
  group
      .add_option("--map", options.map,
                  "Lines with two paths, in A and in B, and a tab between: these containers belong "
                  "together, whatever they are called")
      ->type_name("FILE");
  add_choice<Origin>(group, "--origin", options.comparison.origin,
                     {{"start", Origin::start}, {"zero", Origin::zero}},
                     "Where time counts from: each run's own start (default), or time 0 of both");
}

void add_alignment_options(CLI::App& app, CompareOptions& options) {
  auto& group = *app.add_option_group("How it is aligned");
  AlignmentOptions& alignment = options.comparison.alignment;
  add_choice<AlignmentMethod>(
      group, "--method", alignment.method,
      {{"wavefront", AlignmentMethod::wavefront},
       {"hirschberg", AlignmentMethod::hirschberg},
       {"nw", AlignmentMethod::nw}},
      "All give the same alignment; wavefront (default) is best for similar runs");
  group.add_option("--match-score", alignment.scores.match, "Of equal states")
      ->capture_default_str();
  group.add_option("--mismatch-score", alignment.scores.mismatch, "Of unequal states")
      ->capture_default_str();
  group.add_option("--gap-score", alignment.scores.gap, "Of a state without partner")
      ->capture_default_str();
  group.add_flag("--ends-free", alignment.ends_free,
                 "States before the first pair and after the last score nothing: for traces that "
                 "start or stop at different points");
  add_choice<Descent>(
      group, "--descend", options.comparison.descent,
      {{"similar", Descent::similar}, {"equal", Descent::equal}, {"always", Descent::always}},
      "States below unequal partners are aligned if at least half of them are alike (default), "
      "never, or always; with always, states below one without partner count one by one, too");
  add_choice<GapPlacement>(
      group, "--gaps", options.comparison.placement,
      {{"durations", GapPlacement::durations}, {"late", GapPlacement::late}},
      "Where a gap could be at many places, it is where durations differ least (default), or "
      "at the last");
  group
      .add_option(
          "--region-tolerance", options.comparison.region_tolerance,
          "How far the shift between the runs may stray from a straight line within one region, "
          "as a part of the whole range of the shift")
      ->type_name("PART")
      ->check(number_from(0, 1))
      ->capture_default_str();
}

void add_output_options(CLI::App& app, CompareOptions& options) {
  auto& group = *app.add_option_group("Output");
  add_choice<Grouping>(group, "--by", options.by,
                       {{"value", Grouping::value},
                        {"track", Grouping::track},
                        {"region", Grouping::region},
                        {"time", Grouping::time},
                        {"channel", Grouping::channel},
                        {"link", Grouping::link},
                        {"variable", Grouping::variable},
                        {"swap", Grouping::swap}},
                       "One table, of this, instead of the overview");
  group.add_option("--top", options.top, "Rows of a table (default: 5, with --by 20; 0: all)")
      ->type_name("N");
  group.add_option("--slices", options.comparison.slices, "Of time, with --by time")
      ->type_name("N")
      ->check(CLI::Range(1U, 100'000U))
      ->capture_default_str();
  auto* const csv = group.add_flag("--csv", options.csv, "Print all rows of one table as CSV");
  group.add_flag("--json", options.json, "Print everything as JSON")->excludes(csv);
  group.add_option("-o,--output", options.output, "Print to this file, once it is whole")
      ->type_name("FILE");
  group
      .add_option("--output-aligned", options.output_aligned,
                  "Write DIR/a.paje and DIR/b.paje: both runs with partners at the same times and "
                  "states 'gap' where the other has more")
      ->type_name("DIR");
  group
      .add_option("--output-diff", options.output_diff,
                  "Write a trace with the tracks of both runs side by side, their shift as a "
                  "variable, and links between regions")
      ->type_name("FILE");
  group
      .add_option("--svg", options.svg,
                  "Draw the tracks that differ most: both runs, regions, shift")
      ->type_name("FILE");
  group.add_option("--width", options.width, "Of the picture, in pixels")
      ->check(number_from(400, 20'000))
      ->capture_default_str();
  add_unit_option(group, options.unit, "for text and the picture's axis, numbers stay as they are");
}

void add_group_options(CLI::App& app, GroupOptions& groups) {
  auto& group = *app.add_option_group(
      "Groups of runs", "instead of A and B; whether they differ by more than repetitions do");
  group.add_option("--group-a", groups.a, "Repetitions of one run, two at least")
      ->type_name("RUN...")
      ->expected(1, -1);
  group.add_option("--group-b", groups.b, "Repetitions of the other")
      ->type_name("RUN...")
      ->expected(1, -1);
  group
      .add_option("--values", groups.values,
                  "Compare the time in values like this (default: those that count as useful "
                  "work); may be given again")
      ->type_name("GLOB ...")
      ->expected(1)
      ->take_all();
  group
      .add_option("--parts", groups.parts,
                  "Into that many parts iterations are divided, each of which is compared")
      ->type_name("N")
      ->check(CLI::Range(1U, 10'000U))
      ->capture_default_str();
  group
      .add_option("--marker", groups.iterations.marker,
                  "A state or event of this value begins each iteration (default: iterations are "
                  "found in the order of values)")
      ->type_name("VALUE");
  group.add_option("--classes", groups.classes, "Rules that say what values mean")
      ->type_name("FILE");
  group
      .add_option("--level", groups.level,
                  "What differs by chance with at most this probability counts as different")
      ->type_name("P")
      ->check(number_from(0, 1))
      ->capture_default_str();
}

void check_runs(const CompareOptions& options) {
  const GroupOptions& groups = options.groups;
  if (groups.a.empty() && groups.b.empty()) {
    if (options.input_a.empty()) throw CLI::RequiredError("A");
    if (options.input_b.empty()) throw CLI::RequiredError("B");
    if (options.input_a == "-" && options.input_b == "-") {
      throw CLI::ValidationError("A and B", "only one of them can be standard input");
    }
    return;
  }
  if (!options.input_a.empty()) {
    throw CLI::ValidationError("--group-a, --group-b", "take the place of A and B");
  }
  if (groups.a.size() < 2 || groups.b.size() < 2) {
    throw CLI::ValidationError("--group-a, --group-b",
                               "each needs two runs: of one nobody knows how much it varies");
  }
  if (!options.output_aligned.empty() || !options.output_diff.empty() || !options.svg.empty() ||
      options.by != Grouping::overview) {
    throw CLI::ValidationError("--group-a, --group-b",
                               "--by, --svg, --output-aligned and --output-diff need two runs, A "
                               "and B");
  }
}

}  // namespace

std::optional<int> parse_compare_options(int argc, char** argv, CompareOptions& options) {
  CLI::App app(
      "Compares two runs: which is slower, by how much, where, and in what. States of the one are "
      "aligned with those of the other, track by track, and the difference of time is put to them.",
      "pj_compare");
  app.set_version_flag("--version", version_text("pj_compare"));
  app.add_option("A", options.input_a, "The trace to compare with; - is standard input");
  app.add_option("B", options.input_b, "The trace that is compared");
  add_old_names_option(app, options.read.old_field_names);
  add_incomplete_links_option(app, options.read.ignore_incomplete_links);
  add_lenient_option(app, options.lenient);
  app.add_flag("-q,--quiet", options.quiet,
               "Print no report and no progress, but warnings; the exit status is the answer");
  add_sort_option(app, options.read.sort);
  add_fix_clocks_option(app, options.read.fix_clocks);
  add_resource_options(app, options.comparison.alignment.threads);
  add_choice_options(app, options);
  add_alignment_options(app, options);
  add_output_options(app, options);
  add_group_options(app, options.groups);
  app.footer(
      "Exit status: 0 the runs have the same states and links in the same order, whatever their "
      "times (groups: they do not differ by more than chance); 1 they differ; 2 a trace is bad, "
      "there is nothing to compare, wrong usage, or a "
      "system error.\n\nExample: pj_compare --svg difference.svg before.paje after.paje");
  return parse_options(app, argc, argv, [&] {
    check_runs(options);
    options.read.threads = options.comparison.alignment.threads;
    options.read.selection.allow_unmatched = true;  // by one run only, which compare_runs() checks
  });
}

}  // namespace paje::tools
