// pj_cut: a part of a trace as a trace of its own.
#include "common/background_output.hpp"
#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "cut/options.hpp"
#include "paje/write_events.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

void cut(const CutOptions& options) {
  OutputFile file(options.output);
  const Trace trace = read_trace({.tool = "pj_cut",
                                  .lenient = options.lenient,
                                  .quiet = options.quiet,
                                  .output_to_terminal = options.output == "-"},
                                 options.input, options.read);
  BackgroundOutput written(options.read.threads,
                           [&](std::string_view bytes) { file.write(bytes); });
  write_events(trace, options.encoding, [&](std::string_view bytes) { written.write(bytes); });
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
