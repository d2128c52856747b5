// Measures requests to a file: each size in order and at random, reading and writing.
#pragma once

#include <string>
#include <vector>

#include "measure/options.hpp"

namespace paje::tools {

/// One test of one size: all requests that the file has room for.
struct StorageRun {
  StorageTest test = StorageTest::sequential_read;
  double size = 0;       ///< of a request
  double file_size = 0;  ///< bytes
  uint64_t requests = 0;
  double start = 0;  ///< seconds since the first test
  double end = 0;

  [[nodiscard]] StorageSample sample() const {
    return {test, size, (end - start) / static_cast<double>(requests)};
  }
};

struct StorageMeasurement {
  std::vector<StorageRun> runs;
  std::vector<double> fitted_sizes;  ///< the points; with --exhaustive there are others
  bool is_direct = true;             ///< without the cache of the system (O_DIRECT)
};

/// Sizes that are drawn, `points` different ones in each interval, or all that there are if these
/// are fewer.
std::vector<double> draw_sizes(const std::vector<SizeInterval>& intervals, unsigned points,
                               uint64_t seed);

/// Creates the file, and removes it, whatever happens. Throws WrongUsage if it is there and must
/// not be replaced, std::system_error.
StorageMeasurement measure_storage(const MeasureOptions& options);

/// A container for the device, in it a state for each run, with Size, Requests and FileSize.
void write_storage_trace(const StorageMeasurement& measured, const std::string& file,
                         const std::string& path);

}  // namespace paje::tools
