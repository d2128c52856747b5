#include "input/line_cut.hpp"

#include "base/blanks.hpp"

namespace paje {

std::optional<std::size_t> cut_after(std::string_view text, std::size_t at) {
  for (std::size_t newline = text.find('\n', at); newline != std::string_view::npos;) {
    const std::size_t line = newline + 1;
    const std::size_t first = text.find_first_not_of(kBlanks, line);
    if (first == std::string_view::npos) return std::nullopt;
    const char c = text[first];
    if (c != '%' && c != '#' && c != '\n') return line;
    newline = c == '\n' ? first : text.find('\n', first);
  }
  return std::nullopt;
}

std::optional<std::size_t> cut_among_blank_lines(std::string_view text) {
  const std::size_t cut = text.rfind('\n') + 1;  // npos + 1 is 0
  std::size_t end = cut;
  while (end > 0) {
    const std::size_t before = end < 2 ? std::string_view::npos : text.rfind('\n', end - 2);
    const std::size_t line = before + 1;
    const std::size_t first = text.find_first_not_of(kBlanks, line);
    const char c = text[first];  // the line's '\n' at the latest
    if (c == '%') {
      constexpr std::string_view kEnd = "EndEventDef";
      const std::size_t word = text.find_first_not_of(kBlanks, first + 1);
      const std::size_t behind = text.find_first_of(" \t\r\v\f\n#", word);
      if (text.substr(word, behind - word) != kEnd) return std::nullopt;
    }
    if (c != '#' && c != '\n') break;
    end = line;
  }
  return cut == 0 ? std::nullopt : std::optional(cut);
}

}  // namespace paje
