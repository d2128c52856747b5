// The bytes that separate words (FORMAT, section 1): a line ends at '\n' alone.
#pragma once

#include <string_view>

namespace paje {

inline constexpr std::string_view kBlanks = " \t\r\v\f";
inline constexpr std::string_view kBlanksAndNewline = " \t\r\v\f\n";

[[nodiscard]] constexpr bool is_blank(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f';
}

}  // namespace paje
