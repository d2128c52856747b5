// Taking lines apart with AVX2 and BMI2. Included where these instructions are switched on; what it
// needs must have been included before that.

namespace paje::avx2 {

using any_processor::find_plans;
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
  // Some at a time, whether there are so many or not: what is too much is written over.
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

/// As any_processor::decode_number(), for words whose first sixteen bytes can be read, whatever
/// their size.
[[gnu::always_inline]] inline bool decode_number(const char* word, unsigned size, double& number) {
  // Of n digits, byte i is taken from byte i + n - 16; what would come from below 0 becomes 0.
  alignas(32) static constexpr int8_t kPlaces[32] = {
      -16, -15, -14, -13, -12, -11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1,
      0,   1,   2,   3,   4,   5,   6,   7,  8,  9,  10, 11, 12, 13, 14, 15};
  // Those bytes that come before a point, and the point, move up by one.
  alignas(64) static constexpr int8_t kMoved[48] = {-1, -1, -1, -1, -1, -1, -1, -1,
                                                    -1, -1, -1, -1, -1, -1, -1, -1};
  // By digits behind the point; the last one is of those without a point.
  static constexpr double kPowers[33] = {
      1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 0,
      0,   0,   0,   0,   0,   0,   0,   0,   0,   0,   0,    0,    0,    0,    0,    1};
  if (size > 16) return any_processor::decode_number(word, size, number);
  const __m128i text = _mm_loadu_si128(reinterpret_cast<const __m128i*>(word));
  const auto points =
      static_cast<uint32_t>(_mm_movemask_epi8(_mm_cmpeq_epi8(text, _mm_set1_epi8('.'))));
  const uint32_t fraction = _lzcnt_u32(points << (32U - size));
  // Digits on both sides of the point.
  if (fraction == 0 || fraction + 1 == size)
    return any_processor::decode_number(word, size, number);
  const __m128i places =
      _mm_add_epi8(_mm_loadu_si128(reinterpret_cast<const __m128i*>(kPlaces + size)),
                   _mm_loadu_si128(reinterpret_cast<const __m128i*>(kMoved + fraction)));
  const __m128i digits = _mm_shuffle_epi8(_mm_sub_epi8(text, _mm_set1_epi8('0')), places);
  const __m128i beyond = _mm_subs_epu8(digits, _mm_set1_epi8(9));
  if (!_mm_testz_si128(beyond, beyond)) return any_processor::decode_number(word, size, number);
  const __m128i pairs = _mm_maddubs_epi16(digits, _mm_set1_epi16(0x010A));
  const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(0x00010064));
  const __m128i eights = _mm_madd_epi16(_mm_packus_epi32(fours, fours), _mm_set1_epi32(0x00012710));
  const auto halves = static_cast<uint64_t>(_mm_cvtsi128_si64(eights));
  const uint64_t whole = (halves & UINT32_MAX) * 100000000 + (halves >> 32U);
  number = static_cast<double>(static_cast<int64_t>(whole)) / kPowers[fraction];
  return true;
}

inline uint32_t decode_numbers(const char* text, WordEnds* words, uint32_t count, double* numbers) {
  uint32_t i = 0;
  while (i < count && decode_number(text + words[i].begin(), words[i].size(), numbers[i])) ++i;
  return i;
}

}  // namespace paje::avx2
