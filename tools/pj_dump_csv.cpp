// pj_dump_csv: the table of a trace as CSV files, one for each nature of objects.
#include "common/argp_values.hpp"
#include "common/progress.hpp"
#include "common/read_report.hpp"
#include "common/tool.hpp"
#include "dump/csv_files.hpp"
#include "dump/csv_options.hpp"
#include "paje/read.hpp"
#include "paje/table.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

void write_csv_files(CsvDumpOptions options) {
  const Input input = Input::from_path(options.input);
  add_input_trace(options.input, options.read);
  ReadReport report("pj_dump_csv");
  report.attach(options.read, options.lenient);
  Progress progress(true, false);
  options.read.on_progress = progress.callback();
  const ReplayedTable table(input, options.read);
  CsvFiles files(options.prefix, options.table.quotes);
  table.write(options.table, [&](std::string_view lines) { files.write(lines); });
  files.commit();
  progress.finish();
  report.print();
}

}  // namespace

int main(int argc, char** argv) {
  const auto work = [&] {
    write_csv_files(parse_csv_dump_options(argc, argv));
    return static_cast<int>(ExitCode::done);
  };
  return run_tool_with_status("pj_dump_csv", work, kWrongUsage);
}
