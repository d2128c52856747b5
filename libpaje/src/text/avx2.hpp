// Splits lines with AVX2 and BMI2. Included where these instructions are switched on; what it
// needs must have been included before that.

namespace paje::avx2 {

using any_processor::list_lines;

[[nodiscard, gnu::always_inline]] inline ByteMasks masks_of(const char* bytes) {
  const auto bits = [](__m256i first, __m256i second) {
    return static_cast<uint64_t>(static_cast<uint32_t>(_mm256_movemask_epi8(first))) |
           static_cast<uint64_t>(static_cast<uint32_t>(_mm256_movemask_epi8(second))) << 32U;
  };
  const __m256i first = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes));
  const __m256i second = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(bytes + 32));
  const auto bytes_that_are = [&](char c) {
    const __m256i wanted = _mm256_set1_epi8(c);
    return bits(_mm256_cmpeq_epi8(first, wanted), _mm256_cmpeq_epi8(second, wanted));
  };
  const __m256i last = _mm256_set1_epi8('#');
  const uint64_t low = bits(_mm256_cmpeq_epi8(_mm256_min_epu8(first, last), first),
                            _mm256_cmpeq_epi8(_mm256_min_epu8(second, last), second));
  const uint64_t newline = bytes_that_are('\n');
  const uint64_t blank = bytes_that_are(' ') | bytes_that_are('\t');
  return {newline, blank, low & ~(newline | blank)};
}

[[gnu::always_inline]] inline void add_ends(LineIndex& index, LineIndex::Counts& counts,
                                            unsigned place, uint64_t ends, uint64_t newlines) {
  // Some at a time, whether there are that many or not: what is too much is written over.
  int16_t* to = index.ends.data() + counts.ends + 1;
  for (uint64_t left = ends; left != 0;) {
    for (int i = 0; i < 8; ++i) {
      *to++ = static_cast<int16_t>(place + static_cast<unsigned>(_tzcnt_u64(left)));
      left = _blsr_u64(left);
    }
  }
  uint16_t* last = index.last_ends.data() + counts.lines + 1;
  uint16_t* begin = index.begins.data() + counts.lines + 1;
  for (uint64_t left = newlines; left != 0;) {
    for (int i = 0; i < 4; ++i) {
      const auto number = static_cast<uint32_t>(_mm_popcnt_u64(ends & _blsmsk_u64(left)));
      *last++ = static_cast<uint16_t>(counts.ends + number);
      *begin++ = static_cast<uint16_t>(place + 1U + static_cast<unsigned>(_tzcnt_u64(left)));
      left = _blsr_u64(left);
    }
  }
  counts.ends += static_cast<uint32_t>(_mm_popcnt_u64(ends));
  counts.lines += static_cast<uint32_t>(_mm_popcnt_u64(newlines));
}

// Of eight numbers, those that are a blank: all bits of them.
[[nodiscard, gnu::always_inline]] inline __m256i blanks(__m256i bytes) {
  return _mm256_or_si256(_mm256_cmpeq_epi32(bytes, _mm256_set1_epi32(' ')),
                         _mm256_cmpeq_epi32(bytes, _mm256_set1_epi32('\t')));
}

[[nodiscard, gnu::always_inline]] inline __m256i at_most(__m256i numbers, int most) {
  return _mm256_cmpeq_epi32(_mm256_min_epu32(numbers, _mm256_set1_epi32(most)), numbers);
}

[[nodiscard, gnu::always_inline]] inline __m256i eight(const uint16_t* numbers) {
  return _mm256_cvtepu16_epi32(_mm_loadu_si128(reinterpret_cast<const __m128i*>(numbers)));
}

// Small ids, of one digit or two; eight lines at a time, for which of the two it is changes from
// line to line.
[[gnu::always_inline]] inline uint32_t find_plans(const LineIndex& index, const uint32_t* starts,
                                                  uint32_t lines, std::span<const LinePlan> by_id,
                                                  LinePlan* plans) {
  constexpr int kLastSmallId = LinePlan::kSmallIds - 1;
  const __m256i byte = _mm256_set1_epi32(0xFF);
  const __m256i zero = _mm256_set1_epi32('0');
  for (uint32_t line = 0; line + 8 <= lines; line += 8) {
    const __m256i start = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(starts + line));
    const __m256i high = _mm256_sub_epi32(_mm256_and_si256(start, byte), zero);
    const __m256i next = _mm256_and_si256(_mm256_srli_epi32(start, 8), byte);
    const __m256i low = _mm256_sub_epi32(next, zero);
    const __m256i is_one = blanks(next);
    const __m256i is_two = _mm256_and_si256(
        at_most(low, 9), blanks(_mm256_and_si256(_mm256_srli_epi32(start, 16), byte)));
    const __m256i both = _mm256_add_epi32(
        low, _mm256_add_epi32(_mm256_slli_epi32(high, 3), _mm256_add_epi32(high, high)));
    const __m256i id = _mm256_blendv_epi8(both, high, is_one);
    const __m256i is_small =
        _mm256_and_si256(_mm256_or_si256(is_one, is_two),
                         _mm256_and_si256(at_most(high, 9), at_most(id, kLastSmallId)));
    const __m256i plan = _mm256_i32gather_epi32(reinterpret_cast<const int*>(by_id.data()),
                                                _mm256_and_si256(id, is_small), sizeof(int));
    const __m256i words = _mm256_sub_epi32(eight(index.last_ends.data() + line + 1),
                                           eight(index.last_ends.data() + line));
    const __m256i is_right =
        _mm256_and_si256(is_small, _mm256_cmpeq_epi32(_mm256_and_si256(plan, byte), words));
    if (_mm256_movemask_epi8(is_right) != -1) return line;
    _mm256_storeu_si256(reinterpret_cast<__m256i*>(plans + line), plan);
  }
  return lines / 8 * 8;
}

// Four words at a time: of up to sixteen bytes, digits with a point between them or none. Each word
// has sixteen bytes of a vector; sixteen can be read from where it begins.
class NumberDecoder {
 public:
  /// Whether all four are such words; then their numbers are written.
  [[gnu::always_inline]] static bool decode(const char* text, const WordEnds* words,
                                            double* numbers) {
    // No word is empty.
    if (((words[0].size() - 1) | (words[1].size() - 1) | (words[2].size() - 1) |
         (words[3].size() - 1)) >= 16) {
      return false;
    }
    const Two first(text, words);
    const Two second(text, words + 2);
    const __m256i beyond =
        _mm256_subs_epu8(_mm256_max_epu8(first.digits, second.digits), _mm256_set1_epi8(9));
    if (first.is_odd || second.is_odd || !_mm256_testz_si256(beyond, beyond)) return false;
    // Numbers of eight digits; both of the first word, of the third, the second and the fourth.
    const __m256i eights = _mm256_madd_epi16(_mm256_packus_epi32(first.fours(), second.fours()),
                                             _mm256_set1_epi32(0x00012710));
    const __m256i in_order =
        _mm256_permutevar8x32_epi32(eights, _mm256_setr_epi32(0, 4, 2, 6, 1, 5, 3, 7));
    const __m256d high = _mm256_cvtepi32_pd(_mm256_castsi256_si128(in_order));
    const __m256d low = _mm256_cvtepi32_pd(_mm256_extracti128_si256(in_order, 1));
    // The product is exact, because it has 46 bits that count: only the sum rounds, as if the whole
    // number was made a double.
    const __m256d whole = _mm256_add_pd(_mm256_mul_pd(high, _mm256_set1_pd(1e8)), low);
    const __m256d powers =
        _mm256_setr_pd(kPowers[first.fractions[0]], kPowers[first.fractions[1]],
                       kPowers[second.fractions[0]], kPowers[second.fractions[1]]);
    _mm256_storeu_pd(numbers, _mm256_div_pd(whole, powers));
    return true;
  }

 private:
  struct Two {
    __m256i digits;         // the last one of a word is the last of sixteen, 0 is in front
    uint32_t fractions[2];  // digits after the point; 32 if there is none
    bool is_odd;            // whether a point has no digits on one of its sides

    [[gnu::always_inline]] Two(const char* text, const WordEnds* words) {
      const auto sixteen = [](const void* bytes) {
        return _mm_loadu_si128(static_cast<const __m128i*>(bytes));
      };
      const __m256i bytes =
          _mm256_set_m128i(sixteen(text + words[1].begin()), sixteen(text + words[0].begin()));
      const auto points = static_cast<uint32_t>(
          _mm256_movemask_epi8(_mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('.'))));
      const std::array<unsigned, 2> sizes{words[0].size(), words[1].size()};
      fractions[0] = _lzcnt_u32(points << (32U - sizes[0]));
      fractions[1] = _lzcnt_u32((points >> 16U) << (32U - sizes[1]));
      is_odd = (fractions[0] == 0) | (fractions[1] == 0) | (fractions[0] + 1 == sizes[0]) |
               (fractions[1] + 1 == sizes[1]);
      const __m256i places = _mm256_add_epi8(
          _mm256_set_m128i(sixteen(kPlaces + sizes[1]), sixteen(kPlaces + sizes[0])),
          _mm256_set_m128i(sixteen(kMoved + fractions[1]), sixteen(kMoved + fractions[0])));
      digits = _mm256_shuffle_epi8(_mm256_sub_epi8(bytes, _mm256_set1_epi8('0')), places);
    }
    [[nodiscard, gnu::always_inline]] __m256i fours() const {
      const __m256i pairs = _mm256_maddubs_epi16(digits, _mm256_set1_epi16(0x010A));
      return _mm256_madd_epi16(pairs, _mm256_set1_epi32(0x00010064));
    }
  };

  // Of n digits, byte i is taken from byte i + n - 16; what would come from below 0 becomes 0.
  alignas(32) static constexpr int8_t kPlaces[32] = {
      -16, -15, -14, -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1,
      0,   1,   2,   3,   4,   5,   6,   7,  8,  9,  10, 11, 12, 13, 14, 15};
  // Those bytes that come before a point, and the point, move up by one.
  alignas(64) static constexpr int8_t kMoved[48] = {-1, -1, -1, -1, -1, -1, -1, -1,
                                                    -1, -1, -1, -1, -1, -1, -1, -1};
  // By digits after the point; the last one is of those without a point.
  static constexpr double kPowers[33] = {
      1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 0,
      0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,    0,    0,    0,    0,    1};
};

inline uint32_t decode_numbers(const char* text, WordEnds* words, uint32_t count, double* numbers) {
  if (count == 0) return 0;
  for (uint32_t i = count; i % 4 != 0; ++i) words[i] = words[count - 1];
  for (uint32_t i = 0; i < count; i += 4) {
    if (NumberDecoder::decode(text, words + i, numbers + i)) continue;
    const uint32_t right =
        any_processor::decode_numbers(text, words + i, std::min(count - i, 4U), numbers + i);
    if (right < 4) return i + right;
  }
  return count;
}

}  // namespace paje::avx2
