// Finds the NUL bytes that end strings, and those inside a string, which no word can have.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace paje::rastro {

/// The number of bytes that nul_bytes() looks at.
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

/// Which of the bytes at `at` are quotes or newlines, likewise.
inline uint64_t odd_bytes(const char* at) {
  uint64_t mask = 0;
#if defined(__SSE2__)
  for (unsigned part = 0; part < kNulBytes; part += 16) {
    const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at + part));
    const __m128i odd = _mm_or_si128(_mm_cmpeq_epi8(bytes, _mm_set1_epi8('"')),
                                     _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n')));
    mask |= static_cast<uint64_t>(static_cast<uint32_t>(_mm_movemask_epi8(odd))) << part;
  }
#else
  for (unsigned i = 0; i < kNulBytes; ++i) {
    mask |= static_cast<uint64_t>(at[i] == '"' || at[i] == '\n') << i;
  }
#endif
  return mask;
}

namespace detail {

/// Bits of the bytes that are NUL; above the lowest, perhaps, of others.
template <class Number>
[[nodiscard]] Number nuls_of(Number bytes) {
  constexpr auto kOnes = static_cast<Number>(0x0101010101010101);
  return (bytes - kOnes) & ~bytes & static_cast<Number>(0x8080808080808080);
}

/// Copies the numbers that a word of at least their size begins and ends with, which may overlap.
template <class Number>
[[nodiscard]] bool copy_ends(char* to, const char* word, std::size_t size) {
  Number first, last;
  const std::size_t behind = size - sizeof(Number);
  std::memcpy(&first, word, sizeof first);
  std::memcpy(&last, word + behind, sizeof last);
  std::memcpy(to, &first, sizeof first);
  std::memcpy(to + behind, &last, sizeof last);
  return (nuls_of(first) | nuls_of(last)) == 0;
}

}  // namespace detail

/// Copies a word. False if there is a NUL in it.
[[gnu::always_inline]] inline bool copy_without_nul(char* to, const char* word, std::size_t size) {
  if (size <= 16) {
    if (size >= sizeof(uint64_t)) return detail::copy_ends<uint64_t>(to, word, size);
    if (size >= sizeof(uint32_t)) return detail::copy_ends<uint32_t>(to, word, size);
    bool is_good = true;
    for (std::size_t i = 0; i < size; ++i) {
      to[i] = word[i];
      is_good = is_good && word[i] != '\0';
    }
    return is_good;
  }
  std::memcpy(to, word, size);
  return std::memchr(word, '\0', size) == nullptr;
}

/// Where the first NUL is at or after `at`; null if there is none before `end`.
inline const char* find_nul(const char* at, const char* end) {
  // Most strings end within the eight bytes that one number holds.
  if (end - at >= 8) {
    uint64_t bytes;
    std::memcpy(&bytes, at, sizeof bytes);
    const uint64_t zeros = detail::nuls_of(bytes);
    if (zeros != 0) return at + std::countr_zero(zeros) / 8;
  }
  return static_cast<const char*>(std::memchr(at, '\0', static_cast<std::size_t>(end - at)));
}

}  // namespace paje::rastro
