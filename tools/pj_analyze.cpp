// pj_analyze: why a run takes so long.
#include "analyze/options.hpp"
#include "analyze/report.hpp"
#include "common/tool.hpp"

using namespace paje::tools;

int main(int argc, char** argv) {
  return run_tool_with_status("pj_analyze", [&] {
    AnalyzeOptions options;
    if (const auto status = parse_analyze_options(argc, argv, options)) return *status;
    analyze(options);
    return static_cast<int>(ExitCode::done);
  });
}
