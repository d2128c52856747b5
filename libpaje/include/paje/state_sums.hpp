// How long the states of a track last, by value: from the index of an archive if it has that, and
// from the rows otherwise, with the same result to the last bit.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "paje/exact_sum.hpp"
#include "paje/export.hpp"
#include "paje/trace.hpp"

namespace paje {

/// Of the states of one value. A duration is end - start as a double; sums of them are exact.
struct PAJE_EXPORT StateSum {
  ValueId value;
  uint64_t count = 0;
  ExactSum inclusive;
  ExactSum inside;  ///< durations of the states directly inside them; only those above 0
  double shortest = std::numeric_limits<double>::infinity();
  double longest = -std::numeric_limits<double>::infinity();

  /// Time that is in no state inside.
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
  /// Adds those of another sum; its value does not matter.
  void add(const StateSum& more);
};

/// The states of a track, by value, in the order of values. Of an archive with sums O(values), else
/// O(states).
[[nodiscard]] PAJE_EXPORT std::vector<StateSum> sum_states(const Trace& trace, const Track& track);

/// The same from the index of an archive; nothing if it does not have them, or this is none.
/// O(values).
[[nodiscard]] PAJE_EXPORT std::optional<std::vector<StateSum>> stored_state_sums(
    const Trace& trace, const Track& track);

}  // namespace paje
