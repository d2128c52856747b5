// pj_aggregate: a whole run at a glance.
#include "aggregate/options.hpp"
#include "aggregate/overview.hpp"
#include "aggregate/picture.hpp"
#include "aggregate/report.hpp"
#include "common/tool.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

void write_file(const std::string& path, const std::string& bytes) {
  OutputFile file(path);
  file.write(bytes);
  file.commit();
}

std::string report_of(const Overview& overview, const AggregateOptions& options) {
  if (options.json) return overview_json(overview);
  if (options.list) return options.csv ? curve_csv(overview) : curve_text(overview);
  return options.csv ? aggregates_csv(overview) : aggregates_text(overview);
}

void aggregate(const AggregateOptions& options) {
  add_input_file(options.input);
  add_input_file(options.against);
  add_input_file(options.classes);
  refuse_input_files({options.svg, options.png, options.output});
  const Overview overview = make_overview(options);
  if (!options.svg.empty()) {
    write_file(options.svg, draw_overview(overview, options.width, &svg_canvas));
  }
  if (!options.png.empty()) {
    write_file(options.png, draw_overview(overview, options.width, &png_canvas));
  }
  write_file(options.output, report_of(overview, options));
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_aggregate", [&] {
    AggregateOptions options;
    if (const auto status = parse_aggregate_options(argc, argv, options)) return *status;
    aggregate(options);
    return static_cast<int>(ExitCode::done);
  });
}
