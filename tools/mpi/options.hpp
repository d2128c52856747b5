// What pj_mpi is asked for.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "aggregate/options.hpp"
#include "analyze/options.hpp"
#include "export/options.hpp"
#include "paje/archive.hpp"
#include "validate/options.hpp"

namespace paje::tools {

struct ArchiveCommand {
  std::string input;
  std::string output;
  unsigned threads = 1;
  uint64_t slice_rows = ArchiveOptions().slice_rows;
  uint64_t chunk_bytes = 0;  // 0: as ever
  bool old_field_names = false;
  bool ignore_incomplete_links = false;
  bool stats = false;
  bool quiet = false;
};

struct AnalyzeCommand {
  AnalyzeOptions options;
  bool stats = false;
};
struct AggregateCommand {
  AggregateOptions options;
  bool stats = false;
};
struct ExportCommand {
  ExportOptions options;
  bool stats = false;
};
struct ValidateCommand {
  ValidateOptions options;
  bool stats = false;
};
using MpiCommand =
    std::variant<ArchiveCommand, AggregateCommand, AnalyzeCommand, ExportCommand, ValidateCommand>;

/// The exit status if there is nothing more to do; what is to be said then was printed.
std::optional<int> parse_mpi_options(int argc, char** argv, MpiCommand& command);

}  // namespace paje::tools
