// pj_cut: a part of a trace as a trace of its own.
#include <unistd.h>

#include <stdexcept>

#include "binary/compression_option.hpp"
#include "common/background_output.hpp"
#include "common/print_error.hpp"
#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "cut/options.hpp"
#include "cut/rename_file.hpp"
#include "paje/cut.hpp"
#include "paje/write_events.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

// What is written. Nothing of the selection may be in the trace.
Trace part_of(const Trace& trace, const CutOptions& options) {
  Cut cut = options.cut;
  if (!options.renames.empty()) cut.renames = read_renames(options.renames);
  if (cut.is_everything()) return trace;
  Trace part = cut_trace(trace, cut);
  if (part.tracks().empty() && !trace.tracks().empty()) {
    say("pj_cut: note: no objects of the trace are selected; the part has containers only\n");
  }
  return part;
}

void cut(const CutOptions& options) {
  const bool is_text = options.encoding == Encoding::text && !options.zstd_level;
  if (options.output == "-" && !is_text && ::isatty(STDOUT_FILENO) == 1) {
    throw std::runtime_error("a terminal shows no binary trace: name a file with -o");
  }
  add_input_file(options.input);
  if (!options.renames.empty()) add_input_file(options.renames);
  refuse_input_files({options.output});
  const Trace part = part_of(read_trace({.tool = "pj_cut",
                                         .lenient = options.lenient,
                                         .quiet = options.quiet,
                                         .output_to_terminal = options.output == "-"},
                                        options.input, options.read),
                             options);
  OutputFile file(options.output);
  BackgroundOutput written(options.read.threads,
                           [&](std::string_view bytes) { file.write(bytes); });
  CompressedBytes packed(options.zstd_level, options.read.threads,
                         [&](std::string_view bytes) { written.write(bytes); });
  write_events(part, options.encoding, [&](std::string_view bytes) { packed.write(bytes); });
  packed.finish();
  written.finish();
  file.commit();
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_cut", [&] {
    CutOptions options;
    if (const auto status = parse_cut_options(argc, argv, options)) return *status;
    cut(options);
    return static_cast<int>(ExitCode::done);
  });
}
