// How many places of a sequence equal the one a period later, for many periods at once. Nearly all
// of the time that it takes to find loops is spent here.
#pragma once

#include <cstdint>
#include <span>

namespace paje {

/// counts[k] = number of i with values[i] == values[i + first + k]. `first` + the number of counts
/// must be at most the number of values.
void count_equal_places(std::span<const uint8_t> values, uint32_t first,
                        std::span<uint32_t> counts);
void count_equal_places(std::span<const uint32_t> values, uint32_t first,
                        std::span<uint32_t> counts);

}  // namespace paje
