// Numbers at the end of a text, as short as they read back as the same.
#pragma once

#include <charconv>
#include <concepts>
#include <string>

#include "formats/text/shortest_number.hpp"

namespace paje::tools {

inline void append_number(std::string& text, double number) {
  char buffer[kLongestNumber];
  text.append(buffer, write_shortest(buffer, number));
}

inline void append_number(std::string& text, std::integral auto number) {
  char buffer[24];
  text.append(buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr);
}

}  // namespace paje::tools
