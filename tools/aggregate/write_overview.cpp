#include "aggregate/write_overview.hpp"

#include "aggregate/picture.hpp"
#include "aggregate/report.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

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

}  // namespace

void begin_aggregation(const AggregateOptions& options) {
  add_input_file(options.input);
  add_input_file(options.against);
  add_input_file(options.classes);
  check_outputs(options.output, {options.svg, options.png});
}

void write_overview(const Overview& overview, const AggregateOptions& options) {
  if (!options.svg.empty()) {
    write_file(options.svg, draw_overview(overview, options.width, &svg_canvas));
  }
  if (!options.png.empty()) {
    write_file(options.png, draw_overview(overview, options.width, &png_canvas));
  }
  write_file(options.output, report_of(overview, options));
}

}  // namespace paje::tools
