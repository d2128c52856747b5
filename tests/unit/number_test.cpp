// Numbers in and out: every fast way gives the bits that the C library gives.
#include <gtest/gtest.h>

#include <bit>
#include <clocale>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <locale>
#include <random>
#include <string>

#include "base/number.hpp"
#include "paje/event.hpp"
#include "table/row_text.hpp"

namespace paje {
namespace {

std::string random_decimal(std::mt19937_64& random) {
  std::string text = random() % 4 == 0 ? "-" : "";
  const auto digits = [&](uint64_t most) {
    for (uint64_t n = random() % most; n > 0; --n) text += static_cast<char>('0' + random() % 10);
  };
  text += static_cast<char>('0' + random() % 10);
  digits(12);
  if (random() % 3 != 0) {
    text += '.';
    digits(20);
  }
  if (random() % 5 == 0) text += "e" + std::to_string(static_cast<int>(random() % 700) - 350);
  return text;
}

// decode_number() wants bytes after the text.
std::optional<double> decode(std::string text) {
  const std::size_t size = text.size();
  text.append(16, '7');
  double number = 0;
  if (!decode_number(std::string_view(text).substr(0, size), number)) return std::nullopt;
  return number;
}

TEST(Number, DecodesWhatTheCLibraryDecodes) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 200000; ++i) {
    const std::string text = random_decimal(random);
    const double expected = std::strtod(text.c_str(), nullptr);
    for (const auto& found : {decode(text), parse_number(text)}) {
      ASSERT_TRUE(found) << text;
      ASSERT_EQ(std::bit_cast<uint64_t>(*found), std::bit_cast<uint64_t>(expected)) << text;
    }
  }
}

TEST(Number, TakesTheSpellingsOfStrtod) {
  for (const char* text : {"+1.5", "1.", ".5", "-.5", "1e3", "1E+3", "inf", "-INF", "Infinity",
                           "0x1p3", "1e400", "-1e400", "1e-400", "0.000000000000000000001"}) {
    const auto found = decode(text);
    ASSERT_TRUE(found) << text;
    EXPECT_EQ(*found, std::strtod(text, nullptr)) << text;
  }
  // Whether a field may be that is for the grammar to say.
  for (const char* text : {"nan", "NaN", "-nan", "+NAN"}) {
    EXPECT_FALSE(decode(text)) << text;
    EXPECT_TRUE(std::isnan(parse_number(text).value_or(0))) << text;
  }
}

TEST(Number, RefusesEverythingElse) {
  for (const char* text : {"", "-", "+", ".", "1,5", "abc", "1e", "1 ", " 1", "--1", "+-1", "1.2.3",
                           "0x", "e5", "infx", "12a"}) {
    EXPECT_FALSE(decode(text)) << '\'' << text << '\'';
    EXPECT_FALSE(parse_number(text)) << '\'' << text << '\'';
  }
}

// Where decimals have a comma, as in much of Europe.
class CommaNumbers final : public std::numpunct<char> {
  char do_decimal_point() const override { return ','; }
  char do_thousands_sep() const override { return '.'; }
  std::string do_grouping() const override { return "\3"; }
};

TEST(Number, DoesNotDependOnTheLocale) {
  const std::locale before = std::locale::global(std::locale(std::locale(), new CommaNumbers));
  std::setlocale(LC_ALL, "de_DE.UTF-8");  // if there is one
  EXPECT_EQ(decode("1.5"), 1.5);
  EXPECT_EQ(decode("1234.5e1"), 12345.0);
  std::string text;
  append_fixed(text, 12345.5, 2);
  append_general(text, 0.25);
  EXPECT_EQ(text, "12345.500.25");
  std::setlocale(LC_ALL, "C");
  std::locale::global(before);
}

std::string printed(const char* format, int precision, double value) {
  char buffer[800];
  const int size = std::snprintf(buffer, sizeof buffer, format, precision, value);
  return {buffer, static_cast<std::size_t>(size)};
}

TEST(Number, PrintsFixedAsPrintfDoes) {
  std::mt19937_64 random(2);
  for (int i = 0; i < 300000; ++i) {
    double value = 0;
    switch (random() % 4) {
      case 0:
        value = std::bit_cast<double>(random());
        break;
      case 1:
        value = static_cast<double>(random() % 2000000000) / 1e6;
        break;
      case 2:
        value = static_cast<double>(static_cast<int64_t>(random() % 100000) - 50000) / 64.0;
        break;
      default:
        value =
            std::ldexp(static_cast<double>(random() >> 11), static_cast<int>(random() % 120) - 110);
    }
    if (std::isnan(value)) continue;
    const int precision = static_cast<int>(random() % 22);
    std::string text;
    append_fixed(text, value, precision);
    ASSERT_EQ(text, printed("%.*f", precision, value)) << std::hexfloat << value;
  }
}

TEST(Number, RoundsTiesToEven) {
  for (const auto& [value, expected] :
       {std::pair{0.5, "0"}, {1.5, "2"}, {2.5, "2"}, {-0.5, "-0"}, {3.5, "4"}, {0.0, "0"}}) {
    std::string text;
    append_fixed(text, value, 0);
    EXPECT_EQ(text, expected);
  }
}

TEST(Number, PrintsGeneralAsPrintfDoes) {
  std::mt19937_64 random(3);
  for (int i = 0; i < 100000; ++i) {
    const double value = i % 2 == 0 ? std::bit_cast<double>(random())
                                    : static_cast<double>(random() % 100000000) / 1e5;
    if (std::isnan(value)) continue;
    std::string text;
    append_general(text, value);
    ASSERT_EQ(text, printed("%.*g", 6, value));
  }
}

TEST(Color, ReadsEverySpelling) {
  EXPECT_EQ(parse_color("1 0 0.5"), (Color{1, 0, 0.5F, 1}));
  EXPECT_EQ(parse_color("1,0,0.5"), (Color{1, 0, 0.5F, 1}));
  EXPECT_EQ(parse_color(" 0.25, 0.5, 1 0.75 "), (Color{0.25F, 0.5F, 1, 0.75F}));
  EXPECT_EQ(parse_color("ff0080"), (Color{1, 0, 128.0F / 255.0F, 1}));
  // StarPU's go up to 255; 1 is as opaque as 255 is.
  EXPECT_EQ(parse_color("255.0 51 0"), (Color{1, 0.2F, 0, 1}));
  EXPECT_EQ(parse_color("1 255 0"), (Color{1.0F / 255.0F, 1, 0, 1}));
  EXPECT_EQ(parse_color("255,0,0,1"), (Color{1, 0, 0, 1}));
  EXPECT_EQ(parse_color("1 0 0 255"), (Color{1, 0, 0, 1}));
  for (const char* text : {"", "red", "1 0", "1 256 0", "#ff0000", "0,5 0,2 0,1", "-1 0 0",
                           "1 0 0 0 0", "ff00", "gg0000", "nan 0 0"}) {
    EXPECT_FALSE(parse_color(text)) << text;
  }
}

}  // namespace
}  // namespace paje
