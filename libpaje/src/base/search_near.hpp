// Binary search that begins near a guess: O(log distance), where std::partition_point takes O(log
// n).
#pragma once

#include <algorithm>
#include <cstdint>

namespace paje {

/// The first place in [first, last) that `is_before` does not hold for; it holds for all places
/// before that and for none after. Any guess gives the same answer.
template <class IsBefore>
uint32_t search_near(uint32_t first, uint32_t last, uint32_t guess, IsBefore&& is_before) {
  if (first == last) return first;
  guess = std::clamp(guess, first, last - 1);
  // The answer is in [low, high].
  uint32_t low = first, high = last;
  if (is_before(guess)) {
    low = guess + 1;
    for (uint32_t step = 1; low < high; step *= 2) {
      const uint32_t next = high - low > step ? low + step : high - 1;
      if (!is_before(next)) {
        high = next;
        break;
      }
      low = next + 1;
    }
  } else {
    high = guess;
    for (uint32_t step = 1; low < high; step *= 2) {
      const uint32_t next = high - low > step ? high - step : low;
      if (is_before(next)) {
        low = next + 1;
        break;
      }
      high = next;
    }
  }
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (is_before(middle)) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

}  // namespace paje
