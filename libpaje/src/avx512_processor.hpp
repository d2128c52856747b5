// Taking lines apart with AVX-512. Included where these instructions are switched on, behind
// avx2_processor.hpp.

namespace paje::avx512 {

using avx2::decode_number;

/// A line is in one register, so nothing is scanned ahead.
class Scanner {
 public:
  explicit Scanner(const TextCursor& cursor)
      : covered_(cursor.at + std::min(static_cast<std::size_t>(cursor.end - cursor.at),
                                      TextMasks::kMostBytes)) {}
  [[nodiscard]] const char* covered() const { return covered_; }
  [[nodiscard, gnu::always_inline]] ByteMasks from(const char* at) const {
    const __m512i bytes = _mm512_loadu_si512(at);
    const uint64_t newline = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\n'));
    const uint64_t blank = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(' ')) |
                           _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8('\t'));
    const uint64_t low = _mm512_cmple_epu8_mask(bytes, _mm512_set1_epi8('#'));
    return {newline, blank, low & ~(newline | blank)};
  }

 private:
  const char* covered_;
};

}  // namespace paje::avx512
