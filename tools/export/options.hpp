// The command line of pj_export.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "export/text_file.hpp"
#include "paje/parquet.hpp"
#include "paje/read.hpp"
#include "paje/time_unit.hpp"

namespace paje::tools {

enum class ExportFormat { chrome, sqlite, csv, parquet, otf2, starvz, dot, ti };

struct ExportOptions {
  std::string_view tool = "pj_export";  ///< for messages
  std::string input = "-";
  ExportFormat format = ExportFormat::chrome;
  std::string output = "-";
  Compression compression = Compression::none;
  std::string size_field;  ///< of links; empty: the usual ones
  std::string run_folder;  ///< for starvz: of other files of the run; empty: that of the trace
  ParquetOptions parquet;
  ReadOptions read = {.keep_user_fields = true};
  double host_speed = 1e9;       ///< for ti: operations in a second
  double element_bytes = 0;      ///< for ti: of what sizes of calls count; 0: as the trace shows
  double collective_bytes = 8;   ///< for ti: of each rank in operations without a size
  std::optional<TimeUnit> unit;  ///< for chrome and ti; empty: the one its writer is known for
  bool lenient = false;
  bool quiet = false;
};

/// How files of Parquet are written.
ParquetOptions parquet_options(const ExportOptions& options);

/// Returns the exit status if the process is to end at once: 0 after --help, 2 for wrong usage.
std::optional<int> parse_export_options(int argc, char** argv, ExportOptions& options);

}  // namespace paje::tools
