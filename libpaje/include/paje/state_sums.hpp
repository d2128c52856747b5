// Durations of the states of a track, by value: from the index of an archive if it has them,
// otherwise from the rows, with exactly the same result.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "paje/exact_sum.hpp"
#include "paje/export.hpp"
#include "paje/trace.hpp"

namespace paje {

/// All states of one value. A duration is end - start as a double; sums of durations are exact.
struct PAJE_EXPORT StateSum {
  ValueId value;
  uint64_t count = 0;
  ExactSum inclusive;
  ExactSum inside;  ///< durations of states directly inside, if above 0
  double shortest = std::numeric_limits<double>::infinity();
  double longest = -std::numeric_limits<double>::infinity();

  /// The time that is not in states directly inside.
  [[nodiscard]] ExactSum exclusive() const {
    ExactSum sum = inclusive;
    sum.subtract(inside);
    return sum;
  }
  void add(double duration) {
    ++count;
    inclusive.add(duration);
    if (duration < shortest) shortest = duration;
    if (duration > longest) longest = duration;
  }
  /// Adds another sum, regardless of its value.
  void add(const StateSum& more);
};

/// The sums of a track, sorted by value. O(values) for an archive with sums, otherwise O(states).
[[nodiscard]] PAJE_EXPORT std::vector<StateSum> sum_states(const Trace& trace, const Track& track);

/// The same from the index of an archive; nothing if the trace is not from an archive, or its index
/// lacks them. O(values).
[[nodiscard]] PAJE_EXPORT std::optional<std::vector<StateSum>> stored_state_sums(
    const Trace& trace, const Track& track);

}  // namespace paje
