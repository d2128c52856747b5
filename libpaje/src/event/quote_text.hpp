// Names and words as messages show them. There may be a message for each line of a trace: none of
// them may be much longer than the line, however long the names are that the line refers to.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace paje {

/// Of a word, a name or a source line, at most that many bytes are shown.
inline constexpr std::size_t kMostShown = 160;

/// visible() for a source line: tabs become blanks.
std::string printable(std::string_view text);

/// At most kMostShown bytes of it, and dots for the others; visible().
std::string shortened(std::string_view text);

/// As shortened(), in quotes: for what a message calls by its name.
std::string quoted(std::string_view name);

}  // namespace paje
