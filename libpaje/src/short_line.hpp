// A look at the next 64 bytes at once: where the line ends and where its words do, when the line is
// short and of the plainest form: words apart by single blanks, no quotes, no comment.
#pragma once

#include <bit>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "definition_table.hpp"

namespace paje {

class ShortLine {
 public:
  /// `line` may be followed by less than 64 bytes of text; as many can be read.
  explicit ShortLine(const char* line) {
    const Masks masks = masks_of(line);
    // A bit behind all others, so that there always is one to find.
    const uint64_t newline = masks.newline | kSentinel;
    newline_ = static_cast<unsigned>(std::countr_zero(newline));
    const uint64_t last = uint64_t{1} << newline_;
    const uint64_t inside = last - 1;
    uint64_t ends = masks.blank & inside;
    // Neither an empty word nor anything that ends a word but blanks.
    const uint64_t empty = ends & ((ends << 1U) | 1U | (last >> 1U));
    is_plain_ = (empty | (masks.odd & inside) | (last & kSentinel)) == 0 && newline_ != 0;
    ends |= last;
    ends_ = ends;
  }

  [[nodiscard]] bool is_plain() const { return is_plain_; }
  /// Bytes before the newline.
  [[nodiscard]] unsigned length() const { return newline_; }
  /// Where the next word ends, in bytes from the line's begin.
  unsigned take_end() {
    const auto end = static_cast<unsigned>(std::countr_zero(ends_));
    ends_ &= ends_ - 1;
    return end;
  }
  /// Whether all words were taken.
  [[nodiscard]] bool is_done() const { return ends_ == 0; }

 private:
  static constexpr uint64_t kSentinel = uint64_t{1} << 63U;

  struct Masks {
    uint64_t newline = 0;
    uint64_t blank = 0;
    uint64_t odd = 0;  // whatever else may end a word: as in Separators, all bytes up to '#'
  };

#if defined(__SSE2__)
  static Masks masks_of(const char* bytes) {
    const __m128i last = _mm_set1_epi8('#');
    const __m128i newline = _mm_set1_epi8('\n');
    const __m128i space = _mm_set1_epi8(' ');
    const __m128i tab = _mm_set1_epi8('\t');
    const auto bits = [](__m128i equal) {
      return static_cast<uint64_t>(static_cast<uint32_t>(_mm_movemask_epi8(equal)));
    };
    Masks masks;
    for (int part = 0; part < 4; ++part) {
      const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + 16 * part));
      const int shift = 16 * part;
      const __m128i blank = _mm_or_si128(_mm_cmpeq_epi8(block, space), _mm_cmpeq_epi8(block, tab));
      masks.odd |= bits(_mm_cmpeq_epi8(_mm_min_epu8(block, last), block)) << shift;
      masks.newline |= bits(_mm_cmpeq_epi8(block, newline)) << shift;
      masks.blank |= bits(blank) << shift;
    }
    masks.odd &= ~(masks.newline | masks.blank);
    return masks;
  }
#else
  static Masks masks_of(const char* bytes) {
    Masks masks;
    for (unsigned i = 0; i < 64; ++i) {
      const uint64_t bit = uint64_t{1} << i;
      const char c = bytes[i];
      if (c == '\n') {
        masks.newline |= bit;
      } else if (c == ' ' || c == '\t') {
        masks.blank |= bit;
      } else if (static_cast<unsigned char>(c) <= '#') {
        masks.odd |= bit;
      }
    }
    return masks;
  }
#endif

  uint64_t ends_;
  unsigned newline_;
  bool is_plain_;
};

}  // namespace paje
