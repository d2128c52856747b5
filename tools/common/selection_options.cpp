#include "common/selection_options.hpp"

#include <CLI/CLI.hpp>

#include "common/option_number.hpp"

namespace paje::tools {

void add_selection_options(CLI::App& app, Selection& selection) {
  add_window_options(app, selection);
  add_containers_option(app, selection);
  add_types_option(app, selection);
}

void add_window_options(CLI::App& app, Selection& selection, bool clips) {
  app.add_option("--start", selection.start,
                 clips ? "Only what is after this time; what goes on before is cut there"
                       : "Only objects that reach this time or go on after it")
      ->check(finite_number())
      ->type_name("TIME")
      ->default_str("");
  // Taken after the start, in whatever order they are given.
  app.add_option_function<double>(
         "--end",
         [&selection](double end) {
           selection.end = end;
           if (selection.start <= end) return;
           throw CLI::ValidationError("--start is after --end, so there is nothing between");
         },
         clips ? "Only what is before this time; what goes on after is cut there"
               : "Only objects that begin at this time or before")
      ->check(finite_number())
      ->type_name("TIME")
      ->default_str("");
}

void add_clip_option(CLI::App& app, bool& clip) {
  app.add_flag(
      "--clip", clip,
      "States that go on before --start or after --end are cut there, not whole: times are "
      "those of this part of the run");
}

void add_containers_option(CLI::App& app, Selection& selection) {
  app.add_option("--containers", selection.containers,
                 "Only objects of containers whose name or path (names below the root, joined by "
                 "/) is like this, with *, ? and [a-z]; links also by their ends; may be given "
                 "again")
      ->type_name("GLOB")
      ->allow_extra_args(false);
}

void add_types_option(CLI::App& app, Selection& selection) {
  app.add_option("--types", selection.types,
                 "Only objects of the type of this name, alias or path; may be given again")
      ->type_name("TYPE")
      ->allow_extra_args(false);
}

bool parse_selection(Selection& selection, int key, const char* argument) {
  if (key == kSelectContainers) selection.containers.emplace_back(argument);
  if (key == kSelectTypes) selection.types.emplace_back(argument);
  return key == kSelectContainers || key == kSelectTypes;
}

}  // namespace paje::tools
