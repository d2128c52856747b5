// pj_cut: a part of a trace as a trace of its own.
#include "binary/trace_output.hpp"
#include "common/print_error.hpp"
#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "cut/options.hpp"
#include "cut/rename_file.hpp"
#include "paje/cut.hpp"

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
  check_trace_output(options.output);
  add_input_file(options.input);
  if (!options.renames.empty()) add_input_file(options.renames);
  refuse_input_files({options.output.path});
  const Trace part = part_of(read_trace({.tool = "pj_cut",
                                         .lenient = options.lenient,
                                         .quiet = options.quiet,
                                         .output_to_terminal = options.output.path == "-"},
                                        options.input, options.read),
                             options);
  TraceOutput output = options.output;
  output.threads = options.read.threads;
  save_trace(part, output);
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
