// A trace as files of Parquet in a folder.
#pragma once

#include <string>

#include "paje/parquet.hpp"

namespace paje::tools {

/// Throws std::runtime_error where partitions of another trace are, or its whole files where
/// partitions come: readers of the folder would mix both.
void refuse_old_parts(const std::string& folder, bool has_parts);

/// Makes the folder. Without partitions all files get their names at the end, else each when it is
/// whole. Throws std::runtime_error where partitions of another trace are, std::system_error.
void write_parquet_files(const Trace& trace, const ParquetOptions& options,
                         const std::string& folder);

}  // namespace paje::tools
