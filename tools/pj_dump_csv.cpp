// pj_dump_csv: the table of a trace as CSV files, one for each nature of objects.
#include <optional>

#include "common/argp_values.hpp"
#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "dump/csv_files.hpp"
#include "dump/csv_options.hpp"
#include "paje/read.hpp"
#include "paje/table.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

void write_csv_files(CsvDumpOptions options) {
  std::optional<CsvFiles> files;  // made once the trace is known to be good
  options.table.on_read = [&](const Trace&) {
    files.emplace(options.prefix, options.table.quotes);
  };
  read_by({.tool = "pj_dump_csv", .lenient = options.lenient}, options.input, options.read,
          [&](const Input& input, const ReadOptions& read) {
            Trace trace = write_table(input, read, options.table,
                                      [&](std::string_view lines) { files->write(lines); });
            files->commit();
            return trace;
          });
}

}  // namespace

int main(int argc, char** argv) {
  const auto work = [&] {
    write_csv_files(parse_csv_dump_options(argc, argv));
    return static_cast<int>(ExitCode::done);
  };
  return run_tool_with_status("pj_dump_csv", work, kWrongUsage);
}
