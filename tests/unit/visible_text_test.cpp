// What acts on a terminal is shown as an escape; everything else as it is.
#include "paje/visible_text.hpp"

#include <gtest/gtest.h>

#include <cstdint>

namespace {

using namespace paje;
using namespace std::string_view_literals;

std::string utf8(uint32_t code) {
  const auto byte = [](uint32_t bits) { return static_cast<char>(bits); };
  const auto next = [&](unsigned shift) { return byte(0x80U | (code >> shift & 0x3FU)); };
  if (code < 0x80) return {byte(code)};
  if (code < 0x800) return {byte(0xC0U | code >> 6U), next(0)};
  if (code < 0x10000) return {byte(0xE0U | code >> 12U), next(6), next(0)};
  return {byte(0xF0U | code >> 18U), next(12), next(6), next(0)};
}

TEST(VisibleText, ShowsControlCharactersAsEscapes) {
  EXPECT_EQ(visible("a\0b\x1b[31m\x7f\r\n\t"sv), R"(a\x00b\x1b[31m\x7f\r\n\t)");
  EXPECT_EQ(visible_lines("a\0b\x1b\r\n\t\n"sv), "a\\x00b\\x1b\\r\n\\t\n");
  EXPECT_EQ(visible(""), "");
  EXPECT_EQ(visible(R"(back\slash \x1b)"), R"(back\slash \x1b)");
}

TEST(VisibleText, LeavesCharactersButThoseThatActOnATerminal) {
  for (uint32_t code = 1; code < 0x110000; ++code) {
    if (code >= 0xD800 && code < 0xE000) continue;
    const bool acts = code < 0x20 || (code >= 0x7F && code <= 0x9F) || code == 0x61C ||
                      code == 0x200E || code == 0x200F || (code >= 0x202A && code <= 0x202E) ||
                      (code >= 0x2066 && code <= 0x2069);
    const std::string text = utf8(code);
    ASSERT_EQ(utf8_character_size(text), text.size()) << code;
    ASSERT_EQ(visible(text) != text, acts) << code;
  }
  EXPECT_EQ(visible(utf8(0x9B) + utf8(0x202E) + utf8(0xE9)), "\\u009b\\u202e\xc3\xa9");
}

TEST(VisibleText, ShowsBytesThatAreNoCharacters) {
  for (unsigned byte = 0x80; byte <= 0xFF; ++byte) {
    const std::string text = {'a', static_cast<char>(byte), 'b'};
    const std::string shown = visible(text);
    EXPECT_EQ(shown.size(), 6U);
    EXPECT_EQ(shown.substr(0, 3), "a\\x");
  }
  // Overlong, a surrogate, past the last code, cut.
  EXPECT_EQ(visible("\xC0\x9B|\xE0\x82\x9B|\xED\xA0\x80|\xF4\x90\x80\x80|\xE2\x80"),
            R"(\xc0\x9b|\xe0\x82\x9b|\xed\xa0\x80|\xf4\x90\x80\x80|\xe2\x80)");
}

TEST(VisibleText, CutsBetweenCharacters) {
  const std::string text = "a" + utf8(0xE9) + utf8(0x6F22) + utf8(0x1F600);  // 1, 2, 3, 4 bytes
  const std::size_t expected[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10};
  for (std::size_t size = 0; size <= text.size(); ++size) {
    EXPECT_EQ(whole_characters(std::string_view(text).substr(0, size)), expected[size]) << size;
  }
  EXPECT_EQ(whole_characters("\x80\x80\x80\x80"), 4U);  // no character at all
  EXPECT_EQ(whole_characters("a\xC3(\xFF"), 4U);
  EXPECT_EQ(count_characters(text), 4U);
}

}  // namespace
