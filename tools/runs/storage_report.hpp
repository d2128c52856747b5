// What a model of a storage device says, as tables.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "paje/models/storage.hpp"
#include "runs/report.hpp"

namespace paje::tools {

/// Lines, ratios in all, and by size; remarks on lines that fall.
void add_storage_model(const StorageModel& model, Report& report);
/// Times of requests of these sizes.
void add_storage_times(const StorageModel& model, std::span<const double> sizes, Report& report);
/// Errors of the model at the sizes of samples it was fitted to, or that it is judged on.
void add_storage_errors(const StorageModel& model, std::span<const StorageSample> samples,
                        bool is_judged, Report& report);

}  // namespace paje::tools
