// Positions where a text can be cut into two chunks.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace paje {

/// Where `text` may be cut at or after `at`: after a newline, unless the line that follows could
/// continue an event definition (it starts with '%', or is blank or a comment). Nothing if there is
/// no such place or `text` does not show what follows.
std::optional<std::size_t> cut_after(std::string_view text, std::size_t at);

/// Where a text can be cut whose last lines may be blank or comments: after its last whole line.
/// Nothing if that is within a definition, or there is none. A text must not begin within one.
/// O(blank lines at the end).
std::optional<std::size_t> cut_among_blank_lines(std::string_view text);

}  // namespace paje
