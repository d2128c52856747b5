#include "formats/text/json_text.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "formats/text/json_cursor.hpp"
#include "formats/text/json_writer.hpp"
#include "formats/text/utf8.hpp"
#include "paje/visible_text.hpp"

namespace paje {

namespace {

constexpr std::string_view kReplacementCharacter = "\xEF\xBF\xBD";

bool is_blank(char c) { return c == ' ' || c == '\n' || c == '\r' || c == '\t'; }

unsigned hex_value(std::string_view digits) {
  unsigned value = 0;
  for (const char c : digits) {
    const unsigned digit = c <= '9' ? unsigned(c - '0') : unsigned((c | 0x20) - 'a') + 10U;
    value = value * 16 + digit;
  }
  return value;
}

void append_utf8(std::string& text, unsigned code) {
  if (code < 0x80U) {
    text += static_cast<char>(code);
  } else if (code < 0x800U) {
    text += static_cast<char>(0xC0U | code >> 6U);
    text += static_cast<char>(0x80U | (code & 0x3FU));
  } else if (code < 0x10000U) {
    text += static_cast<char>(0xE0U | code >> 12U);
    text += static_cast<char>(0x80U | (code >> 6U & 0x3FU));
    text += static_cast<char>(0x80U | (code & 0x3FU));
  } else {
    text += static_cast<char>(0xF0U | code >> 18U);
    text += static_cast<char>(0x80U | (code >> 12U & 0x3FU));
    text += static_cast<char>(0x80U | (code >> 6U & 0x3FU));
    text += static_cast<char>(0x80U | (code & 0x3FU));
  }
}

char control_character(char c) {
  switch (c) {
    case 'b':
      return '\b';
    case 'f':
      return '\f';
    case 'n':
      return '\n';
    case 'r':
      return '\r';
    case 't':
      return '\t';
    default:
      return c;
  }
}

bool is_low_surrogate(unsigned code) { return code >= 0xDC00U && code <= 0xDFFFU; }
bool is_surrogate(unsigned code) { return code >= 0xD800U && code <= 0xDFFFU; }

// An escape of a string that the grammar has, taken off its beginning.
struct Escape {
  std::string_view spelling;
  unsigned code = 0;
  bool is_half = false;  // of a pair of surrogates
};

Escape consume_escape(std::string_view& text) {
  Escape escape;
  std::size_t size = 2;
  if (text[1] != 'u') {
    escape.code = static_cast<unsigned char>(control_character(text[1]));
  } else {
    size = 6;
    escape.code = hex_value(text.substr(2, 4));
    escape.is_half = is_surrogate(escape.code);
    if (escape.is_half && !is_low_surrogate(escape.code) && text.substr(6).starts_with("\\u")) {
      const unsigned low = hex_value(text.substr(8, 4));
      if (is_low_surrogate(low)) {
        escape.code = 0x10000U + ((escape.code - 0xD800U) << 10U) + (low - 0xDC00U);
        escape.is_half = false;
        size = 12;
      }
    }
  }
  escape.spelling = text.substr(0, size);
  text.remove_prefix(size);
  return escape;
}

}  // namespace

std::string_view json_word(std::string_view token, std::string& room, JsonRepairs& repairs) {
  std::string_view rest = token.substr(1, token.size() - 2);
  const auto is_ascii = [](char c) { return static_cast<signed char>(c) >= 0 && c != '\\'; };
  if (std::all_of(rest.begin(), rest.end(), is_ascii)) return rest;
  room.clear();
  while (!rest.empty()) {
    if (rest.front() == '\\') {
      const Escape escape = consume_escape(rest);
      repairs.surrogates += escape.is_half ? 1 : 0;
      append_utf8(room, escape.is_half ? 0xFFFDU : escape.code);
    } else if (const std::size_t size = utf8_character_size(rest)) {
      room += rest.substr(0, size);
      rest.remove_prefix(size);
    } else {
      rest.remove_prefix(utf8_beginning(rest));
      ++repairs.bytes;
      room += kReplacementCharacter;
    }
  }
  return room;
}

std::string json_compact(std::string_view value, JsonRepairs& repairs) {
  std::string text;
  bool in_string = false;
  while (!value.empty()) {
    const char c = value.front();
    if (!in_string) {
      in_string = c == '"';
      if (!is_blank(c)) text += c;
      value.remove_prefix(1);
    } else if (c == '\\') {
      const Escape escape = consume_escape(value);
      repairs.surrogates += escape.is_half ? 1 : 0;
      text += escape.is_half ? "\\ufffd" : escape.spelling;
    } else if (c == ' ' || c == '#' || c == 0x7F) {
      text += fmt::format("\\u{:04x}", static_cast<unsigned>(c));
      value.remove_prefix(1);
    } else if (const std::size_t size = utf8_character_size(value)) {
      in_string = c != '"';
      text += value.substr(0, size);
      value.remove_prefix(size);
    } else {
      value.remove_prefix(utf8_beginning(value));
      ++repairs.bytes;
      text += kReplacementCharacter;
    }
  }
  return text;
}

bool is_compact_json(std::string_view text) {
  if (!text.starts_with('{') && !text.starts_with('[')) return false;
  const bool has_blank = std::any_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) <= ' ' || c == '#' || c == 0x7F;
  });
  if (has_blank || !is_utf8(text)) return false;
  try {
    JsonCursor cursor(text);
    cursor.value();
    return cursor.at_end();
  } catch (const JsonFault&) {
    return false;
  }
}

}  // namespace paje
