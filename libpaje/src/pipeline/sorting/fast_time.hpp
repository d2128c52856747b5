// Lines whose id and time are spelled in the simplest form: at the line's beginning, with one blank
// after each.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

#include "base/number.hpp"
#include "text/short_line.hpp"

namespace paje {

/// After the newline at `from` or after that, or `end` if there is none.
inline const char* behind_line(const char* from, const char* end) {
  const void* const found = std::memchr(from, '\n', static_cast<std::size_t>(end - from));
  return found == nullptr ? end : static_cast<const char*>(found) + 1;
}

/// Takes them from the first bytes of a line, after which 64 bytes can be read.
class FastTime {
 public:
  /// `end`: of the text.
  [[gnu::always_inline]] FastTime(const char* line, const char* end) : line_(line), end_(end) {
    const Ends found = ends_of(line);
    newline_ = found.newline;
    const uint32_t others = found.word & (found.word - 1);
    if (others == 0) return;  // no word is that long
    id_end_ = line + std::countr_zero(found.word);
    time_end_ = line + std::countr_zero(others);
  }

  /// False if the line does not begin with an id of one to eight digits and a blank.
  [[nodiscard, gnu::always_inline]] bool id(uint64_t& id) const {
    return id_end_ != line_ && is_blank(*id_end_) &&
           read_event_id(line_, static_cast<unsigned>(id_end_ - line_), id);
  }
  /// False if no number and blank follow the id.
  [[nodiscard, gnu::always_inline]] bool time(double& time) const {
    const char* const word = id_end_ + 1;
    return time_end_ > word && time_end_ < end_ && is_blank(*time_end_) &&
           decode_number({word, static_cast<std::size_t>(time_end_ - word)}, time) && time == time;
  }
  /// After the line's newline, or the text's end.
  [[nodiscard, gnu::always_inline]] const char* behind() const {
    if (newline_ != 0) return std::min(line_ + std::countr_zero(newline_) + 1, end_);
    return behind_line(std::min(line_ + 32, end_), end_);
  }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t'; }

  // Bits of the first 32 bytes.
  struct Ends {
    uint32_t word = 0;  // whatever may end one: all bytes up to '#'
    uint32_t newline = 0;
  };
  [[gnu::always_inline]] static Ends ends_of(const char* line) {
    Ends ends;
#if defined(__SSE2__)
    const __m128i last = _mm_set1_epi8('#');
    const __m128i newline = _mm_set1_epi8('\n');
    const auto bits = [](__m128i equal) { return static_cast<uint32_t>(_mm_movemask_epi8(equal)); };
    for (int half = 0; half < 2; ++half) {
      const __m128i block =
          _mm_loadu_si128(reinterpret_cast<const __m128i*>(line + std::ptrdiff_t{16} * half));
      ends.word |= bits(_mm_cmpeq_epi8(_mm_min_epu8(block, last), block)) << (16 * half);
      ends.newline |= bits(_mm_cmpeq_epi8(block, newline)) << (16 * half);
    }
#else
    for (unsigned i = 0; i < 32; ++i) {
      if (static_cast<unsigned char>(line[i]) <= '#') ends.word |= uint32_t{1} << i;
      if (line[i] == '\n') ends.newline |= uint32_t{1} << i;
    }
#endif
    return ends;
  }

  const char* line_;
  const char* end_;
  const char* id_end_ = line_;
  const char* time_end_ = line_;
  uint32_t newline_;
};

}  // namespace paje
