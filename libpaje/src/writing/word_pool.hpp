// Words of an event, as text can spell them.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <deque>
#include <string>
#include <string_view>

#include "paje/event.hpp"

namespace paje::writing {

/// Quotes and line ends inside a word cannot be spelled: they become apostrophes and blanks.
inline char spelled(char c) {
  return c == '"' ? '\'' : c == '\n' || c == '\r' || c == '\0' ? ' ' : c;
}
inline bool is_spelled_otherwise(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) { return spelled(c) != c; });
}
inline std::string spelled(std::string_view text) {
  std::string word(text);
  std::transform(word.begin(), word.end(), word.begin(), [](char c) { return spelled(c); });
  return word;
}

/// What it returns is valid until clear().
class WordPool {
 public:
  void clear() { used_ = 0; }

  FieldValue word(std::string_view text) {
    bool is_safe = !text.empty();
    for (const char c : text) is_safe = is_safe && !is_special(c);
    if (is_safe) return FieldValue::of_text(text, false);
    std::string& kept = next();
    kept = '"';
    for (const char c : text) kept += spelled(c);
    kept += '"';
    return FieldValue::of_text(std::string_view(kept).substr(1, kept.size() - 2), true);
  }
  template <class Number>
  FieldValue digits(Number number) {
    std::string& kept = next();
    kept = fmt::format("{}", number);
    return FieldValue::of_text(kept, false);
  }

 private:
  static bool is_special(char c) { return static_cast<unsigned char>(c) <= '#'; }
  std::string& next() {
    if (used_ == words_.size()) words_.emplace_back();
    return words_[used_++];
  }

  std::deque<std::string> words_;  // stay where they are
  std::size_t used_ = 0;
};

}  // namespace paje::writing
