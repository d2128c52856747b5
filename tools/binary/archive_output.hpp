// A trace as an archive, for the converters.
#pragma once

#include <string>

#include "common/trace_reading.hpp"
#include "paje/archive.hpp"
#include "paje/read.hpp"

namespace paje::tools {

/// Where an archive goes, and how.
struct ArchiveOutput {
  std::string output;
  ArchiveOptions options;
  bool stats = false;  ///< print the sizes of all columns
};

/// Writes the archive of a trace while that is read. The file appears when it is complete.
void save_archive(const TraceReading& how, const std::string& input, const ReadOptions& read,
                  const ArchiveOutput& to);

}  // namespace paje::tools
