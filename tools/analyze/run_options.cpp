#include <CLI/CLI.hpp>

#include "analyze/options.hpp"
#include "common/input_options.hpp"
#include "common/resource_options.hpp"
#include "common/selection_options.hpp"

namespace paje::tools {

void add_reading_options(CLI::App& app, AnalyzeOptions& options) {
  add_old_names_option(app, options.read.old_field_names);
  add_incomplete_links_option(app, options.read.ignore_incomplete_links);
  add_lenient_option(app, options.lenient);
  add_quiet_option(app, options.quiet);
  add_sort_option(app, options.read.sort);
  add_fix_clocks_option(app, options.read.fix_clocks);
  add_resource_options(app, options.read.threads);
  add_selection_options(app, options.read.selection);
  add_clip_option(app, options.clip);
  app.add_option("--chunk-bytes", options.read.chunk_bytes)
      ->group("")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 30));  // for tests
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
  auto* const period =
      group
          .add_option("--period", options.iterations.period,
                      "Pieces of an iteration in every container (default: detected)")
          ->type_name("N")
          ->check(CLI::Range(1U, 1'000'000'000U));
  group
      .add_option(
          "--level", options.iterations.level,
          "Level of nested loops, where 1 is the innermost (default: the loop that repeats best)")
      ->type_name("N")
      ->check(CLI::Range(1U, 1'000U))
      ->excludes(period);
  group
      .add_option("--marker", options.iterations.marker,
                  "Value of the states or events that begin an iteration")
      ->type_name("VALUE")
      ->excludes(period);
}

}  // namespace paje::tools
