// paje2bin: a trace as records, in either binary encoding, compressed if wanted.
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <chrono>

#include "binary/archive_output.hpp"
#include "binary/compression_option.hpp"
#include "binary/failure.hpp"
#include "binary/trace_encoding.hpp"
#include "binary/trace_output.hpp"
#include "common/background_output.hpp"
#include "common/cli.hpp"
#include "common/flatten/flat_events.hpp"
#include "common/input_options.hpp"
#include "common/print_error.hpp"
#include "common/progress.hpp"
#include "common/read_report.hpp"
#include "common/resource_options.hpp"
#include "common/tool.hpp"
#include "common/trace_reading.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

struct Options {
  std::string input = "-";
  std::string output = "-";
  EncodingOptions encoding;
  std::string method;  // archive, reference, standard; empty: by the output's name
  bool old_field_names = false;
  bool ignore_incomplete_links = false;
  bool lenient = false;
  bool sort = false;
  bool fix_clocks = false;
  uint64_t slice_rows = ArchiveOptions().slice_rows;
  bool stats = false;
  bool quiet = false;
};

void add_options(CLI::App& app, Options& options) {
  app.set_version_flag("--version", version_text("paje2bin"));
  app.add_option("FILE", options.input, "The trace; standard input if there is none, or -");
  app.add_option("-o,--output", options.output,
                 "File to write; it appears when it is whole (default: standard output, unless "
                 "that is a terminal)")
      ->type_name("FILE");
  app.add_option(
         "--method", options.method,
         "Encoding. archive: the replayed trace in columns, a fortieth of the text, opened at "
         "once; reference: records, each different word once; standard: records, words in place "
         "(default: archive if the file's name ends in .pja, else reference)")
      ->type_name("METHOD")
      ->check(CLI::IsMember({"archive", "reference", "standard"}));
  add_compression_option(app, options.encoding.zstd_level);
  add_sort_option(app, options.sort);
  add_resource_options(app, options.encoding.threads);
  add_old_names_option(app, options.old_field_names);
  app.add_flag("-z,--ignore-incomplete-links", options.ignore_incomplete_links,
               "Leave links out that lack a half (archive only)");
  app.add_flag("--lenient", options.lenient,
               "Leave bad lines out, and say how many (archive only)");
  app.add_flag("--fix-clocks", options.fix_clocks,
               "Correct the clocks of containers so that no message ends before it starts; "
               "standard error says by how much (archive only)");
  app.add_option("--slice-rows", options.slice_rows,
                 "Objects that are collected before they are written: more take more memory and "
                 "make a smaller file (archive only)")
      ->type_name("N")
      ->check(CLI::Range(uint64_t{1}, uint64_t{1} << 40))
      ->capture_default_str();
  app.add_flag("--stats", options.stats,
               "Print sizes and speed on standard error; of an archive, the sizes of its columns");
  add_quiet_option(app, options.quiet);
  app.footer(
      "Exit status: 0 done; 1 the trace is bad; 2 system error or wrong usage.\n\n"
      "Examples:\n"
      "  paje2bin trace.paje -o trace.pja\n"
      "  paje2bin --compress=zstd trace.paje -o trace.rst.zst");
}

double per(double amount, double of) { return of == 0 ? 0 : amount / of; }

void print_stats(const ReadCounts& read, const EncodingCounts& written, double seconds) {
  const auto text_bytes = static_cast<double>(read.bytes);
  const auto file_bytes = static_cast<double>(written.file_bytes);
  say("in            {:>16} bytes of text\n"
      "out           {:>16} bytes\n"
      "uncompressed  {:>16} bytes\n"
      "ratio         {:>16.4f} out / in\n"
      "time          {:>16.3f} s\n"
      "throughput    {:>16.1f} MB of text a second\n"
      "definitions   {:>16}\n"
      "events        {:>16}\n"
      "strings       {:>16}\n"
      "records       {:>16}\n"
      "bytes/record  {:>16.2f}\n",
      with_separators(read.bytes), with_separators(written.file_bytes),
      with_separators(written.uncompressed_bytes), per(file_bytes, text_bytes), seconds,
      per(text_bytes, seconds) / 1e6, with_separators(written.definitions),
      with_separators(written.events), with_separators(written.strings),
      with_separators(written.records()), per(file_bytes, static_cast<double>(written.records())));
}

void convert_to_archive(const Options& options) {
  if (options.encoding.zstd_level) {
    throw std::runtime_error("an archive is compressed as it is: leave out --compress");
  }
  check_archive_path(options.output);
  ReadOptions read;
  read.old_field_names = options.old_field_names;
  read.ignore_incomplete_links = options.ignore_incomplete_links;
  read.sort = options.sort;
  read.fix_clocks = options.fix_clocks;
  read.keep_user_fields = true;
  read.threads = options.encoding.threads;
  save_archive({.tool = "paje2bin", .lenient = options.lenient, .quiet = options.quiet},
               options.input, read,
               {.output = options.output,
                .options = {.threads = options.encoding.threads, .slice_rows = options.slice_rows},
                .stats = options.stats});
}

void convert(Options options) {
  const bool is_named_archive = options.output.ends_with(".pja");
  if (options.method.empty()) options.method = is_named_archive ? "archive" : "reference";
  if (options.method == "archive") return convert_to_archive(options);
  options.encoding.method = options.method == "standard" ? Method::standard : Method::reference;
  if (options.ignore_incomplete_links || options.lenient || options.fix_clocks ||
      options.slice_rows != ArchiveOptions().slice_rows) {
    throw std::runtime_error(
        "records hold events as they are: -z, --lenient, --fix-clocks and --slice-rows are for "
        "--method=archive only");
  }
  if (options.output == "-" && ::isatty(STDOUT_FILENO) == 1) {
    throw std::runtime_error("a terminal shows no binary trace: name a file with -o");
  }
  const auto begin = std::chrono::steady_clock::now();
  ReadOptions read;
  add_input_trace(options.input, read);
  OutputFile output(options.output);
  Progress progress(!options.quiet, false);
  read.old_field_names = options.old_field_names;
  read.threads = options.encoding.threads;
  read.sort = options.sort;
  read.sort_sets = true;
  read.on_progress = progress.callback();
  ReadReport report("paje2bin");
  report.attach(read, false);
  BackgroundOutput written(options.encoding.threads,
                           [&](std::string_view bytes) { output.write(bytes); });
  const Input input = Input::from_path(options.input);
  TraceEncoding encoding(input.name(), options.encoding,
                         [&](std::string_view bytes) { written.write(bytes); });
  FlatEvents events(encoding);  // a set of files becomes one
  const ReadCounts counts = visit_events(input, read, events);
  encoding.finish();
  written.finish();
  output.commit();
  progress.finish();
  if (!options.stats) return;
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - begin;
  print_stats(counts, encoding.counts(), elapsed.count());
}

int run(int argc, char** argv) {
  CLI::App app(
      "Converts a Pajé trace to a binary one: the same definitions and events, in order, numbers "
      "bit for bit; compressed by Zstandard in a fifth to a third of the bytes.",
      "paje2bin");
  Options options;
  add_options(app, options);
  if (const auto status = parse_options(app, argc, argv)) return *status;
  convert(options);
  return static_cast<int>(ExitCode::done);
}

}  // namespace

int main(int argc, char** argv) {
  return run_converter("paje2bin", [&] { return run(argc, argv); });
}
