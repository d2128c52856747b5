// Taking lines apart with AVX2 and BMI2. Included where these instructions are switched on; what it
// needs must have been included before that.

namespace paje::avx2 {

using any_processor::Scanner;

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

}  // namespace paje::avx2
