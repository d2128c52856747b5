// Texts of archives: every text comes back, whatever digits it has; numbers that grow evenly in
// one of the orders take few bytes; damage is refused or gives anything, in order.
#include <gtest/gtest.h>

#include <numeric>

#include "archive_damage.hpp"
#include "formats/archive/text_template.hpp"
#include "formats/archive/texts.hpp"

namespace paje::archive {
namespace {

using namespace test;

std::string random_text(Random& random) {
  static const std::string kinds[] = {
      "0123456789", "0123456789abcdef", std::string("a0\0\xFF\n\"f", 7), "ab", "0", "9", "0fF"};
  const std::string& letters = kinds[below(random, std::size(kinds))];
  std::string text(below(random, 50) == 0 ? below(random, 400) : below(random, 25), ' ');
  for (char& letter : text) letter = letters[below(random, letters.size())];
  return text;
}

std::vector<std::string> list_of(const TextList& texts) {
  std::vector<std::string> made;
  for (std::size_t i = 0; i < texts.size(); ++i) made.emplace_back(texts[i]);
  return made;
}

// Two more orders than that of the rows: backwards, and even rows first.
RowOrders orders_of(std::size_t rows) {
  return {2, [rows](uint8_t order) {
            std::vector<uint32_t> made(rows);
            std::iota(made.begin(), made.end(), 0U);
            if (order == 1) std::reverse(made.begin(), made.end());
            if (order == 2) {
              std::stable_partition(made.begin(), made.end(),
                                    [](uint32_t row) { return row % 2 == 0; });
            }
            return made;
          }};
}

std::string written(const std::vector<std::string>& texts) {
  Packer packer;
  PieceWriter out(packer);
  RowOrders orders = orders_of(texts.size());
  write_texts(std::vector<std::string_view>(texts.begin(), texts.end()), orders, out);
  return std::exchange(out.raw(), {});
}

std::vector<std::string> read(std::string_view bytes, std::size_t count) {
  ByteReader from(bytes, 0);
  RowOrders orders = orders_of(count);
  const TextList texts = read_texts(from, count, orders);
  from.end();
  return list_of(texts);
}

TEST(ArchiveTexts, AnyTextsComeBack) {
  Random random(1);
  for (int round = 0; round < 400; ++round) {
    std::vector<std::string> texts(below(random, 60));
    const std::string same = random_text(random);
    for (std::string& text : texts) text = below(random, 4) == 0 ? same : random_text(random);
    EXPECT_EQ(texts, read(written(texts), texts.size()));
  }
}

TEST(ArchiveTexts, SpellingsOfNumbersComeBack) {
  const std::vector<std::string> texts = {"",
                                          "0",
                                          "00",
                                          "007",
                                          "7",
                                          "10",
                                          "99999999999999999",
                                          "999999999999999999",
                                          "18446744073709551616",
                                          "0x1f",
                                          "1f",
                                          "01f",
                                          "fffffffffffffff",
                                          "ffffffffffffffff",
                                          "FFFF",
                                          "-1",
                                          "1.50",
                                          "1e5",
                                          std::string("\0"
                                                      "1\0",
                                                      3),
                                          std::string(5000, '9'),
                                          std::string(5000, '0'),
                                          "12 ",
                                          " 12",
                                          "a1b2c3"};
  EXPECT_EQ(texts, read(written(texts), texts.size()));
  for (const Base base : {Base::decimal, Base::hexadecimal}) {
    for (const std::string& text : texts) {
      std::string shape, back;
      std::vector<uint64_t> numbers;
      cut_text(text, base, shape, numbers);
      const TextTemplate around = template_of(shape);
      ASSERT_EQ(around.slots(), numbers.size());
      for (std::size_t i = 0; i < numbers.size(); ++i) {
        back += around.literals[i];
        char digits[kMostNumberBytes];
        back.append(digits, write_number(digits, numbers[i], base));
      }
      EXPECT_EQ(text, back + around.literals.back());
    }
  }
}

TEST(ArchiveTexts, CountersTakeFewBytes) {
  std::vector<std::string> decimal, hexadecimal, backwards;
  for (int i = 0; i < 5000; ++i) {
    char text[40];
    decimal.push_back("rank-" + std::to_string(i));
    std::snprintf(text, sizeof text, "k%x", 0x10000000 + i * 31);
    hexadecimal.emplace_back(text);
    backwards.push_back("m" + std::to_string(i * 3 + (i % 2) * 100'000));
  }
  for (const auto& texts : {decimal, hexadecimal, backwards}) {
    const std::string bytes = written(texts);
    std::string piece;
    Packer().pack(bytes, piece);
    EXPECT_LT(piece.size(), 300U) << texts.front();
    EXPECT_EQ(texts, read(bytes, texts.size()));
  }
}

TEST(ArchiveTexts, LongOnesAreKeptWhole) {
  Random random(2);
  std::vector<std::string> texts(20);
  for (std::string& text : texts) {
    text.resize(600 + below(random, 1000));
    for (char& letter : text) letter = static_cast<char>(random());
  }
  const std::string bytes = written(texts);
  EXPECT_EQ(bytes.front(), 0);
  EXPECT_EQ(texts, read(bytes, texts.size()));
}

TEST(ArchiveTexts, DamageIsOrderly) {
  Random random(3);
  for (int round = 0; round < 30; ++round) {
    std::vector<std::string> texts(1 + below(random, 30));
    for (std::string& text : texts) {
      text =
          round % 3 == 0 ? random_text(random) : "k" + std::to_string(below(random, 1000)) + "-7";
    }
    expect_orderly_end(written(texts), random,
                       [&](std::string_view bytes) { read(bytes, texts.size()); });
  }
}

// A template of many numbers, for many rows.
std::string many_numbers(uint64_t slots, uint64_t rows) {
  std::string bytes, shape;
  put(bytes, Base::decimal);
  put_varint(bytes, 1);
  for (uint64_t i = 0; i <= slots; ++i) put_text(shape, "");
  put_text(bytes, shape);
  put(bytes, uint8_t{0});
  for (uint64_t i = 0; i < slots; ++i) bytes += std::string(2, '\0');  // an order, no planes
  EXPECT_GT(rows, 0U);
  return bytes;
}

TEST(ArchiveTexts, TemplatesAreNoWayToAskForMemory) {
  EXPECT_EQ(read(many_numbers(kMostTextBytes, 100), 100).at(99), std::string(kMostTextBytes, '0'));
  EXPECT_THROW(read(many_numbers(kMostTextBytes + 1, 100), 100), Damage);
  // Refused before there is room for 100,000 * 100,000 numbers.
  EXPECT_THROW(read(many_numbers(100'000, 100'000), 100'000), Damage);
}

TEST(ArchiveTexts, TemplatesThatAreNoneAreRefused) {
  for (const std::string shape : {"",
                                  "\x05"
                                  "ab"}) {
    std::string bytes;
    put(bytes, Base::decimal);
    put_varint(bytes, 1);
    put_text(bytes, shape);
    put(bytes, uint8_t{0});
    ByteReader from(bytes, 77);
    RowOrders orders;
    try {
      read_texts(from, 1, orders);
      ADD_FAILURE() << "read";
    } catch (const Damage& damage) {
      EXPECT_EQ(damage.byte(), 77U);
    }
  }
}

}  // namespace
}  // namespace paje::archive
