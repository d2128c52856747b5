// Lines whose id and time are spelled plainly: at the line's beginning, with one blank behind each.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "number.hpp"
#include "short_line.hpp"

namespace paje {

/// Takes them from the first bytes of a line. Text, or the padding behind it, is read up to the
/// first byte that ends a word.
class PlainTime {
 public:
  explicit PlainTime(const char* line) : line_(line), at_(line) {}

  /// False if the line does not begin with an id of one to eight digits and a blank.
  [[gnu::always_inline]] bool take_id(uint64_t& id) {
    while (static_cast<unsigned char>(*at_) > '#') ++at_;
    return is_blank(*at_) && at_ != line_ &&
           read_event_id(line_, static_cast<unsigned>(at_ - line_), id);
  }
  /// Behind the id. False if no number and blank come next.
  [[gnu::always_inline]] bool take_time(double& time) {
    const char* const word = ++at_;
    while (static_cast<unsigned char>(*at_) > '#') ++at_;
    return is_blank(*at_) && at_ != word &&
           decode_number({word, static_cast<std::size_t>(at_ - word)}, time) && time == time;
  }
  /// Behind what was taken.
  [[nodiscard]] const char* at() const { return at_; }

 private:
  static bool is_blank(char c) { return c == ' ' || c == '\t'; }

  const char* line_;
  const char* at_;
};

/// Behind the newline at `from` or behind that, or `end` if there is none.
inline const char* behind_line(const char* from, const char* end) {
  const void* const found = std::memchr(from, '\n', static_cast<std::size_t>(end - from));
  return found == nullptr ? end : static_cast<const char*>(found) + 1;
}

}  // namespace paje
