// pj_split: a trace as a root file and parts.
#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <stdexcept>

#include "common/cli.hpp"
#include "common/input_options.hpp"
#include "common/progress.hpp"
#include "common/read_report.hpp"
#include "common/rereadable_input.hpp"
#include "common/resource_options.hpp"
#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "paje/read.hpp"
#include "paje/write_events.hpp"
#include "parts/split_directory.hpp"
#include "parts/split_plan.hpp"
#include "parts/split_writer.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

struct SplitOptions {
  std::string input;
  std::string directory;
  SplitRule rule;
  unsigned threads = 0;
  bool quiet = false;
  bool old_field_names = false;
  bool sort = false;
  bool fix_clocks = false;
  bool ignore_incomplete_links = false;  // with fix_clocks
};

ReadOptions read_options(const SplitOptions& options) {
  ReadOptions read;
  read.threads = options.threads;
  read.old_field_names = options.old_field_names;
  read.sort = options.sort;
  return read;
}

std::size_t split_events(const SplitOptions& options, const Input& input, ReadOptions read,
                         SplitDirectory& directory) {
  Progress progress(!options.quiet, false);
  read.ignore_incomplete_links = true;  // the parts have the halves
  read.on_progress = progress.callback();
  ReadReport report("pj_split");
  report.attach(read, false);
  const std::size_t parts = directory.write(input, read, options.rule);
  progress.finish();
  return parts;
}

// Clocks are corrected in a whole trace only, of whose events the parts are made then.
std::size_t split_corrected(const SplitOptions& options, SplitDirectory& directory) {
  ReadOptions read = read_options(options);
  read.fix_clocks = true;
  read.ignore_incomplete_links = options.ignore_incomplete_links;
  const TraceReading how{.tool = "pj_split", .quiet = options.quiet};
  const Trace trace = read_trace(how, options.input, read);
  std::string text;
  write_events(trace, Encoding::text, [&](std::string_view lines) { text += lines; });
  ReadOptions again;
  again.threads = options.threads;
  return split_events(options, Input::from_memory(text, options.input), again, directory);
}

std::size_t split_as_it_is(const SplitOptions& options, SplitDirectory& directory) {
  const TraceSource source(options.input);
  return split_events(options, source.input(), read_options(options), directory);
}

void split(const SplitOptions& options) {
  SplitDirectory directory(options.directory);
  const std::size_t parts =
      options.fix_clocks ? split_corrected(options, directory) : split_as_it_is(options, directory);
  // First: if that fails nothing is left, as after any other trouble.
  if (!options.quiet) {
    OutputFile output("-");
    output.write(fmt::format("{}/{} and {}\n", options.directory, kRootFile,
                             counted(parts, "part", "parts")));
    output.commit();
  }
  directory.commit();
}

void add_rule_options(CLI::App& app, SplitOptions& options) {
  auto& group = *app.add_option_group("What is cut off", "with all containers below it");
  group
      .add_option_function<std::vector<std::string>>(
          "--by",
          [&options](const std::vector<std::string>& words) {
            if (words[0] != "container-type") {
              throw CLI::ValidationError("--by", "expected container-type NAME, found " + words[0]);
            }
            options.rule.by = SplitRule::By::container_type;
            options.rule.container_type = words[1];
          },
          "Each container of the type of that name or alias")
      ->expected(2)
      ->allow_extra_args(false)
      ->type_name("container-type NAME");
  group
      .add_option_function<uint32_t>(
          "--depth",
          [&options](uint32_t depth) {
            options.rule.by = SplitRule::By::depth;
            options.rule.depth = depth;
          },
          "Each container at that depth; those in the root container are at depth 1")
      ->check(CLI::Range(1U, 1'000'000U))
      ->type_name("N");
  group
      .add_option_function<uint32_t>(
          "--parts",
          [&options](uint32_t parts) {
            options.rule.by = SplitRule::By::parts;
            options.rule.parts = parts;
          },
          "That many parts of about as many events each, of neighbouring containers")
      ->check(CLI::Range(1U, 1'000'000U))
      ->type_name("N");
  group.require_option(1);
}

int run(int argc, char** argv) {
  CLI::App app(
      "Cuts a Pajé trace into several files: a root file with definitions, creations and what\n"
      "belongs to other containers, and parts with the events of the containers cut off.",
      "pj_split");
  app.set_version_flag("--version", version_text("pj_split"));
  app.footer(
      "Exit status: 0 done; 1 the trace is bad; 2 system error or wrong usage.\n\n"
      "Example: pj_split big.paje parts --by container-type Rank; pj_dump parts/root.paje");
  SplitOptions options;
  app.add_option("TRACE", options.input, "Trace to cut; - is standard input")->required();
  app.add_option("DIRECTORY", options.directory,
                 "Directory to make; it must not be there, or empty")
      ->required();
  add_rule_options(app, options);
  add_old_names_option(app, options.old_field_names);
  add_sort_option(app, options.sort);
  add_fix_clocks_option(app, options.fix_clocks);
  app.add_flag("-z,--ignore-incomplete-links", options.ignore_incomplete_links,
               "With --fix-clocks: leave out links with a missing half")
      ->needs("--fix-clocks");
  add_resource_options(app, options.threads);
  app.add_flag("-q,--quiet", options.quiet, "Show neither how far it has come nor what was made");
  if (const auto status = parse_options(app, argc, argv)) return *status;
  split(options);
  return static_cast<int>(ExitCode::done);
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_split", [&] { return run(argc, argv); });
}
