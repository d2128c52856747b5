#include "analysis/equal_places.hpp"

#include <algorithm>
#include <cstring>

#include "base/cpu.hpp"

namespace paje {

namespace {

// The compiler maps these to the vectors of the processor.
using Bytes = uint8_t __attribute__((vector_size(32)));
constexpr std::size_t kWidth = sizeof(Bytes);
constexpr std::size_t kPeriodsAtOnce = 4;  // they share the loaded earlier places
// Byte counters hold up to 255; a block and its counterpart one period later also fit in the cache.
constexpr std::size_t kBlock = 255 * kWidth;

// Adds to counts[0..3] for places [0, n) of `early`; n is a multiple of kWidth, at most kBlock.
[[gnu::always_inline]] inline void count_block(const uint8_t* early, const uint8_t* late,
                                               std::size_t n, uint32_t* counts) {
  Bytes sums[kPeriodsAtOnce] = {};
  for (std::size_t i = 0; i < n; i += kWidth) {
    Bytes a;
    std::memcpy(&a, early + i, kWidth);
    for (std::size_t k = 0; k < kPeriodsAtOnce; ++k) {
      Bytes b;
      std::memcpy(&b, late + i + k, kWidth);
      sums[k] -= reinterpret_cast<Bytes>(a == b);  // equal is -1
    }
  }
  for (std::size_t k = 0; k < kPeriodsAtOnce; ++k) {
    for (std::size_t lane = 0; lane < kWidth; ++lane) counts[k] += sums[k][lane];
  }
}

[[gnu::always_inline]] inline void count_all(std::span<const uint8_t> values, uint32_t first,
                                             std::span<uint32_t> counts) {
  const std::size_t whole = counts.size() / kPeriodsAtOnce * kPeriodsAtOnce;
  // Places that all periods in whole groups of four have, in whole vectors.
  const std::size_t common = (values.size() - first - whole) / kWidth * kWidth;
  for (std::size_t at = 0; at < common; at += kBlock) {
    const std::size_t n = std::min(kBlock, common - at);
    for (std::size_t k = 0; k < whole; k += kPeriodsAtOnce) {
      count_block(values.data() + at, values.data() + at + first + k, n, counts.data() + k);
    }
  }
  for (std::size_t k = 0; k < counts.size(); ++k) {
    for (std::size_t i = k < whole ? common : 0; i + first + k < values.size(); ++i) {
      counts[k] += values[i] == values[i + first + k] ? 1 : 0;
    }
  }
}

#if defined(__x86_64__) && defined(__GNUC__)
[[gnu::target("avx2")]] void count_by_avx2(std::span<const uint8_t> values, uint32_t first,
                                           std::span<uint32_t> counts) {
  count_all(values, first, counts);
}
#endif

}  // namespace

void count_equal_places(std::span<const uint8_t> values, uint32_t first,
                        std::span<uint32_t> counts) {
  std::fill(counts.begin(), counts.end(), 0);
#if defined(__x86_64__) && defined(__GNUC__)
  if (this_processor() >= Processor::avx2) return count_by_avx2(values, first, counts);
#endif
  count_all(values, first, counts);
}

void count_equal_places(std::span<const uint32_t> values, uint32_t first,
                        std::span<uint32_t> counts) {
  for (std::size_t k = 0; k < counts.size(); ++k) {
    const uint32_t* const late = values.data() + first + k;
    const std::size_t n = values.size() - first - k;
    uint32_t equal = 0;
    for (std::size_t i = 0; i < n; ++i) equal += values[i] == late[i] ? 1 : 0;
    counts[k] = equal;
  }
}

}  // namespace paje
