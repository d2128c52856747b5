// What a string of a record is as a word of a trace. Writers put words into records with the quotes
// that they have in text, and may put anything else there; text has no escape. So that a binary
// trace and its text are the same trace, whatever text cannot hold is mended here, for all readers
// alike (README.md, "Strings").
#pragma once

#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "formats/word_pages.hpp"
#include "paje/event.hpp"

namespace paje::rastro {

/// How a string begins, for messages: there may be one for each record that refers to it.
[[nodiscard]] std::string beginning(std::string_view string);

/// Strings in which a byte had to be replaced.
struct MendedWords {
  uint64_t count = 0;
  uint64_t first_offset = 0;  ///< of the first one in the file
  std::string first;          ///< the first one as written, or how it begins

  void add(std::string_view word, uint64_t offset);
};

/// The word that a string is, whatever is in it. Replaces what text cannot hold.
[[nodiscard]] FieldValue mended_word(std::span<char> string);

/// The same; a string that has to be changed is copied to `pages` and counted.
[[nodiscard]] FieldValue word_of(std::string_view string, uint64_t offset, WordPages& pages,
                                 MendedWords& mended);

/// The name of a field that a string of a definition is. Replaces what text cannot hold; `number`,
/// if it is empty, names it.
[[nodiscard]] std::string name_of(std::string_view string, std::size_t number, uint64_t offset,
                                  MendedWords& mended);

namespace detail {

[[nodiscard]] inline uint64_t bytes_equal(uint64_t bytes, uint64_t pattern) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  const uint64_t other = bytes ^ pattern;
  return (other - kOnes) & ~other & (kOnes << 7U);
}

}  // namespace detail

/// Whether a string has neither quotes nor newlines, and so is a word as it is. About a byte a
/// cycle or faster.
[[nodiscard]] inline bool is_text_word(std::string_view string) {
  constexpr uint64_t kQuotes = 0x2222222222222222;
  constexpr uint64_t kNewlines = 0x0A0A0A0A0A0A0A0A;
  static_assert('"' == 0x22 && '\n' == 0x0A);
  std::size_t at = 0;
  for (; at + sizeof(uint64_t) <= string.size(); at += sizeof(uint64_t)) {
    uint64_t bytes;
    std::memcpy(&bytes, string.data() + at, sizeof bytes);
    const uint64_t odd =
        detail::bytes_equal(bytes, kQuotes) | detail::bytes_equal(bytes, kNewlines);
    if (odd != 0) return false;
  }
  bool fits = true;
  for (; at < string.size(); ++at) fits &= string[at] != '"' && string[at] != '\n';
  return fits;
}

namespace detail {

[[nodiscard]] std::optional<FieldValue> odd_word_in_place(std::string_view string);

}  // namespace detail

/// The word that a string is, if text can hold it: in quotes if the string begins and ends with
/// them. The value points into the string.
[[nodiscard]] inline std::optional<FieldValue> word_in_place(std::string_view string) {
  if (is_text_word(string)) return FieldValue::of_text(string, false);
  return detail::odd_word_in_place(string);
}

}  // namespace paje::rastro
