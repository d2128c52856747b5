// Finds the NUL bytes that end strings.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace paje::rastro {

/// So many bytes nul_bytes() looks at.
inline constexpr unsigned kNulBytes = 64;

/// Which of the bytes at `at` are NUL, a bit for each, the first lowest.
inline uint64_t nul_bytes(const char* at) {
  uint64_t mask = 0;
#if defined(__SSE2__)
  for (unsigned part = 0; part < kNulBytes; part += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + part));
    const int bits = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, _mm_setzero_si128()));
    mask |= static_cast<uint64_t>(static_cast<uint32_t>(bits)) << part;
  }
#else
  for (unsigned i = 0; i < kNulBytes; ++i) mask |= static_cast<uint64_t>(at[i] == '\0') << i;
#endif
  return mask;
}

/// Where the first NUL is at or after `at`; null if there is none before `end`.
inline const char* find_nul(const char* at, const char* end) {
  // Most strings end within the eight bytes that one number holds.
  if (end - at >= 8) {
    uint64_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    // The lowest bit that is set is right; above it, a borrow may set others.
    const uint64_t zeros = (bytes - 0x0101010101010101) & ~bytes & 0x8080808080808080;
    if (zeros != 0) return at + std::countr_zero(zeros) / 8;
  }
  return static_cast<const char*>(std::memchr(at, '\0', static_cast<std::size_t>(end - at)));
}

}  // namespace paje::rastro
