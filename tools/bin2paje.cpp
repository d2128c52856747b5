// bin2paje: a binary trace as text.
#include <CLI/CLI.hpp>
#include <fstream>

#include "binary/failure.hpp"
#include "binary/left_out.hpp"
#include "binary/trace_text.hpp"
#include "common/background_output.hpp"
#include "common/cli.hpp"
#include "common/input_options.hpp"
#include "common/print_error.hpp"
#include "common/progress.hpp"
#include "common/read_report.hpp"
#include "common/resource_options.hpp"
#include "common/sigbus.hpp"
#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "paje/archive.hpp"
#include "paje/read.hpp"
#include "paje/write_events.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

struct Options {
  std::string input = "-";
  std::string output = "-";
  unsigned threads = 0;
  bool quiet = false;
};

void add_options(CLI::App& app, Options& options) {
  app.set_version_flag("--version", version_text("bin2paje"));
  app.add_option("FILE", options.input,
                 "The binary trace, compressed or not; standard input if there is none, or -");
  app.add_option("-o,--output", options.output,
                 "File to write; it appears when it is whole (default: standard output)")
      ->type_name("FILE");
  add_resource_options(app, options.threads);
  add_quiet_option(app, options.quiet);
  app.footer(
      "A record that contradicts its definition is left out: a message names its byte, and what "
      "can be read is converted. Where bytes are damaged or missing, the text ends. In both cases "
      "the status is 1, text on standard output ends in a line that no reader takes, and no file "
      "is written.\n\n"
      "Exit status: 0 done; 1 the trace is bad; 2 system error or wrong usage.\n\n"
      "Example: bin2paje trace.rst -o trace.paje");
}

// What a visit of the trace brings, as text.
class TextVisitor final : public EventVisitor {
 public:
  explicit TextVisitor(TraceText& text) : text_(text) {}
  void on_definition(const EventDefinition& definition) override {
    text_.on_definition(definition);
  }
  void on_event(const Event& event) override { text_.on_event(event, 0); }

 private:
  TraceText& text_;
};

// An archive holds no events: some are made that give its objects.
ExitCode convert_archive(const Options& options) {
  ReadOptions read;
  read.keep_user_fields = true;
  read.threads = options.threads;
  const Trace trace = read_trace(
      {.tool = "bin2paje", .quiet = options.quiet, .output_to_terminal = options.output == "-"},
      options.input, read);
  OutputFile output(options.output);
  BackgroundOutput written(options.threads, [&](std::string_view lines) { output.write(lines); });
  write_events(trace, Encoding::text, [&](std::string_view lines) { written.write(lines); });
  written.finish();
  output.commit();
  warn_of_displaced(trace, "bin2paje");
  return ExitCode::done;
}

bool begins_as_archive(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string begin(8, '\0');
  return path != "-" && file.read(begin.data(), 8) && is_archive(begin);
}

ExitCode convert(const Options& options) {
  if (begins_as_archive(options.input)) return convert_archive(options);
  add_input_file(options.input);
  const Input input = Input::from_path(options.input).as_binary();
  OutputFile output(options.output);
  Progress progress(!options.quiet, options.output == "-");
  BackgroundOutput written(options.threads, [&](std::string_view lines) { output.write(lines); });
  TraceText text(input.name(), [&](std::string_view lines) { written.write(lines); });
  TextVisitor visitor(text);
  LeftOut left_out;
  ReadOptions read;
  read.threads = options.threads;
  read.read_parts = false;  // text names them likewise
  read.on_progress = progress.callback();
  ReadReport report("bin2paje");
  report.attach(read, false);
  read.on_problem = [&](const Diagnostic& problem) { left_out.add(problem); };
  try {
    visit_events(input, read, visitor);
  } catch (const TraceError& damage) {
    progress.finish();
    left_out.print();
    text.spoil(damage.what());
    written.finish();
    throw;
  }
  progress.finish();
  if (!left_out.is_empty()) {
    left_out.print();
    text.spoil(left_out.summary());
    written.finish();
    if (options.output != "-") {
      say("note: no file is written; without -o, what could be read goes to standard output\n");
    }
    return ExitCode::bad_trace;
  }
  text.flush();
  written.finish();
  check_input_sizes();
  output.commit();
  return ExitCode::done;
}

int run(int argc, char** argv) {
  CLI::App app("Converts a binary Pajé trace to text: the same definitions and events, in order.",
               "bin2paje");
  Options options;
  add_options(app, options);
  if (const auto status = parse_options(app, argc, argv)) return *status;
  return static_cast<int>(convert(options));
}

}  // namespace

int main(int argc, char** argv) {
  return run_converter("bin2paje", [&] { return run(argc, argv); });
}
