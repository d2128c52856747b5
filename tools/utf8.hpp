// Names are any bytes; most are UTF-8. What asks for text gets it here.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace paje::tools {

/// Bytes of the UTF-8 character that `text` begins with; 0 if it begins with none (overlong forms,
/// surrogates and numbers past U+10FFFF are none).
std::size_t character_size(std::string_view text);

bool is_utf8(std::string_view text);

/// `text` as UTF-8 that XML holds, in one line: bytes that are not UTF-8 become the Latin-1
/// characters of the same numbers, as in JSON, and what cannot be seen becomes a mark.
std::string drawn_text(std::string_view text);

}  // namespace paje::tools
