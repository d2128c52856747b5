// pj_compare: which of two runs is slower, by how much, where, and in which states.
#include <fmt/format.h>

#include "common/print_error.hpp"
#include "common/tool.hpp"
#include "compare/aligned_traces.hpp"
#include "compare/difference_trace.hpp"
#include "compare/groups.hpp"
#include "compare/options.hpp"
#include "compare/picture.hpp"
#include "compare/report.hpp"
#include "compare/runs.hpp"
#include "paje/measured_time.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

void write_file(const std::string& path, const std::string& bytes) {
  OutputFile file(path);
  file.write(bytes);
  file.commit();
}

std::string report_of(const Runs& runs, const CompareOptions& options) {
  if (options.json) return comparison_json(runs);
  if (options.csv) return table_csv(runs, options.by);
  if (options.by == Grouping::overview) return overview_text(runs, options.top.value_or(5));
  return table_text(runs, options.by, options.top.value_or(20)) +
         fmt::format("\nTimes are in {}.\n", spelling(runs.unit));
}

int compare(const CompareOptions& options) {
  if (!options.groups.a.empty()) return compare_groups(options);
  for (const std::string& input : {options.input_a, options.input_b}) add_input_file(input);
  const std::string& aligned = options.output_aligned;
  if (!aligned.empty()) refuse_input_files({aligned + "/a.paje", aligned + "/b.paje"});
  check_outputs(options.output, {options.output_diff, options.svg});
  const Runs runs = compare_runs(options);
  if (!options.output_aligned.empty()) write_aligned_traces(runs, options.output_aligned);
  if (!options.output_diff.empty()) write_difference_trace(runs, options.output_diff);
  if (!options.svg.empty()) {
    write_file(options.svg, draw_comparison(runs, options.width, runs.unit));
  }
  if (!options.quiet) write_file(options.output, report_of(runs, options));
  return runs.comparison.is_equal() ? 0 : 1;
}

// A bad trace must not look like an answer, so it is trouble like any other here.
int compare_or_tell(const CompareOptions& options) {
  try {
    return compare(options);
  } catch (const TraceError& error) {
    say("{}", full_text(error.diagnostic()));
    return static_cast<int>(ExitCode::trouble);
  } catch (const TimeError& error) {
    say("pj_compare: {}\n", error.what());
    return static_cast<int>(ExitCode::trouble);
  }
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_compare", [&] {
    CompareOptions options;
    if (const auto status = parse_compare_options(argc, argv, options)) return *status;
    return compare_or_tell(options);
  });
}
