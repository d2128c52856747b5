// pj_scaling: what more cores bring.
#include "common/tool.hpp"
#include "scaling/tables.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

void write(const std::string& path, const std::string& text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

int scale(const ScalingOptions& options) {
  if (!options.predicted.empty()) {
    print_report("pj_scaling", compare_fronts(options), options.format);
    return static_cast<int>(ExitCode::done);
  }
  const ReadRuns read = read_runs(options.list);
  check_outputs(options.format.output, {options.svg});
  const std::vector<FamilyScaling> families = configurations_of(read.runs);
  Report report;
  add_scaling(families, options, report);
  add_elastic(families, options, report);
  add_models(families, options, report);
  for (const std::string& path : read.twice) {
    report.remarks.push_back(
        "Warning: " + path +
        " is given twice. It counts as a repetition, so deviations are too small.");
  }
  for (const std::string& why : read.bad) report.remarks.push_back("Left out: " + why);
  print_report("pj_scaling", report, options.format);
  if (!options.svg.empty()) write(options.svg, scaling_picture(families));
  return static_cast<int>(read.bad.empty() ? ExitCode::done : ExitCode::bad_trace);
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_scaling", [&] {
    ScalingOptions options;
    if (const auto status = parse_scaling_options(argc, argv, options)) return *status;
    return scale(options);
  });
}
