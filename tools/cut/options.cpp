#include "cut/options.hpp"

#include <CLI/CLI.hpp>

#include "common/cli.hpp"
#include "common/input_options.hpp"
#include "common/option_number.hpp"
#include "common/resource_options.hpp"
#include "common/selection_options.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

void add_reading_options(CLI::App& app, CutOptions& options) {
  add_old_names_option(app, options.read.old_field_names);
  add_incomplete_links_option(app, options.read.ignore_incomplete_links);
  add_lenient_option(app, options.lenient);
  app.add_flag_callback(
      "--no-imbrication", [&options] { options.read.imbrication = false; },
      "A state that is pushed ends the one below");
  add_quiet_option(app, options.quiet);
  add_sort_option(app, options.read.sort);
  add_fix_clocks_option(app, options.read.fix_clocks);
  add_resource_options(app, options.read.threads);
}

void add_part_options(CLI::App& app, CutOptions& options) {
  auto& group = *app.add_option_group("Part");
  Cut& cut = options.cut;
  const auto add_time = [&](const std::string& name, double& time, const std::string& help) {
    group.add_option(name, time, help)->check(finite_number())->type_name("TIME")->default_str("");
  };
  add_time("--start", cut.selection.start,
           "The part begins here: what is in force then is there at its start");
  add_time("--end", cut.selection.end, "The part ends here");
  add_containers_option(group, cut.selection);
  group.get_option("--containers")
      ->description(
          "Only objects of containers whose name or path (names below the root, joined by /) is "
          "like this, with *, ? and [a-z]; links with both ends there; may be given again");
  add_types_option(group, cut.selection);
  group
      .add_option(
          "--values", cut.values,
          "Only states, events and links whose value has a name or alias like this, with *, ? "
          "and [a-z]; may be given again")
      ->type_name("GLOB")
      ->allow_extra_args(false);
  group
      .add_option("--max-nesting", cut.max_nesting,
                  "Only states of that many levels: 1 keeps the outermost ones")
      ->type_name("N")
      ->check(CLI::Range(1U, UINT32_MAX))
      ->default_str("");
  group.add_flag(
      "--whole", cut.whole,
      "Keep states whole that go on before or after the part, which lasts as long as they do "
      "(default: clip them)");
  group.add_flag(
      "--cut-links", cut.cut_links,
      "Keep links with an end outside of the part, too: it moves to where the part begins "
      "or ends; containers there are kept without their objects");
}

void add_change_options(CLI::App& app, CutOptions& options) {
  auto& group = *app.add_option_group("Change");
  Cut& cut = options.cut;
  group
      .add_option("--scale-times", cut.scale,
                  "Multiply all times by this number, after the selection")
      ->type_name("FACTOR")
      ->check(finite_number())
      ->check([](const std::string& word) {
        const auto number = parse_number(word);
        return number && *number > 0 ? "" : "expected a number above 0, found '" + word + "'";
      })
      ->default_str("");
  group.add_option("--shift-times", cut.shift, "Add this to all times, after they are multiplied")
      ->type_name("TIME")
      ->check(finite_number())
      ->default_str("");
  auto* const rename =
      group
          .add_option("--rename", options.renames,
                      "Give containers, types and values other names: each line of FILE is an old "
                      "name and a new one, in quotes if it has blanks")
          ->type_name("FILE");
  group
      .add_flag("--anonymize", cut.anonymize,
                "Replace every name but those of types, and every alias, key, and text and name "
                "of user-defined fields by neutral words")
      ->excludes(rename);
}

void add_output_options(CLI::App& app, CutOptions& options) {
  app.add_option("-o,--output", options.output.path,
                 "File to write; it appears when it is whole (default: standard output)")
      ->type_name("FILE");
  add_trace_output_options(app, options.output);
}

}  // namespace

std::optional<int> parse_cut_options(int argc, char** argv, CutOptions& options) {
  CLI::App app(
      "Writes a part of a trace as a trace of its own, or all of it with other times and names.",
      "pj_cut");
  app.set_version_flag("--version", version_text("pj_cut"));
  app.add_option("FILE", options.input, "The trace; standard input if there is none, or -");
  add_output_options(app, options);
  add_part_options(app, options);
  add_change_options(app, options);
  add_reading_options(app, options);
  app.footer(
      "Exit status: 0 done; 1 the trace is bad; 2 system error or wrong usage.\n\n"
      "Example: pj_cut run.trace --start 10 --end 12 -o part.paje");
  options.read.keep_user_fields = true;
  return parse_options(app, argc, argv, [&options] {
    const Selection& selection = options.cut.selection;
    if (selection.start > selection.end) {
      throw CLI::ValidationError("--end", "the part would end before it begins");
    }
  });
}

}  // namespace paje::tools
