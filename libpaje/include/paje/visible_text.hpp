// Makes names, words and paths safe to display: a trace or file name may contain control sequences,
// which must not reach the terminal.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "paje/export.hpp"

namespace paje {

/// `text` in one line, with escapes (`\x1b`, `\t`, `\u202e`) for everything that a terminal would
/// execute or not show: control characters (including NUL, newline and DEL), C1 characters, marks
/// for text direction, and bytes that are not UTF-8. Everything else is unchanged, also
/// backslashes.
PAJE_EXPORT std::string visible(std::string_view text);

/// The same for text of several lines: newlines are kept.
PAJE_EXPORT std::string visible_lines(std::string_view text);

/// Length in bytes of the valid UTF-8 character at the start of `text`; 0 if there is none.
PAJE_EXPORT std::size_t utf8_character_size(std::string_view text);

/// Length in bytes of `text` without an incomplete UTF-8 character at its end: where text can be
/// cut.
PAJE_EXPORT std::size_t whole_characters(std::string_view text);

/// The number of columns that `text` needs if each character needs one.
PAJE_EXPORT std::size_t count_characters(std::string_view text);

}  // namespace paje
