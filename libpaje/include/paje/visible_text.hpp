// Names, words and paths as they can be shown: an untrusted trace or file name may hold control
// sequences, which must not reach the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "paje/export.hpp"

namespace paje {

/// `text` complete and in one line, with escapes (`\x1b`, `\t`, `\u202e`) for what a terminal would
/// act on or not show: control characters (NUL, newline and DEL among them), C1 characters, marks
/// that turn the direction of text, and bytes that are not UTF-8. Everything else is as it was, a
/// backslash too.
PAJE_EXPORT std::string visible(std::string_view text);

/// The same for text of several lines: newlines stay.
PAJE_EXPORT std::string visible_lines(std::string_view text);

/// Bytes of the valid UTF-8 character that `text` begins with; 0 if it begins with none.
PAJE_EXPORT std::size_t utf8_character_size(std::string_view text);

/// How many bytes of `text` are left if it ends within a UTF-8 character that its first bytes
/// begin: where text may be cut.
PAJE_EXPORT std::size_t whole_characters(std::string_view text);

/// How many places on a line `text` takes if each character takes one.
PAJE_EXPORT std::size_t count_characters(std::string_view text);

}  // namespace paje
