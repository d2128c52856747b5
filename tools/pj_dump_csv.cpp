// pj_dump_csv: the table of a trace as CSV files, one for each nature of objects.
#include "dump/csv_files.hpp"
#include "dump/csv_options.hpp"
#include "paje/read.hpp"
#include "paje/table.hpp"
#include "progress.hpp"
#include "tool.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

void write_csv_files(CsvDumpOptions options) {
  const Input input = Input::from_path(options.input);
  LenientReport report("pj_dump_csv", input.name());
  Progress progress(true, false);
  options.read.on_progress = progress.callback();
  if (options.lenient) {
    options.read.on_problem = [&](const Diagnostic& problem) { report.add(problem); };
  }
  const ReplayedTable table(input, options.read);
  CsvFiles files(options.prefix, options.table.quotes);
  table.write(options.table, [&](std::string_view lines) { files.write(lines); });
  files.commit();
  progress.finish();
  report.print();
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool("pj_dump_csv", [&] { write_csv_files(parse_csv_dump_options(argc, argv)); });
}
