// Measures requests to a file: each size in order and at random, reading and writing.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "measure/options.hpp"
#include "measure/together.hpp"

namespace paje::tools {

/// One test of one size: all requests that the file has room for.
struct StorageRun {
  std::size_t device = 0;  ///< among those of the measurement
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
  std::vector<std::string>
      devices;                   ///< by process: its file, after its machine if there are several
  std::vector<StorageRun> runs;  ///< by device, then start
  std::vector<double> fitted_sizes;  ///< the points; with --exhaustive there are others
  std::size_t machines = 1;          ///< that the devices are of
  bool is_direct = true;             ///< without the cache of the system (O_DIRECT)
};

/// Sizes that are drawn, `points` different ones in each interval, or all that there are if these
/// are fewer.
std::vector<double> draw_sizes(const std::vector<SizeInterval>& intervals, unsigned points,
                               uint64_t seed);

/// Creates the file, and removes it, whatever happens. Throws WrongUsage if it is there and must
/// not be replaced, std::system_error.
StorageMeasurement measure_storage(const MeasureOptions& options);

/// The same by processes that mpirun started: each takes the tests of some sizes, on a file of its
/// own, whose name ends with its rank. What all have measured in the first one, else nothing.
std::optional<StorageMeasurement> measure_storage_together(const MeasureOptions& options,
                                                           MeasuringTogether& all);

/// A container for each device, in it a state for each run, with Size, Requests and FileSize.
void write_storage_trace(const StorageMeasurement& measured, const std::string& path);

}  // namespace paje::tools
