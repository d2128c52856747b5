// Splits lines with AVX-512. Included where these instructions are switched on, after
// avx2.hpp.

namespace paje::avx512 {

using Bytes = std::array<uint8_t, 64>;
template <class Byte>
constexpr Bytes bytes(Byte&& byte) {
  Bytes made{};
  for (unsigned i = 0; i < made.size(); ++i) made[i] = static_cast<uint8_t>(byte(i));
  return made;
}
alignas(64) inline constexpr Bytes kPlaces = bytes([](unsigned i) { return i; });

[[nodiscard, gnu::always_inline]] inline ByteMasks masks_of(const char* bytes) {
  const __m512i block = _mm512_loadu_si512(bytes);
  const uint64_t newline = _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8('\n'));
  const uint64_t blank = _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8(' ')) |
                         _mm512_cmpeq_epi8_mask(block, _mm512_set1_epi8('\t'));
  const uint64_t low = _mm512_cmple_epu8_mask(block, _mm512_set1_epi8('#'));
  return {newline, blank, low & ~(newline | blank)};
}

// The numbers of the bits that are set, at most 32, each made larger by as much.
[[nodiscard, gnu::always_inline]] inline __m512i places_of(uint64_t bits, unsigned more) {
  const __m512i all = _mm512_load_si512(kPlaces.data());
  const __m256i places = _mm512_castsi512_si256(_mm512_maskz_compress_epi8(bits, all));
  return _mm512_add_epi16(_mm512_cvtepu8_epi16(places),
                          _mm512_set1_epi16(static_cast<int16_t>(more)));
}

[[gnu::always_inline]] inline void add_ends(LineIndex& index, LineIndex::Counts& counts,
                                            unsigned place, uint64_t ends, uint64_t newlines) {
  _mm512_storeu_si512(index.ends.data() + counts.ends + 1, places_of(ends, place));
  _mm512_storeu_si512(index.begins.data() + counts.lines + 1, places_of(newlines, place + 1));
  _mm512_storeu_si512(index.last_ends.data() + counts.lines + 1,
                      places_of(_pext_u64(newlines, ends), counts.ends + 1));
  counts.ends += static_cast<uint32_t>(_mm_popcnt_u64(ends));
  counts.lines += static_cast<uint32_t>(_mm_popcnt_u64(newlines));
}

// A bit for each of sixteen numbers that is a blank.
[[nodiscard, gnu::always_inline]] inline uint32_t blanks(__m512i bytes) {
  return uint32_t{_mm512_cmpeq_epi32_mask(bytes, _mm512_set1_epi32(' '))} |
         uint32_t{_mm512_cmpeq_epi32_mask(bytes, _mm512_set1_epi32('\t'))};
}

[[nodiscard, gnu::always_inline]] inline __m512i sixteen(const uint16_t* numbers) {
  return _mm512_cvtepu16_epi32(_mm256_loadu_si256(reinterpret_cast<const __m256i*>(numbers)));
}

// Small ids, of one digit or two; sixteen lines at a time.
[[gnu::always_inline]] inline uint32_t find_plans(const LineIndex& index, const uint32_t* starts,
                                                  uint32_t lines, std::span<const LinePlan> by_id,
                                                  LinePlan* plans) {
  static_assert(LinePlan::kSmallIds == 64);
  const __m512i first = _mm512_loadu_si512(by_id.data());
  const __m512i second = _mm512_loadu_si512(by_id.data() + 16);
  const __m512i third = _mm512_loadu_si512(by_id.data() + 32);
  const __m512i fourth = _mm512_loadu_si512(by_id.data() + 48);
  const __m512i byte = _mm512_set1_epi32(0xFF);
  const __m512i nine = _mm512_set1_epi32(9);
  const __m512i zero = _mm512_set1_epi32('0');
  for (uint32_t line = 0; line + 16 <= lines; line += 16) {
    const __m512i start = _mm512_loadu_si512(starts + line);
    const __m512i high = _mm512_sub_epi32(_mm512_and_si512(start, byte), zero);
    const __m512i next = _mm512_and_si512(_mm512_srli_epi32(start, 8), byte);
    const __m512i low = _mm512_sub_epi32(next, zero);
    const uint32_t is_one = blanks(next);
    const uint32_t is_two = _mm512_cmple_epu32_mask(low, nine) &
                            blanks(_mm512_and_si512(_mm512_srli_epi32(start, 16), byte));
    const __m512i both = _mm512_add_epi32(
        low, _mm512_add_epi32(_mm512_slli_epi32(high, 3), _mm512_add_epi32(high, high)));
    const __m512i id = _mm512_mask_mov_epi32(both, static_cast<__mmask16>(is_one), high);
    const __mmask16 is_upper = _mm512_test_epi32_mask(id, _mm512_set1_epi32(32));
    const __m512i plan =
        _mm512_mask_mov_epi32(_mm512_permutex2var_epi32(first, id, second), is_upper,
                              _mm512_permutex2var_epi32(third, id, fourth));
    const __m512i words = _mm512_sub_epi32(sixteen(index.last_ends.data() + line + 1),
                                           sixteen(index.last_ends.data() + line));
    const uint32_t is_right = (is_one | is_two) & _mm512_cmple_epu32_mask(high, nine) &
                              _mm512_cmple_epu32_mask(id, _mm512_set1_epi32(63)) &
                              _mm512_cmpeq_epi32_mask(_mm512_and_si512(plan, byte), words);
    if (is_right != 0xFFFF) return line;
    _mm512_storeu_si512(plans + line, plan);
  }
  return lines / 16 * 16;
}

[[gnu::always_inline]] inline uint32_t list_lines(const LinePlan* plans, uint32_t lines,
                                                  LinePlan::Part part, uint16_t* numbers) {
  const __m512i wanted = _mm512_set1_epi32(part);
  __m512i places =
      _mm512_cvtepu8_epi32(_mm_load_si128(reinterpret_cast<const __m128i*>(kPlaces.data())));
  uint32_t count = 0;
  for (uint32_t line = 0; line < lines; line += 16) {
    uint32_t has = _mm512_test_epi32_mask(_mm512_loadu_si512(plans + line), wanted);
    if (lines - line < 16) has &= (1U << (lines - line)) - 1U;
    _mm256_storeu_si256(
        reinterpret_cast<__m256i*>(numbers + count),
        _mm512_cvtepi32_epi16(_mm512_maskz_compress_epi32(static_cast<__mmask16>(has), places)));
    count += static_cast<uint32_t>(_mm_popcnt_u32(has));
    places = _mm512_add_epi32(places, _mm512_set1_epi32(16));
  }
  return count;
}

// Eight whole numbers below 10^15 divided by powers of ten of 10^15 at most, correctly rounded as a
// division is, without the wait for one (P. Markstein, IBM Journal of Research and Development 34,
// 1990). A first quotient is off by less than two units in its last place, and its remainder, a
// multiple of that unit times 2^k for a power of 10^k, has fewer bits than a double: the remainder
// is exact. Adding its quotient leaves an error of less than 2^-51 units before the sum is rounded.
// No exact quotient is nearer than 2^-37 units to the middle of two doubles, for that would be a
// fraction whose denominator 5^k does not have; so what is rounded lies on its side of the middle.
[[nodiscard, gnu::always_inline]] inline __m512d quotient(__m512d whole, __m512d powers,
                                                          __m512d inverses) {
  const __m512d about = _mm512_mul_pd(whole, inverses);
  const __m512d remainder = _mm512_fnmadd_pd(about, powers, whole);
  return _mm512_fmadd_pd(remainder, inverses, about);
}

// Eight words at a time: of up to sixteen bytes, digits with a point between them or none. Each
// word has sixteen bytes of a vector, the words of even number one vector, the others another.
class NumberDecoder {
  using Powers = std::array<double, 16>;

 public:
  /// Whether all eight are such words; then their numbers are written.
  [[gnu::always_inline]] bool decode(const char* text, const WordEnds* words,
                                     double* numbers) const {
    const __m512i ends = _mm512_loadu_si512(words);
    // In each eight bytes a word's size, in the lowest; whatever is above is not looked at.
    const __m512i sizes =
        _mm512_sub_epi16(_mm512_sub_epi16(_mm512_srli_epi64(ends, 16), ends), _mm512_set1_epi16(1));
    Digits even, odd;
    even.align(text, words, _mm512_permutexvar_epi8(_mm512_load_si512(kEven.data()), sizes));
    odd.align(text, words + 1, _mm512_permutexvar_epi8(_mm512_load_si512(kOdd.data()), sizes));
    // Up to the point, if there is one: a bit for each byte.
    const __m128i points =
        _mm_set_epi64x(static_cast<int64_t>(odd.points()), static_cast<int64_t>(even.points()));
    const __m128i up_to = _mm_subs_epu16(_mm_add_epi16(points, points), _mm_set1_epi16(1));
    even.remove_points(static_cast<uint64_t>(_mm_cvtsi128_si64(up_to)));
    odd.remove_points(static_cast<uint64_t>(_mm_extract_epi64(up_to, 1)));
    // In order of the words from here on.
    const __m512i moved = _mm512_cvtepu16_epi64(
        _mm_popcnt_epi16(_mm_unpacklo_epi16(up_to, _mm_unpackhi_epi64(up_to, up_to))));
    const __m512i size = _mm512_and_si512(sizes, _mm512_set1_epi64(0xFFFF));
    // The first byte is none: it is a digit, where sixteen bytes end with the word.
    const __mmask8 is_odd =
        _mm512_cmpeq_epi64_mask(_mm512_add_epi64(size, moved), _mm512_set1_epi64(17)) |
        _mm512_cmpgt_epu64_mask(size, _mm512_set1_epi64(16));
    if ((is_odd | even.others() | odd.others()) != 0) return false;
    const __m512i whole = _mm512_unpacklo_epi64(even.value(), odd.value());
    const auto of_moved = [&](const Powers& powers) {
      return _mm512_permutex2var_pd(_mm512_load_pd(powers.data()), moved,
                                    _mm512_load_pd(powers.data() + 8));
    };
    _mm512_storeu_pd(numbers,
                     quotient(_mm512_cvtepu64_pd(whole), of_moved(kPowers), of_moved(kInverses)));
    return true;
  }

 private:
  // Of four words.
  struct Digits {
    __m512i digits;

    // Of every other word; the last byte of a word becomes the last of sixteen, and what is in
    // front of the word 0.
    [[gnu::always_inline]] void align(const char* text, const WordEnds* words, __m512i sizes) {
      const auto word = [&](int i) {
        return _mm_loadu_si128(reinterpret_cast<const __m128i*>(text + words[i].begin()));
      };
      digits = _mm512_castsi128_si512(word(0));
      digits = _mm512_inserti32x4(digits, word(2), 1);
      digits = _mm512_inserti32x4(digits, word(4), 2);
      digits = _mm512_inserti32x4(digits, word(6), 3);
      digits = _mm512_shuffle_epi8(_mm512_sub_epi8(digits, _mm512_set1_epi8('0')),
                                   _mm512_add_epi8(sizes, _mm512_load_si512(kFromEnd.data())));
    }
    [[nodiscard, gnu::always_inline]] uint64_t points() const {
      return _mm512_cmpeq_epi8_mask(digits, _mm512_set1_epi8('.' - '0'));
    }
    // Of the bytes, those up to the point move up by one.
    [[gnu::always_inline]] void remove_points(uint64_t up_to) {
      digits = _mm512_mask_mov_epi8(digits, up_to, _mm512_bslli_epi128(digits, 1));
    }
    [[nodiscard, gnu::always_inline]] uint64_t others() const {
      return _mm512_cmpgt_epu8_mask(digits, _mm512_set1_epi8(9));
    }
    // In the lower half of each sixteen bytes.
    [[nodiscard, gnu::always_inline]] __m512i value() const {
      const __m512i pairs = _mm512_maddubs_epi16(digits, _mm512_set1_epi16(0x010A));
      const __m512i fours = _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x00010064));
      const __m512i eights =
          _mm512_madd_epi16(_mm512_packus_epi32(fours, fours), _mm512_set1_epi32(0x00012710));
      return _mm512_add_epi64(_mm512_mul_epu32(eights, _mm512_set1_epi64(100000000)),
                              _mm512_srli_epi64(eights, 32));
    }
  };

  // The first byte of each sixteen, and the ninth.
  alignas(64) static constexpr Bytes kEven = bytes([](unsigned i) { return i / 16 * 16; });
  alignas(64) static constexpr Bytes kOdd = bytes([](unsigned i) { return i / 16 * 16 + 8; });
  // Byte i of sixteen is byte i - 16 of a word, and its size more.
  alignas(64) static constexpr Bytes kFromEnd = bytes([](unsigned i) { return i % 16 - 16; });
  // By how many of sixteen bytes are up to the point; the first is of words without one.
  alignas(64) static constexpr Powers kPowers{1e0, 1e15, 1e14, 1e13, 1e12, 1e11, 1e10, 1e9,
                                              1e8, 1e7,  1e6,  1e5,  1e4,  1e3,  1e2,  1e1};
  alignas(64) static constexpr Powers kInverses = [] {
    Powers inverses{};
    for (unsigned i = 0; i < inverses.size(); ++i) inverses[i] = 1 / kPowers[i];
    return inverses;
  }();
};

[[gnu::always_inline]] inline uint32_t decode_numbers(const char* text, WordEnds* words,
                                                      uint32_t count, double* numbers) {
  if (count == 0) return 0;
  for (uint32_t i = count; i % 8 != 0; ++i) words[i] = words[count - 1];
  const NumberDecoder decoder;
  for (uint32_t i = 0; i < count; i += 8) {
    if (decoder.decode(text, words + i, numbers + i)) continue;
    const uint32_t right =
        avx2::decode_numbers(text, words + i, std::min(count - i, 8U), numbers + i);
    if (right < 8) return i + right;
  }
  return count;
}

}  // namespace paje::avx512
