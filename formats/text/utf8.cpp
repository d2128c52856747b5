#include "formats/text/utf8.hpp"

#include <algorithm>
#include <set>

#include "paje/visible_text.hpp"

namespace paje {

namespace {

bool is_continuation(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

// How many bytes the character has that `first` begins (0: it begins none), and which may come
// second: overlong forms, surrogates and numbers past U+10FFFF are none.
struct CharacterForm {
  std::size_t size = 0;
  unsigned lowest = 0x80U;
  unsigned highest = 0xBFU;
};

CharacterForm form_of(unsigned first) {
  CharacterForm form;
  if (first >= 0xC2U && first <= 0xDFU) form.size = 2;
  if (first >= 0xE0U && first <= 0xEFU) form.size = 3;
  if (first >= 0xF0U && first <= 0xF4U) form.size = 4;
  if (first == 0xE0U) form.lowest = 0xA0U;
  if (first == 0xEDU) form.highest = 0x9FU;
  if (first == 0xF0U) form.lowest = 0x90U;
  if (first == 0xF4U) form.highest = 0x8FU;
  return form;
}

// How many bytes of `text` begin the character, as far as they do.
std::size_t matching(const CharacterForm& form, std::string_view text) {
  std::size_t count = 1;
  for (; count < form.size && count < text.size(); ++count) {
    const auto byte = static_cast<unsigned char>(text[count]);
    const bool fits =
        count == 1 ? byte >= form.lowest && byte <= form.highest : is_continuation(byte);
    if (!fits) break;
  }
  return count;
}

constexpr std::string_view kReplacement = "\uFFFD";

// Of a character of two or three bytes.
unsigned code_of(std::string_view character) {
  unsigned code = static_cast<unsigned char>(character[0]) & (character.size() == 2 ? 0x1FU : 0xFU);
  for (const char byte : character.substr(1)) {
    code = code << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
  }
  return code;
}

void add_drawn(std::string& drawn, std::string_view character) {
  const auto first = static_cast<unsigned char>(character[0]);
  if (character.size() == 1) {
    drawn += first < ' ' || first == 0x7FU ? '?' : character[0];
    return;
  }
  const unsigned code = character.size() < 4 ? code_of(character) : 0x10000U;
  const bool is_control = code < 0xA0U;
  const bool is_none = code == 0xFFFEU || code == 0xFFFFU;
  drawn += is_control || is_none ? kReplacement : character;
}

// The Latin-1 character of that number, from 128 on.
void add_latin1(std::string& drawn, char byte) {
  const auto number = static_cast<unsigned char>(byte);
  drawn += static_cast<char>(0xC0U | number >> 6U);
  drawn += static_cast<char>(0x80U | (number & 0x3FU));
}

}  // namespace

std::size_t utf8_beginning(std::string_view text) {
  const CharacterForm form = form_of(static_cast<unsigned char>(text[0]));
  return form.size == 0 ? 1 : matching(form, text);
}

std::string utf8_text(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t size = utf8_character_size(text);
    if (size == 0) {
      add_latin1(result, text[0]);
    } else {
      result += text.substr(0, size);
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return result;
}

std::vector<std::string> utf8_names(std::vector<std::string> names) {
  const std::set<std::string> before(names.begin(), names.end());
  std::set<std::string> made;
  for (std::string& name : names) {
    if (is_utf8(name)) continue;
    const std::string base = utf8_text(name);
    name = base;
    for (int i = 2; before.contains(name) || !made.insert(name).second; ++i) {
      name = base + '_' + std::to_string(i);
    }
  }
  return names;
}

bool is_utf8(std::string_view text) {
  const bool is_ascii =
      std::none_of(text.begin(), text.end(), [](char byte) { return (byte & 0x80) != 0; });
  if (is_ascii) return true;
  while (!text.empty()) {
    const std::size_t size = utf8_character_size(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

std::string drawn_text(std::string_view text) {
  std::string drawn;
  while (!text.empty()) {
    const std::size_t size = utf8_character_size(text);
    if (size == 0 && static_cast<unsigned char>(text[0]) < 0xA0U) {
      drawn += kReplacement;
    } else if (size == 0) {
      add_latin1(drawn, text[0]);
    } else {
      add_drawn(drawn, text.substr(0, size));
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return drawn;
}

}  // namespace paje
