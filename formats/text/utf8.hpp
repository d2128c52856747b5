// Names are any bytes; most are UTF-8. What asks for text gets it here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace paje {

/// Of a text that does not begin with a UTF-8 character: how many bytes would begin one, at
/// least 1. One U+FFFD stands for them, as in browsers.
std::size_t utf8_beginning(std::string_view text);

bool is_utf8(std::string_view text);

/// `text` as UTF-8: bytes that are not become the Latin-1 characters of the same numbers, as in
/// JSON.
std::string utf8_text(std::string_view text);

/// Names of columns as UTF-8. What became like one that is there anyway gets `_2`, `_3`.
std::vector<std::string> utf8_names(std::vector<std::string> names);

/// `text` as UTF-8 that XML holds, in one line: bytes that are not UTF-8 become the Latin-1
/// characters of the same numbers, as in JSON, and what cannot be seen becomes a mark.
std::string drawn_text(std::string_view text);

}  // namespace paje
