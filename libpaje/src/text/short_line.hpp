// Where a decoder is in its text, and where the words of many lines end, found 64 bytes at a
// time: bitmaps of a piece of text, from which a line that is short and of the simplest form is
// taken: words apart by single blanks, no quotes, no comment.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/number.hpp"

namespace paje {

/// The next 64 bytes of a piece of text, the first in the lowest bit.
struct ByteMasks {
  uint64_t newline = 0;
  uint64_t blank = 0;
  uint64_t odd = 0;  ///< whatever else may end a word: as in Separators, all bytes up to '#'
};

/// Of 64 bytes.
#if defined(__SSE2__)
inline ByteMasks masks_of(const char* bytes) {
  const __m128i last = _mm_set1_epi8('#');
  const __m128i newline = _mm_set1_epi8('\n');
  const __m128i space = _mm_set1_epi8(' ');
  const __m128i tab = _mm_set1_epi8('\t');
  const auto bits = [](__m128i equal) {
    return static_cast<uint64_t>(static_cast<uint32_t>(_mm_movemask_epi8(equal)));
  };
  ByteMasks masks;
  for (int part = 0; part < 4; ++part) {
    const __m128i block =
        _mm_loadu_si128(reinterpret_cast<const __m128i*>(bytes + std::ptrdiff_t{16} * part));
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
inline ByteMasks masks_of(const char* bytes) {
  ByteMasks masks;
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

class ShortLine {
 public:
  explicit ShortLine(const ByteMasks& masks) {
    // A bit after all others, so that there always is one to find.
    const uint64_t newline = masks.newline | kSentinel;
    newline_ = static_cast<unsigned>(std::countr_zero(newline));
    const uint64_t last = newline & (~newline + 1);
    const uint64_t inside = last - 1;
    ends_ = (masks.blank & inside) | last;
    // Empty words, and whatever ends a word but blanks.
    not_short_form_ = (ends_ & ((ends_ << 1U) | 1U)) | (masks.odd & inside) | (last & kSentinel);
  }

  [[nodiscard]] bool is_short_form() const { return not_short_form_ == 0; }
  /// Bytes before the newline.
  [[nodiscard]] unsigned length() const { return newline_; }
  /// Where the next word ends, in bytes from the line's begin.
  unsigned next_end() {
    const auto end = static_cast<unsigned>(std::countr_zero(ends_));
    ends_ &= ends_ - 1;
    return end;
  }
  /// Whether all words were taken.
  [[nodiscard]] bool is_done() const { return ends_ == 0; }

 private:
  static constexpr uint64_t kSentinel = uint64_t{1} << 63U;

  uint64_t ends_;
  uint64_t not_short_form_;  // bits where something is not as in fast lines
  unsigned newline_;
};

/// The bitmaps of up to kMostBytes of text, and of a line that begins in these.
class TextMasks {
 public:
  static constexpr std::size_t kMostBytes = std::size_t{8} << 10U;

  /// Looks at the text from `begin` on, after whose end 64 more bytes can be read.
  void scan(const char* begin, const char* end) {
    begin_ = begin;
    const auto bytes = std::min(static_cast<std::size_t>(end - begin), kMostBytes + 64);
    const std::size_t blocks = (bytes + 63) / 64;
    for (std::size_t i = 0; i < blocks; ++i) blocks_[i] = masks_of(begin + 64 * i);
    blocks_[blocks] = {};  // as if no line ended there
  }

  [[nodiscard]] const char* covered() const { return begin_ + kMostBytes; }
  /// Whether a line that begins there can be taken without another scan.
  [[nodiscard]] bool cover(const char* at) const {
    return begin_ != nullptr && at >= begin_ && static_cast<std::size_t>(at - begin_) < kMostBytes;
  }

  /// Those of the 64 bytes from `at` on, which is among the first kMostBytes scanned.
  [[nodiscard]] ByteMasks from(const char* at) const {
    const auto offset = static_cast<std::size_t>(at - begin_);
    const ByteMasks& low = blocks_[offset / 64];
    const ByteMasks& high = blocks_[offset / 64 + 1];
    const unsigned down = offset % 64;
    const unsigned up = 63 - down;  // and one more, for 64 is too much for a shift
    return {low.newline >> down | high.newline << 1U << up,
            low.blank >> down | high.blank << 1U << up, low.odd >> down | high.odd << 1U << up};
  }

 private:
  const char* begin_ = nullptr;
  std::array<ByteMasks, kMostBytes / 64 + 2> blocks_;
};

/// The id that an event line begins with, in a word of that many bytes: one or two digits nearly
/// always. False if it has not one to eight digits. Seven bytes after it can be read.
[[gnu::always_inline]] inline bool read_event_id(const char* word, unsigned size, uint64_t& id) {
  const auto first = static_cast<unsigned char>(word[0] - '0');
  const auto second = static_cast<unsigned char>(word[1] - '0');
  if (size == 2 && std::max(first, second) <= 9) {
    id = first * 10U + second;
    return true;
  }
  return size <= 8 && detail::read_digits(word, size, id);
}

/// Where a decoder is in the text of a chunk.
struct TextCursor {
  const char* begin;
  const char* end;
  const char* at = begin;  ///< the next line
  uint32_t line = 0;       ///< how many lines came before it
  TextMasks masks;         ///< of some of the text; see scan_ahead()

  [[nodiscard]] uint64_t offset() const { return static_cast<uint64_t>(at - begin); }
  /// Makes the masks cover the next line. Returns how far they do.
  const char* scan_ahead() {
    if (!masks.cover(at)) masks.scan(at, end);
    return std::min(masks.covered(), end);
  }
};

}  // namespace paje
