#include "utf8.hpp"

namespace paje::tools {

namespace {

bool is_continuation(unsigned char byte) { return (byte & 0xC0U) == 0x80U; }

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

// The Latin-1 character of that number.
void add_latin1(std::string& drawn, char byte) {
  const auto number = static_cast<unsigned char>(byte);
  if (number < 0xA0U) {
    drawn += kReplacement;
    return;
  }
  drawn += static_cast<char>(0xC0U | number >> 6U);
  drawn += static_cast<char>(0x80U | (number & 0x3FU));
}

}  // namespace

std::size_t character_size(std::string_view text) {
  const auto byte = [&](std::size_t i) {
    return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U;
  };
  const unsigned first = byte(0);
  if (first < 0x80U) return 1;
  std::size_t size = 0;
  unsigned lowest = 0x80U;  // of the second byte
  unsigned highest = 0xBFU;
  if (first >= 0xC2U && first <= 0xDFU) size = 2;
  if (first >= 0xE0U && first <= 0xEFU) size = 3;
  if (first >= 0xF0U && first <= 0xF4U) size = 4;
  if (first == 0xE0U) lowest = 0xA0U;
  if (first == 0xEDU) highest = 0x9FU;
  if (first == 0xF0U) lowest = 0x90U;
  if (first == 0xF4U) highest = 0x8FU;
  if (size == 0 || byte(1) < lowest || byte(1) > highest) return 0;
  for (std::size_t i = 2; i < size; ++i) {
    if (!is_continuation(static_cast<unsigned char>(byte(i)))) return 0;
  }
  return size;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    if (size == 0) return false;
    text.remove_prefix(size);
  }
  return true;
}

std::string drawn_text(std::string_view text) {
  std::string drawn;
  while (!text.empty()) {
    const std::size_t size = character_size(text);
    if (size == 0) {
      add_latin1(drawn, text[0]);
    } else {
      add_drawn(drawn, text.substr(0, size));
    }
    text.remove_prefix(size == 0 ? 1 : size);
  }
  return drawn;
}

}  // namespace paje::tools
