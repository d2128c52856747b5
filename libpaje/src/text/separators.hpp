// Finds the bytes that may end a word, 64 at a time. Every byte up to '#' counts: blanks, line
// ends, quotes and comments are among them, and the few others ('!', control bytes) are so rare in
// traces that the caller may look at them one by one.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace paje {

class Separators {
 public:
  Separators(const char* begin, const char* end) : end_(end) { restart(begin); }

  /// Goes on at `at`, wherever that is.
  void restart(const char* at) {
    block_ = at;
    mask_ = mask_of_block();
  }

  /// The next separator, or the end of the text (again and again) if there is none.
  const char* next() {
    while (mask_ == 0) {
      if (end_ - block_ <= kBlock) return end_;
      block_ += kBlock;
      mask_ = mask_of_block();
    }
    const char* found = block_ + std::countr_zero(mask_);
    mask_ &= mask_ - 1;
    return found;
  }

 private:
  static constexpr int kBlock = 64;
  static constexpr unsigned char kLast = '#';

  uint64_t mask_of_block() const {
    const auto left = end_ - block_;
    if (left >= kBlock) return mask_of(block_);
    // What is after the end can be read (kPadding) but does not count.
    return left <= 0 ? 0 : mask_of(block_) & ((uint64_t{1} << left) - 1);
  }

#if defined(__SSE2__)
  static uint64_t mask_of(const char* bytes) {
    const __m128i last = _mm_set1_epi8(static_cast<char>(kLast));
    uint64_t mask = 0;
    for (int part = 0; part < kBlock / 16; ++part) {
      const __m128i block =
          _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + std::ptrdiff_t{16} * part));
      const int bits = _mm_movemask_epi8(_mm_cmpeq_epi8(_mm_min_epu8(block, last), block));
      mask |= static_cast<uint64_t>(static_cast<uint32_t>(bits)) << (16 * part);
    }
    return mask;
  }
#else
  static uint64_t mask_of(const char* bytes) {
    uint64_t mask = 0;
    for (int i = 0; i < kBlock; ++i) {
      mask |= static_cast<uint64_t>(static_cast<unsigned char>(bytes[i]) <= kLast) << i;
    }
    return mask;
  }
#endif

  const char* block_ = nullptr;
  const char* end_;
  uint64_t mask_ = 0;
};

}  // namespace paje
