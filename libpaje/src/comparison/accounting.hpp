// Determines how one track spent the difference in time.
#pragma once

#include <vector>

#include "comparison/compared_track.hpp"
#include "comparison/shift_curve.hpp"

namespace paje {

/// The slices into which A's time is divided.
struct SliceAxis {
  double length = 0;
  uint32_t slices = 1;
  [[nodiscard]] double start(uint32_t slice) const { return length * slice / slices; }
};

struct SliceAmount {
  uint32_t slice = 0;
  ValueAmount amount;
};

struct TrackAccount {
  std::vector<ValueDifference> values;  ///< values that the track has
  TimeDifference time;
  double least_shift = 0, greatest_shift = 0;
  uint64_t divergences = 0;
  std::optional<Divergence> first_divergence;
  std::vector<SliceAmount> slices;  ///< in order of time
};

/// O(columns). `number` is the index of the track, `values` the number of all values.
TrackAccount account_for(const ComparedTrack& track, uint32_t number, std::size_t values,
                         const SliceAxis& axis);

/// The `most` regions with the greatest gains, in order of time. O(columns).
std::vector<Region> regions_of(const ComparedTrack& track, uint32_t number, std::size_t values,
                               const CurveTolerance& tolerance, std::size_t most);

/// Whether `a` precedes `b`: by gain, then by position.
bool is_before(const Region& a, const Region& b);

}  // namespace paje
