// bin2paje: a binary trace as text.
#include <CLI/CLI.hpp>

#include "background_output.hpp"
#include "binary/decoding.hpp"
#include "binary/failure.hpp"
#include "binary/plain_bytes.hpp"
#include "binary/trace_text.hpp"
#include "lost_pages.hpp"
#include "progress.hpp"
#include "resource_options.hpp"
#include "tool.hpp"
#include "usage.hpp"

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
                 "The binary trace, Zstandard or not; standard input if there is none, or -");
  app.add_option("-o,--output", options.output,
                 "File to write; it appears when it is whole (default: standard output)")
      ->type_name("FILE");
  add_resource_options(app, options.threads);
  app.add_flag("-q,--quiet", options.quiet, "Show no progress");
  app.footer(
      "Damaged input: one message that names the byte, and status 1. Text that went to standard "
      "output before ends in a line that no reader takes.\n\n"
      "Exit status: 0 done; 1 the trace is bad; 2 the system said no, or wrong usage.\n\n"
      "Example: bin2paje trace.rst -o trace.paje");
}

void convert(const Options& options) {
  add_input_file(options.input);
  OutputFile output(options.output);
  Progress progress(!options.quiet, options.output == "-");
  BackgroundOutput written(options.threads, [&](std::string_view lines) { output.write(lines); });
  TraceText text(input_name(options.input), [&](std::string_view lines) { written.write(lines); });
  try {
    decode_file(options.input, options.threads, text, progress.callback());
  } catch (const BadTrace& bad) {
    progress.finish();
    text.spoil(bad.what());
    written.finish();
    throw;
  }
  text.flush();
  written.finish();
  check_input_sizes();
  output.commit();
}

int run(int argc, char** argv) {
  CLI::App app("Converts a binary Pajé trace to text: the same definitions and events, in order.",
               "bin2paje");
  Options options;
  add_options(app, options);
  if (const auto status = take_options(app, argc, argv)) return *status;
  convert(options);
  return static_cast<int>(ExitCode::done);
}

}  // namespace

int main(int argc, char** argv) {
  return run_converter("bin2paje", [&] { return run(argc, argv); });
}
