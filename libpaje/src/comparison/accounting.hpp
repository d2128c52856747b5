// Where the time of one track went.
#pragma once

#include <vector>

#include "comparison/compared_track.hpp"
#include "comparison/shift_curve.hpp"

namespace paje {

/// The slices that A's time is cut into.
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
  std::vector<ValueDifference> values;  ///< those that the track has
  TimeDifference time;
  double least_shift = 0, greatest_shift = 0;
  uint64_t divergences = 0;
  std::optional<Divergence> first_divergence;
  std::vector<SliceAmount> slices;  ///< in order of time
};

/// O(columns). `number` is that of the track; `values` how many values there are.
TrackAccount account_for(const ComparedTrack& track, uint32_t number, std::size_t values,
                         const SliceAxis& axis);

/// The `most` regions with the largest gains, in order of time. O(columns).
std::vector<Region> regions_of(const ComparedTrack& track, uint32_t number, std::size_t values,
                               const CurveTolerance& tolerance, std::size_t most);

/// Whether `a` is to be before `b`: by gain, then by place.
bool is_before(const Region& a, const Region& b);

}  // namespace paje
