// The meaning of JSON tokens that JsonCursor has checked.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace paje {

/// How often a word was mended, so that UTF-8 can say it: U+FFFD stands for what was wrong.
struct JsonRepairs {
  uint64_t bytes = 0;       ///< sequences of bytes that are not valid UTF-8
  uint64_t surrogates = 0;  ///< halves of pairs
};

/// What a string of the grammar says; `room` holds it where that is not what is there.
std::string_view json_word(std::string_view token, std::string& room, JsonRepairs& repairs);
/// A value without blanks between its tokens, and with escapes for blanks, `#` and DEL in strings,
/// so that it is a word in itself.
std::string json_compact(std::string_view value, JsonRepairs& repairs);
/// Whether all of `text` is an object or array as json_compact() spells it.
bool is_compact_json(std::string_view text);

}  // namespace paje
