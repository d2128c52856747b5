// pj_import: traces of other tools' formats as Pajé traces.
#include <fmt/format.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <optional>

#include "binary/compression_option.hpp"
#include "binary/failure.hpp"
#include "binary/produced_archive.hpp"
#include "binary/trace_encoding.hpp"
#include "binary/trace_output.hpp"
#include "common/cli.hpp"
#include "common/input_files.hpp"
#include "common/print_error.hpp"
#include "common/progress.hpp"
#include "common/tool.hpp"
#include "import/import_options.hpp"
#include "paje/visible_text.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

void print(const ConversionLosses& losses, const Input& input) {
  const std::string name = visible(input.name());
  std::string text;
  for (const std::string& note : losses.notes) {
    text += fmt::format("pj_import: {}: {}\n", name, visible(note));
  }
  if (!losses.counts.empty()) text += fmt::format("pj_import: {}: not carried over:\n", name);
  for (const auto& [kind, count] : losses.counts) {
    text += fmt::format("{:>14} {}\n", with_separators(count), visible(kind));
  }
  say("{}", text);
}

ConversionLosses write_archive_of(const ImportOptions& options, const Input& input) {
  ConversionLosses losses;
  save_produced_archive("pj_import", options.input, options.output, options.encoding.threads,
                        [&](const std::function<void(std::string_view)>& sink) {
                          losses = convert_text(input, options.convert, sink);
                        });
  return losses;
}

ConversionLosses write(const ImportOptions& options, const Input& input) {
  if (options.is_archive()) return write_archive_of(options, input);
  // Opened when the input was read: all its files are known then, so that none is overwritten.
  std::optional<OutputFile> output;
  const auto write_out = [&](std::string_view bytes) {
    if (!output) output.emplace(options.output);
    output->write(bytes);
  };
  ConversionLosses losses;
  if (options.is_text) {
    CompressedBytes bytes(options.encoding.zstd_level, options.encoding.threads, write_out);
    losses =
        convert_text(input, options.convert, [&](std::string_view text) { bytes.write(text); });
    bytes.finish();
  } else {
    TraceEncoding encoding(options.input, options.encoding, write_out);
    losses = convert_events(input, options.convert, encoding);
    encoding.finish();
  }
  write_out({});
  output->commit();
  return losses;
}

void convert(ImportOptions& options) {
  if (options.is_archive()) {
    check_trace_output({.path = options.output,
                        .named = TraceOutput::Method::archive,
                        .zstd_level = options.encoding.zstd_level});
  }
  check_trace_ending(options.output, options.encoding.zstd_level.has_value());
  const bool is_readable = options.is_text && !options.encoding.zstd_level;
  if (!is_readable && options.output == "-" && ::isatty(STDOUT_FILENO) == 1) {
    throw std::runtime_error("a terminal shows no binary trace: name a file with -o");
  }
  Progress progress(!options.quiet, false);
  options.convert.threads = options.encoding.threads;
  options.convert.on_progress = progress.callback();
  options.convert.on_file = [](const std::string& path) { add_input_file(path); };
  add_input_file(options.input);
  const Input input = Input::from_path(options.input);
  const ConversionLosses losses = write(options, input);
  progress.finish();
  if (!options.quiet) print(losses, input);
}

int run(int argc, char** argv) {
  CLI::App app(
      "Converts traces of other formats to Pajé: slices and states nest in containers for "
      "processes "
      "and threads, counters become variables, flows and messages links, instants events.",
      "pj_import");
  ImportOptions options;
  add_options(app, options);
  if (const auto status = parse_options(app, argc, argv)) return *status;
  convert(options);
  return static_cast<int>(ExitCode::done);
}

}  // namespace

int main(int argc, char** argv) {
  return run_converter("pj_import", [&] { return run(argc, argv); });
}
