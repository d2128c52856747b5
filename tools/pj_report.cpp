// pj_report: one page on a run, or on two, to read, print and send.
#include "common/tool.hpp"
#include "report/options.hpp"
#include "report/page.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

void report(const ReportOptions& options) {
  add_input_file(options.analyze.input);
  add_input_file(options.other);
  add_input_file(options.analyze.classes);
  refuse_input_files({options.analyze.output});
  const std::string page = make_page(options);
  OutputFile file(options.analyze.output);
  file.write(page);
  file.commit();
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_report", [&] {
    ReportOptions options;
    if (const auto status = parse_report_options(argc, argv, options)) return *status;
    report(options);
    return static_cast<int>(ExitCode::done);
  });
}
