#include "mpi/export.hpp"

#include <utility>

#include "common/tool.hpp"
#include "export/input.hpp"
#include "export/parquet_files.hpp"
#include "mpi/shared_folder.hpp"
#include "mpi/shared_run.hpp"
#include "paje/shared_parquet.hpp"

namespace paje::tools {

namespace {

std::string why_alone(const ExportOptions& options) {
  if (options.input == "-") return kFromStandardInput;
  if (options.lenient) return "lines that cannot be used are left out";
  return {};
}

std::optional<std::string> export_share(SharedTrace share, const ExportOptions& options,
                                        MpiExchange& exchange) {
  const ParquetOptions parquet = parquet_options(options);
  if (exchange.rank() == 0) {
    refuse_old_parts(options.output, parquet.partition != ParquetPartition::none);
  }
  SharedFolder folder(options.output, exchange);
  auto alone =
      write_parquet_together(std::move(share), parquet, exchange,
                             {[&](const std::vector<std::string>& paths) { folder.make(paths); },
                              [&](std::size_t file, uint64_t byte, std::string_view bytes) {
                                folder.write(file, byte, bytes);
                              }});
  if (!alone) folder.commit();
  return alone;
}

}  // namespace

int export_together(const ExportOptions& options, bool stats, MpiExchange& exchange) {
  begin_export(options);
  SharedRun run{.input = options.input, .read = options.read, .quiet = options.quiet};
  run.stats = stats;
  run.alone = why_alone(options);
  const auto together = [&](SharedTrace share, int&) {
    return export_share(std::move(share), options, exchange);
  };
  const auto alone = [&] {
    write_parquet_files(read_exported(options), parquet_options(options), options.output);
    return static_cast<int>(ExitCode::done);
  };
  return run_shared(run, exchange, {together, alone});
}

}  // namespace paje::tools
