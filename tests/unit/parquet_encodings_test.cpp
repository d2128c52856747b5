// The encodings of Parquet, decoded again as the specification says, bit by bit; orders of rows.
#include "exchange/parquet/encodings.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <vector>

#include "exchange/parquet/bounds.hpp"
#include "exchange/parquet/track_rows.hpp"

namespace paje::parquet {
namespace {

class Bytes {
 public:
  explicit Bytes(std::string_view bytes) : bytes_(bytes) {}
  uint64_t byte() { return static_cast<unsigned char>(bytes_.at(at_++)); }
  uint64_t varint() {
    uint64_t number = 0;
    for (unsigned shift = 0;; shift += 7) {
      const uint64_t next = byte();
      number |= (next & 127U) << shift;
      if (next < 128) return number;
    }
  }
  int64_t zigzag() {
    const uint64_t number = varint();
    return static_cast<int64_t>(number >> 1U) ^ -static_cast<int64_t>(number & 1U);
  }
  // `count` numbers of `width` bits, one bit after the other.
  std::vector<uint64_t> packed(std::size_t count, unsigned width) {
    std::vector<uint64_t> numbers(count);
    for (std::size_t bit = 0; bit < count * width; ++bit) {
      const uint64_t is_set =
          static_cast<unsigned char>(bytes_.at(at_ + bit / 8)) >> (bit % 8) & 1U;
      numbers[bit / width] |= is_set << (bit % width);
    }
    at_ += (count * width + 7) / 8;
    return numbers;
  }
  [[nodiscard]] bool is_at_end() const { return at_ == bytes_.size(); }

 private:
  std::string bytes_;
  std::size_t at_ = 0;
};

std::vector<uint32_t> decode_runs(std::string_view encoded, unsigned width, std::size_t count) {
  Bytes bytes(encoded);
  std::vector<uint32_t> numbers;
  while (!bytes.is_at_end()) {
    const uint64_t header = bytes.varint();
    if ((header & 1U) != 0) {
      for (const uint64_t number : bytes.packed((header >> 1U) * 8, width)) {
        numbers.push_back(static_cast<uint32_t>(number));
      }
    } else {
      uint64_t number = 0;
      for (unsigned shift = 0; shift < width; shift += 8) number |= bytes.byte() << shift;
      numbers.insert(numbers.end(), header >> 1U, static_cast<uint32_t>(number));
    }
  }
  // Only the last group is filled, with what does not count.
  EXPECT_LT(numbers.size(), count + 8);
  EXPECT_GE(numbers.size(), count);
  numbers.resize(count);
  return numbers;
}

std::vector<int64_t> decode_delta(std::string_view encoded) {
  Bytes bytes(encoded);
  const uint64_t block = bytes.varint();
  const uint64_t miniblocks = bytes.varint();
  const uint64_t count = bytes.varint();
  const int64_t first = bytes.zigzag();
  std::vector<int64_t> numbers;
  if (count > 0) numbers.push_back(first);
  while (numbers.size() < count) {
    const int64_t least = bytes.zigzag();
    std::vector<unsigned> widths;
    for (uint64_t i = 0; i < miniblocks; ++i) widths.push_back(static_cast<unsigned>(bytes.byte()));
    for (const unsigned width : widths) {
      if (numbers.size() == count) break;
      for (const uint64_t above : bytes.packed(block / miniblocks, width)) {
        if (numbers.size() == count) break;
        numbers.push_back(static_cast<int64_t>(static_cast<uint64_t>(numbers.back()) +
                                               static_cast<uint64_t>(least) + above));
      }
    }
  }
  EXPECT_TRUE(bytes.is_at_end());
  return numbers;
}

// Numbers of every width, with runs of every length.
std::vector<uint32_t> random_runs(std::mt19937_64& random, unsigned width, std::size_t size) {
  std::vector<uint32_t> numbers;
  while (numbers.size() < size) {
    const uint64_t run = random() % 3 == 0 ? random() % 40 + 1 : 1;
    const auto number = static_cast<uint32_t>(width == 0 ? 0 : random() >> (64 - width));
    numbers.insert(numbers.end(), std::min<std::size_t>(run, size - numbers.size()), number);
  }
  return numbers;
}

TEST(ParquetEncodings, RunsComeBack) {
  std::mt19937_64 random(1);
  for (unsigned width = 0; width <= 32; ++width) {
    for (const std::size_t size : {0U, 1U, 7U, 8U, 9U, 64U, 511U, 512U, 513U, 3000U}) {
      const std::vector<uint32_t> numbers = random_runs(random, width, size);
      std::string encoded;
      encode_runs(numbers, width, encoded);
      ASSERT_EQ(decode_runs(encoded, width, size), numbers) << width << ' ' << size;
    }
  }
}

TEST(ParquetEncodings, EqualNumbersAreOneRun) {
  std::string encoded;
  encode_runs(std::vector<uint32_t>(100001, 3), 2, encoded);
  EXPECT_EQ(encoded, "\xC2\x9A\x0C\x03");  // 2 * 100001 as a varint, and 3
}

TEST(ParquetEncodings, IndicesOfSomeBitsTakeBytes) {
  EXPECT_EQ(index_width(0), 0U);
  EXPECT_EQ(index_width(1), 0U);
  EXPECT_EQ(index_width(16), 4U);
  EXPECT_EQ(index_width(17), 8U);
  EXPECT_EQ(index_width(256), 8U);
  EXPECT_EQ(index_width(257), 9U);
}

TEST(ParquetEncodings, DifferencesComeBack) {
  std::mt19937_64 random(2);
  for (unsigned width = 0; width <= 64; ++width) {
    for (const std::size_t size : {0U, 1U, 2U, 32U, 33U, 128U, 129U, 130U, 257U, 1000U}) {
      std::vector<int64_t> numbers(size);
      uint64_t number = random();
      for (int64_t& to : numbers) {
        number += width == 0 ? 5 : random() >> (64 - width);
        to = static_cast<int64_t>(number);
      }
      std::string encoded;
      encode_delta(numbers, encoded);
      ASSERT_EQ(decode_delta(encoded), numbers) << width << ' ' << size;
    }
  }
}

TEST(ParquetEncodings, BytesOfDoublesAreSplit) {
  std::mt19937_64 random(3);
  for (std::size_t size = 0; size < 40; ++size) {
    std::vector<double> numbers(size);
    for (double& number : numbers) number = std::bit_cast<double>(random());
    std::string encoded = "x";
    encode_split(numbers, encoded);
    ASSERT_EQ(encoded.size(), 1 + 8 * size);
    for (std::size_t i = 0; i < size; ++i) {
      uint64_t bits = 0;
      for (std::size_t byte = 0; byte < 8; ++byte) {
        bits |= static_cast<uint64_t>(static_cast<unsigned char>(encoded[1 + byte * size + i]))
                << (8 * byte);
      }
      ASSERT_EQ(bits, std::bit_cast<uint64_t>(numbers[i]));
    }
  }
}

TEST(ParquetEncodings, TextsAreLengthsAndBytes) {
  const std::vector<std::string_view> texts = {"ab", "", "c"};
  std::string encoded;
  encode_texts(texts, encoded);
  std::string lengths;
  encode_delta(std::vector<int64_t>{2, 0, 1}, lengths);
  EXPECT_EQ(encoded, lengths + "abc");
}

TEST(ParquetBounds, AreThoseOfAll) {
  std::mt19937_64 random(4);
  for (std::size_t size = 1; size < 30; ++size) {
    std::vector<double> numbers(size);
    for (double& number : numbers) number = static_cast<double>(random() % 1000) - 500;
    const auto range = range_of(std::span<const double>(numbers));
    EXPECT_EQ(range.least, *std::min_element(numbers.begin(), numbers.end()));
    EXPECT_EQ(range.greatest, *std::max_element(numbers.begin(), numbers.end()));
    EXPECT_TRUE(bounds_of(range).least);
    numbers[random() % size] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_FALSE(bounds_of(range_of(std::span<const double>(numbers))).least);
  }
}

TEST(ParquetBounds, OfTextAreInOrderOfBytes) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 1000; ++round) {
    std::vector<std::string> kept;
    for (std::size_t i = random() % 6 + 1; i > 0; --i) {
      // Often equal in the first eight bytes, with zeros and bytes above 127 among them.
      std::string text = random() % 2 == 0 ? "abcdefg" : "";
      for (std::size_t j = random() % 4; j > 0; --j) {
        text += std::string("\0a\xFFz", 4)[random() % 4];
      }
      kept.push_back(text);
    }
    const std::vector<std::string_view> texts(kept.begin(), kept.end());
    const auto range = range_of(std::span<const std::string_view>(texts));
    ASSERT_EQ(range.least, *std::min_element(texts.begin(), texts.end()));
    ASSERT_EQ(range.greatest, *std::max_element(texts.begin(), texts.end()));
  }
}

TEST(ParquetBounds, RangesAdd) {
  Range<int64_t> sum;
  EXPECT_FALSE(bounds_of(Physical::int64, sum).least);
  for (const std::vector<int64_t>& part : {std::vector<int64_t>{3, 5}, {}, {-1, 4}, {7}}) {
    sum.add(range_of(std::span<const int64_t>(part)));
  }
  EXPECT_EQ(sum.least, -1);
  EXPECT_EQ(sum.greatest, 7);
}

TEST(ParquetOrder, IsThatOfAStableSort) {
  std::mt19937_64 random(6);
  for (const std::size_t size : {0U, 1U, 2U, 32768U, 32769U, 65537U, 200000U}) {
    std::vector<double> keys(size);
    for (double& key : keys) key = static_cast<double>(random() % (size / 4 + 1));
    std::vector<uint64_t> expected(size);
    std::iota(expected.begin(), expected.end(), 70);
    std::stable_sort(expected.begin(), expected.end(),
                     [&](uint64_t a, uint64_t b) { return keys[a - 70] < keys[b - 70]; });
    EXPECT_EQ(order_of(keys, 70, 1), expected) << size;
    EXPECT_EQ(order_of(keys, 70, 3), expected) << size;
  }
}

}  // namespace
}  // namespace paje::parquet
