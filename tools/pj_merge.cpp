// pj_merge: one file of a trace in several.
#include <CLI/CLI.hpp>
#include <functional>
#include <stdexcept>
#include <string_view>

#include "binary/archive_output.hpp"
#include "binary/trace_output.hpp"
#include "common/cli.hpp"
#include "common/flatten/flat_lines.hpp"
#include "common/input_options.hpp"
#include "common/progress.hpp"
#include "common/read_report.hpp"
#include "common/resource_options.hpp"
#include "common/tool.hpp"
#include "paje/read.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

struct MergeOptions {
  std::string input = "-";
  std::string output;
  unsigned threads = 0;
  bool quiet = false;
  bool old_field_names = false;
  bool ignore_incomplete_links = false;
  bool lenient = false;
  bool sort = false;
  bool fix_clocks = false;

  [[nodiscard]] bool is_archive() const { return output.ends_with(".pja"); }
};

class Merger final : public EventVisitor {
 public:
  using Sink = std::function<void(std::string_view)>;
  explicit Merger(const Sink& output) : output_(output) {}

  void on_definition(const EventDefinition& definition) override {
    if (const auto written = lines_.definition(definition)) output_(*written);
  }
  void on_event(const Event& event) override {
    if (const auto line = lines_.event(event)) output_(*line);
  }

 private:
  const Sink& output_;
  FlatLines lines_;
};

ReadOptions reading(const MergeOptions& options) {
  ReadOptions read;
  read.threads = options.threads;
  read.old_field_names = options.old_field_names;
  read.sort = options.sort;
  return read;
}

void merge_to_archive(const MergeOptions& options) {
  check_archive_path(options.output);
  ReadOptions read = reading(options);
  read.ignore_incomplete_links = options.ignore_incomplete_links;
  read.fix_clocks = options.fix_clocks;
  read.keep_user_fields = true;
  save_archive({.tool = "pj_merge", .lenient = options.lenient, .quiet = options.quiet},
               options.input, read,
               {.output = options.output, .options = {.threads = options.threads}});
}

void merge_to_text(const MergeOptions& options) {
  if (options.ignore_incomplete_links || options.fix_clocks) {
    throw std::runtime_error(
        "text holds events as they are: -z and --fix-clocks are for archives only, so for -o "
        "NAME.pja (pj_cut --fix-clocks writes text)");
  }
  ReadOptions read = reading(options);
  read.sort_sets = true;
  add_input_trace(options.input, read);
  Progress progress(!options.quiet, options.output.empty() || options.output == "-");
  read.on_progress = progress.callback();
  ReadReport report("pj_merge");
  report.attach(read, options.lenient);
  OutputFile output(options.output);
  const Merger::Sink sink = [&](std::string_view text) { output.write(text); };
  Merger merger(sink);
  visit_events(Input::from_path(options.input), read, merger);
  progress.finish();
  output.commit();
}

int run(int argc, char** argv) {
  CLI::App app(
      "Makes one file of a Pajé trace in several: the events of each part come after the "
      "event that names it, or all in the order of their times if the parts need that.",
      "pj_merge");
  app.set_version_flag("--version", version_text("pj_merge"));
  app.footer(
      "Exit status: 0 done; 1 the trace is bad; 2 system error or wrong usage.\n\n"
      "Example: pj_merge set/root.paje -o whole.paje");
  MergeOptions options;
  app.add_option("TRACE", options.input, "File that names the parts; - is standard input")
      ->capture_default_str();
  app.add_option("-o,--output", options.output,
                 "File to write; NAME.pja is an archive (default: standard output)")
      ->type_name("FILE");
  add_old_names_option(app, options.old_field_names);
  app.add_flag("-z,--ignore-incomplete-links", options.ignore_incomplete_links,
               "Leave links out that lack a half (archive only)");
  add_lenient_option(app, options.lenient);
  add_sort_option(app, options.sort);
  app.add_flag("--fix-clocks", options.fix_clocks,
               "Correct the clocks of containers so that no message ends before it starts; "
               "standard error says by how much (archive only)");
  add_resource_options(app, options.threads);
  add_quiet_option(app, options.quiet);
  if (const auto status = parse_options(app, argc, argv)) return *status;
  options.is_archive() ? merge_to_archive(options) : merge_to_text(options);
  return static_cast<int>(ExitCode::done);
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_merge", [&] { return run(argc, argv); });
}
