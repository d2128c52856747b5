#include "paje/visible_text.hpp"

#include <algorithm>
#include <cstdint>

namespace paje {

namespace {

constexpr std::size_t kLongestCharacter = 4;  // bytes

bool is_continuation(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// Of a character's first byte; 0 if none begins with it.
std::size_t size_by_first_byte(unsigned first) {
  if (first < 0x80U) return 1;
  if (first >= 0xC2U && first <= 0xDFU) return 2;
  if (first >= 0xE0U && first <= 0xEFU) return 3;
  if (first >= 0xF0U && first <= 0xF4U) return 4;
  return 0;
}

uint32_t code_of(std::string_view character) {
  constexpr uint32_t kBitsOfFirst[] = {0, 0x7F, 0x1F, 0x0F, 0x07};
  uint32_t code = static_cast<unsigned char>(character[0]) & kBitsOfFirst[character.size()];
  for (const char byte : character.substr(1)) {
    code = code << 6U | (static_cast<unsigned char>(byte) & 0x3FU);
  }
  return code;
}

bool turns_direction(uint32_t code) {
  return code == 0x61C || code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069);
}

bool is_control(uint32_t code) { return code < 0x20 || (code >= 0x7F && code <= 0x9F); }

void add_hexadecimal(std::string& text, uint32_t number, unsigned digits) {
  constexpr char kDigits[] = "0123456789abcdef";
  while (digits-- > 0) text += kDigits[number >> (4 * digits) & 0xFU];
}

void add_escape(std::string& text, std::string_view character) {
  const uint32_t code = code_of(character);
  if (code == '\n') {
    text += "\\n";
  } else if (code == '\t') {
    text += "\\t";
  } else if (code == '\r') {
    text += "\\r";
  } else if (code < 0x80) {
    text += "\\x";
    add_hexadecimal(text, code, 2);
  } else {
    text += "\\u";
    add_hexadecimal(text, code, 4);
  }
}

std::string escaped(std::string_view text, bool has_lines) {
  std::string shown;
  shown.reserve(text.size());
  while (!text.empty()) {
    const std::size_t size = utf8_character_size(text);
    if (size == 0) {
      shown += "\\x";
      add_hexadecimal(shown, static_cast<unsigned char>(text[0]), 2);
      text.remove_prefix(1);
      continue;
    }
    const std::string_view character = text.substr(0, size);
    const uint32_t code = code_of(character);
    const bool stays = has_lines && code == '\n';
    if (!stays && (is_control(code) || turns_direction(code))) {
      add_escape(shown, character);
    } else {
      shown += character;
    }
    text.remove_prefix(size);
  }
  return shown;
}

}  // namespace

std::string visible(std::string_view text) { return escaped(text, false); }

std::string visible_lines(std::string_view text) { return escaped(text, true); }

// Overlong forms, surrogates and numbers past U+10FFFF are not characters.
std::size_t utf8_character_size(std::string_view text) {
  if (text.empty()) return 0;
  const auto first = static_cast<unsigned char>(text[0]);
  const std::size_t size = size_by_first_byte(first);
  if (size < 2) return size;
  if (text.size() < size) return 0;
  const auto second = static_cast<unsigned char>(text[1]);
  const unsigned lowest = first == 0xE0U ? 0xA0U : first == 0xF0U ? 0x90U : 0x80U;
  const unsigned highest = first == 0xEDU ? 0x9FU : first == 0xF4U ? 0x8FU : 0xBFU;
  if (second < lowest || second > highest) return 0;
  const auto rest = text.substr(2, size - 2);
  return std::all_of(rest.begin(), rest.end(), is_continuation) ? size : 0;
}

std::size_t whole_characters(std::string_view text) {
  for (std::size_t back = 1; back < kLongestCharacter && back <= text.size(); ++back) {
    const char byte = text[text.size() - back];
    if (is_continuation(byte)) continue;
    const bool is_cut = size_by_first_byte(static_cast<unsigned char>(byte)) > back;
    return is_cut ? text.size() - back : text.size();
  }
  return text.size();
}

std::size_t count_characters(std::string_view text) {
  return text.size() -
         static_cast<std::size_t>(std::count_if(text.begin(), text.end(), is_continuation));
}

}  // namespace paje
