// Counts the places of a sequence that equal the place one period later, for many periods at once.
// Finding loops spends nearly all of its time here.
#pragma once

#include <cstdint>
#include <span>

namespace paje {

/// counts[k] = number of i with values[i] == values[i + first + k]. `first` + counts.size() must
/// not exceed values.size().
void count_equal_places(std::span<const uint8_t> values, uint32_t first,
                        std::span<uint32_t> counts);
void count_equal_places(std::span<const uint32_t> values, uint32_t first,
                        std::span<uint32_t> counts);

}  // namespace paje
