// Patterns of names.
#include <cstddef>
#include <string_view>

#include "paje/selection.hpp"

namespace paje {

namespace {

// The character, of one byte or several, that a text begins with.
std::string_view first_character(std::string_view text) {
  std::size_t bytes = 1;
  while (bytes < text.size() && (static_cast<unsigned char>(text[bytes]) & 0xC0U) == 0x80U) ++bytes;
  return text.substr(0, bytes);
}

std::string_view take_character(std::string_view& text) {
  const std::string_view taken = first_character(text);
  text.remove_prefix(taken.size());
  return taken;
}

// Reads a set after its `[`. Whether there is one, which has a `]`; else nothing is read.
// `is_inside` says whether `character` is in it. Characters are in the order of their bytes, which
// in UTF-8 is that of their numbers.
bool take_set(std::string_view& pattern, std::string_view character, bool& is_inside) {
  std::string_view rest = pattern;
  const bool is_negated = rest.starts_with('!') || rest.starts_with('^');
  if (is_negated) rest.remove_prefix(1);
  is_inside = false;
  for (bool is_first = true; !rest.empty(); is_first = false) {
    if (rest.starts_with(']') && !is_first) {
      pattern = rest.substr(1);
      is_inside = is_inside != is_negated;
      return true;
    }
    const std::string_view low = take_character(rest);
    std::string_view high = low;
    if (rest.size() > 1 && rest[0] == '-' && rest[1] != ']') {
      rest.remove_prefix(1);
      high = take_character(rest);
    }
    is_inside = is_inside || (low <= character && character <= high);
  }
  return false;
}

// Takes what stands for one character from `pattern`, and that character from `text`, if they
// match; neither is empty.
bool take_one(std::string_view& pattern, std::string_view& text) {
  const std::string_view character = take_character(text);
  const std::string_view sign = take_character(pattern);
  if (sign == "?") return true;
  bool is_inside = false;
  if (sign == "[" && take_set(pattern, character, is_inside)) return is_inside;
  if (sign == "\\" && !pattern.empty()) return take_character(pattern) == character;
  return sign == character;
}

}  // namespace

// The star that was met last may always take one character more; earlier ones need not.
bool matches_glob(std::string_view pattern, std::string_view text) {
  bool has_star = false;
  std::string_view behind_star;
  std::string_view taken_from;  // what the star has not taken yet
  for (;;) {
    if (pattern.starts_with('*')) {
      has_star = true;
      pattern.remove_prefix(1);
      behind_star = pattern;
      taken_from = text;
      continue;
    }
    if (pattern.empty() && text.empty()) return true;
    if (!pattern.empty() && !text.empty() && take_one(pattern, text)) continue;
    if (!has_star || taken_from.empty()) return false;
    take_character(taken_from);
    pattern = behind_star;
    text = taken_from;
  }
}

}  // namespace paje
