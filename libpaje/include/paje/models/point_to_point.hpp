// Simpler models of a message between two processes, to compare the LMO model with: Hockney, LogGP
// and PLogP, fitted to the same round trips.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "paje/export.hpp"
#include "paje/models/lmo.hpp"

namespace paje {

struct SizeTime {
  double bytes = 0;
  double time = 0;  ///< seconds
};

/// One-way times by size, ascending: half an empty round trip, T(M) - T(0)/2 if the reply is empty,
/// T(M)/2 if the reply has the same size. Without `pair`, the mean over all pairs.
PAJE_EXPORT std::vector<SizeTime> one_way_times(std::span<const RoundTrip> round_trips,
                                                std::optional<RoundTrip> pair = {});

/// T(M) = alpha + beta M, where beta is the inverse of the bandwidth.
struct HockneyModel {
  double latency = 0;   ///< alpha
  double per_byte = 0;  ///< beta
  [[nodiscard]] double time(double bytes) const { return latency + per_byte * bytes; }
};
/// Least squares. Throws std::invalid_argument unless there are two sizes.
PAJE_EXPORT HockneyModel fit_hockney(std::span<const SizeTime> times);

/// T(M) = L + 2 o + (M - 1) G. Round trips show only the sum of latency and overheads.
struct LogGpModel {
  double latency_and_overheads = 0;  ///< L + 2 o
  double gap_per_byte = 0;           ///< G
  [[nodiscard]] double time(double bytes) const {
    return latency_and_overheads + (bytes > 1 ? bytes - 1 : 0) * gap_per_byte;
  }
};
PAJE_EXPORT LogGpModel fit_loggp(std::span<const SizeTime> times);

/// T(M) = L + g(M), as a table. Round trips show only the sum.
struct PAJE_EXPORT PLogPModel {
  std::vector<SizeTime> latency_and_gap;  ///< ascending
  /// Interpolated; sizes beyond the table are extrapolated from its last two.
  [[nodiscard]] double time(double bytes) const;
};
PAJE_EXPORT PLogPModel fit_plogp(std::span<const SizeTime> times);

}  // namespace paje
