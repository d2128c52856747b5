// pj_aggregate: a whole run at a glance.
#include "aggregate/options.hpp"
#include "aggregate/write_overview.hpp"
#include "common/tool.hpp"

int main(int argc, char** argv) {
  using namespace paje::tools;
  return run_tool_with_status("pj_aggregate", [&] {
    AggregateOptions options;
    if (const auto status = parse_aggregate_options(argc, argv, options)) return *status;
    begin_aggregation(options);
    write_overview(make_overview(options), options);
    return static_cast<int>(ExitCode::done);
  });
}
