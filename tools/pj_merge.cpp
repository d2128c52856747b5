// pj_merge: one file of a trace in several.
#include <CLI/CLI.hpp>
#include <functional>
#include <string_view>

#include "binary/produced_text.hpp"
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
  bool sort = false;
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

void merge(const MergeOptions& options) {
  ReadOptions read;
  add_input_trace(options.input, read);
  Progress progress(!options.quiet, options.output.empty() || options.output == "-");
  read.threads = options.threads;
  read.old_field_names = options.old_field_names;
  read.sort = options.sort;
  read.on_progress = progress.callback();
  ReadReport report("pj_merge");
  report.attach(read, false);
  const auto write = [&](const Merger::Sink& sink) {
    Merger merger(sink);
    visit_events(Input::from_path(options.input), read, merger);
    progress.finish();
  };
  if (options.output.ends_with(".pja")) {
    return save_produced_archive("pj_merge", options.input, options.output, options.threads, write);
  }
  OutputFile output(options.output);
  write([&](std::string_view text) { output.write(text); });
  output.commit();
}

int run(int argc, char** argv) {
  CLI::App app(
      "Makes one file of a Pajé trace in several: the events of each part come after the "
      "event that names it.",
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
  add_sort_option(app, options.sort);
  add_resource_options(app, options.threads);
  add_quiet_option(app, options.quiet);
  if (const auto status = parse_options(app, argc, argv)) return *status;
  merge(options);
  return static_cast<int>(ExitCode::done);
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_merge", [&] { return run(argc, argv); });
}
