#include "exchange/chrome/usual_event.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace paje::exchange {

namespace {

constexpr std::ptrdiff_t kBlock = 16;  // bytes that may be looked at

enum class Member : uint8_t {
  phase,
  name,
  category,
  process,
  thread,
  id,
  id_scope,
  bind_id,
  instant_scope,
  time,
  duration,
  arguments,
  binding_point,
  other
};

// A name with its quote at the end, as the bytes of a word of the machine.
struct Key {
  uint64_t bytes = 0;
  uint64_t mask = 0;
  Member member = Member::other;
};

constexpr Key key(std::string_view name, Member member) {
  std::array<uint8_t, 8> bytes{};
  std::array<uint8_t, 8> mask{};
  for (std::size_t i = 0; i <= name.size(); ++i) {
    bytes[i] = static_cast<uint8_t>(i < name.size() ? name[i] : '"');
    mask[i] = 0xFF;
  }
  return {std::bit_cast<uint64_t>(bytes), std::bit_cast<uint64_t>(mask), member};
}

// Those that come often first.
constexpr Key kKeys[] = {key("ph", Member::phase),        key("ts", Member::time),
                         key("dur", Member::duration),    key("pid", Member::process),
                         key("tid", Member::thread),      key("cat", Member::category),
                         key("name", Member::name),       key("args", Member::arguments),
                         key("id", Member::id),           key("bp", Member::binding_point),
                         key("s", Member::instant_scope), key("scope", Member::id_scope),
                         key("bind_id", Member::bind_id)};

class UsualReader {
 public:
  UsualReader(const char* at, const char* end, ChromeEvent& event)
      : at_(at), end_(end), event_(event) {}

  const char* read() {
    if (!is_near() || !consume('{')) return nullptr;
    do {
      if (!read_member()) return nullptr;
    } while (consume(','));
    return close() ? at_ : nullptr;
  }

 private:
  static bool is_digit(char c) { return c >= '0' && c <= '9'; }
  static bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

  // Whether the next bytes may be looked at.
  [[nodiscard]] bool is_near() const { return end_ - at_ >= kBlock; }

  void skip_blanks() {
    while (is_near() && is_blank(*at_)) ++at_;
  }
  // Goes past that character and blanks around it.
  bool consume(char c) {
    skip_blanks();
    if (!is_near() || *at_ != c) return false;
    ++at_;
    skip_blanks();
    return is_near();
  }

  // Goes past blanks and the brace at the end of an object.
  bool close() {
    skip_blanks();
    if (!is_near() || *at_ != '}') return false;
    ++at_;
    return is_near();
  }

  bool read_member() {
    if (*at_ != '"') return false;
    const Member member = find_member(at_ + 1);
    if (member == Member::other) return false;
    const uint32_t bit = uint32_t{1} << static_cast<unsigned>(member);
    if ((seen_ & bit) != 0) return false;
    seen_ |= bit;
    return consume(':') && read_value(member);
  }

  // Goes past its quote, if it is known.
  Member find_member(const char* name) {
    uint64_t bytes = 0;
    std::memcpy(&bytes, name, sizeof bytes);
    for (const Key& key : kKeys) {
      if ((bytes & key.mask) != key.bytes) continue;
      at_ = name + (std::popcount(key.mask) / 8);
      return key.member;
    }
    return Member::other;
  }

  bool read_value(Member member) {
    static constexpr std::string_view ChromeEvent::*kWords[] = {
        &ChromeEvent::phase,    &ChromeEvent::name,    &ChromeEvent::category,
        &ChromeEvent::process,  &ChromeEvent::thread,  &ChromeEvent::id,
        &ChromeEvent::id_scope, &ChromeEvent::bind_id, &ChromeEvent::instant_scope};
    switch (member) {
      case Member::time:
        return read_time(event_.time_text, event_.time);
      case Member::duration: {
        std::string_view text;
        return read_time(text, event_.duration);
      }
      case Member::arguments:
        return read_arguments();
      case Member::binding_point: {
        std::string_view point;
        if (!read_word(point)) return false;
        event_.is_within = point == "e";
        return true;
      }
      case Member::process:
      case Member::thread: {
        const bool is_number = *at_ != '"';
        std::string_view& word = event_.*kWords[static_cast<std::size_t>(member)];
        // A fraction has a shorter form.
        return read_word(word) && !(is_number && word.find('.') != std::string_view::npos);
      }
      default:
        return read_word(event_.*kWords[static_cast<std::size_t>(member)]);
    }
  }

  bool read_word(std::string_view& word) {
    return *at_ == '"' ? read_string(word) : read_number(word);
  }

  // Of a string, what is within its quotes.
  bool read_string(std::string_view& word) {
    const char* const begin = ++at_;
    if (!skip_ordinary() || *at_ != '"') return false;
    word = {begin, static_cast<std::size_t>(at_ - begin)};
    ++at_;
    return is_near();
  }

  // Up to what is not part of a word of ASCII as it is spelled: a quote, a backslash, control
  // characters, bytes above ASCII.
  bool skip_ordinary() {
#if defined(__SSE2__)
    for (; is_near(); at_ += kBlock) {
      const __m128i block = _mm_loadu_si128(reinterpret_cast<const __m128i*>(at_));
      const __m128i quote = _mm_cmpeq_epi8(block, _mm_set1_epi8('"'));
      const __m128i backslash = _mm_cmpeq_epi8(block, _mm_set1_epi8('\\'));
      const __m128i other = _mm_cmplt_epi8(block, _mm_set1_epi8(' '));  // signed
      const __m128i found = _mm_or_si128(_mm_or_si128(quote, backslash), other);
      const auto mask = static_cast<unsigned>(_mm_movemask_epi8(found));
      if (mask == 0) continue;
      at_ += std::countr_zero(mask);
      return is_near();
    }
#else
    for (; is_near(); ++at_) {
      const auto c = static_cast<unsigned char>(*at_);
      if (c == '"' || c == '\\' || c < ' ' || c > 0x7F) return true;
    }
#endif
    return false;
  }

  // One without a sign or an exponent.
  bool read_number(std::string_view& word) {
    const char* const begin = at_;
    if (!skip_digits() || at_ == begin || (*begin == '0' && at_ - begin > 1)) return false;
    if (*at_ == '.') {
      const char* const fraction = ++at_;
      if (!skip_digits() || at_ == fraction) return false;
    }
    word = {begin, static_cast<std::size_t>(at_ - begin)};
    return *at_ == ',' || *at_ == '}' || is_blank(*at_);
  }

  bool skip_digits() {
    while (is_near() && is_digit(*at_)) ++at_;
    return is_near();
  }

  bool read_time(std::string_view& text, std::optional<DecimalTime>& time) {
    if (!read_word(text)) return false;
    time = DecimalTime::parse(text, kMicroseconds);
    return time.has_value();
  }

  bool read_arguments() {
    if (*at_ != '{') return false;
    const char* const begin = at_;
    if (!skip_flat_object() && !skip_any(begin)) return false;
    event_.arguments = {begin, static_cast<std::size_t>(at_ - begin)};
    return true;
  }

  // An object of words and numbers as above.
  bool skip_flat_object() {
    if (!consume('{')) return false;
    if (*at_ == '}') return close();
    do {
      std::string_view ignored;
      if (*at_ != '"' || !read_string(ignored) || !consume(':') || !read_word(ignored)) {
        return false;
      }
    } while (consume(','));
    return close();
  }

  bool skip_any(const char* begin) {
    try {
      JsonCursor cursor(std::string_view(begin, static_cast<std::size_t>(end_ - begin)));
      at_ = begin + cursor.value().size();
      return is_near();
    } catch (const JsonFault&) {
      return false;
    }
  }

  const char* at_;
  const char* const end_;
  ChromeEvent& event_;
  uint32_t seen_ = 0;
};

}  // namespace

const char* read_usual_event(const char* at, const char* end, ChromeEvent& event) {
  return UsualReader(at, end, event).read();
}

}  // namespace paje::exchange
