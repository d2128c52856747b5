// Parallel file systems from files, and what is said of them.
#pragma once

#include "paje/simulation/storage.hpp"
#include "runs/report.hpp"
#include "simulate/json_file.hpp"
#include "simulate/options.hpp"

namespace paje::tools {

struct StorageStudy {
  std::vector<std::vector<Setting>> settings;  ///< by configuration
  std::vector<StorageConfiguration> configurations;
  std::vector<StorageResult> results;
};

/// All configurations of the file, each with all settings. Throws std::runtime_error with file,
/// line and column.
std::vector<StorageConfiguration> read_storage(const JsonFile& file);
/// What `--set` may name.
void set_storage(StorageConfiguration& configuration, const Setting& setting);

/// Reads and simulates.
StorageStudy study_storage(const SimulateOptions& options);
Report storage_report(const StorageStudy& study);
std::string storage_picture(const StorageStudy& study);
/// Of the only configuration.
void write_storage_trace(const StorageStudy& study, const std::string& path, unsigned threads);

}  // namespace paje::tools
