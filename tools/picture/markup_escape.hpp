// Text between the elements of HTML and SVG, and in their attributes, which are in double quotes.
#pragma once

#include <string>
#include <string_view>

namespace paje::tools {

/// With entities for the characters of markup.
inline std::string escape_markup(std::string_view words) {
  std::string text;
  for (const char c : words) {
    switch (c) {
      case '&':
        text += "&amp;";
        break;
      case '<':
        text += "&lt;";
        break;
      case '>':
        text += "&gt;";
        break;
      case '"':
        text += "&quot;";
        break;
      default:
        text += c;
    }
  }
  return text;
}

}  // namespace paje::tools
