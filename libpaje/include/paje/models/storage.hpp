// The time of a request to a storage device by size, for sequential and random access: the model of
// SeRRa (J. L. Bez, F. Boito, R. Kassick and others, Faster Storage Devices Profiling with Parallel
// SeRRa, WSPPD 2015).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "paje/export.hpp"

namespace paje {

enum class StorageTest : uint8_t { sequential_read, random_read, sequential_write, random_write };
inline constexpr std::size_t kStorageTests = 4;
/// seq_read, rand_read, seq_write, rand_write
PAJE_EXPORT std::string_view name_of(StorageTest test);

/// Sizes of requests in bytes: `from`, `from` + `step`, ... up to `to`.
struct SizeInterval {
  double from = 0;
  double to = 0;
  double step = 0;
};
/// The sizes of all intervals, ascending, without duplicates. Throws std::invalid_argument for an
/// interval without sizes, or more than 10 million sizes.
PAJE_EXPORT std::vector<double> sizes_of(std::span<const SizeInterval> intervals);

struct StorageSample {
  StorageTest test = StorageTest::sequential_read;
  double size = 0;  ///< bytes
  double time = 0;  ///< seconds of one request
};

/// time = start + per_byte * size
struct StorageLine {
  double start = 0;
  double per_byte = 0;
  uint64_t samples = 0;  ///< 0: there is no line
};

struct PAJE_EXPORT StorageModel {
  std::vector<SizeInterval> intervals;
  std::vector<std::array<StorageLine, kStorageTests>> lines;  ///< by interval

  [[nodiscard]] bool has(StorageTest test) const;
  /// Seconds of a request, at least 0, by the first interval that contains the size, else the
  /// nearest interval. Throws std::invalid_argument if it has no line for this test.
  [[nodiscard]] double time(StorageTest test, double size) const;
};

/// Least squares for each interval and test; a size on the border of two intervals counts in both.
/// Throws std::invalid_argument if the samples of a test have fewer than two sizes in an interval,
/// or a number is not positive and finite.
PAJE_EXPORT StorageModel fit_storage(std::span<const StorageSample> samples,
                                     std::span<const SizeInterval> intervals);

/// The time of random requests divided by that of sequential ones.
struct StorageRatio {
  double size = 0;
  double ratio = 0;
};
struct StorageRatios {
  std::vector<StorageRatio> by_size;
  double mean = 0;
  double least = 0;
  double greatest = 0;
  uint64_t left_out = 0;  ///< sizes whose predicted time is 0
};
/// For all sizes of the intervals. Empty if a test is missing.
PAJE_EXPORT StorageRatios storage_ratios(const StorageModel& model, bool of_writes);

}  // namespace paje
