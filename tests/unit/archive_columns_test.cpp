// Columns of archives: integers, doubles as decimals, dictionaries and packed pieces are read as
// they were written, bit for bit; damaged ones are refused or give anything, in order.
#include <gtest/gtest.h>

#include "archive_damage.hpp"
#include "formats/archive/decimals.hpp"
#include "formats/archive/integers.hpp"

namespace paje::archive {
namespace {

using namespace test;

template <class Number>
std::vector<Number> random_integers(Random& random, std::size_t count, unsigned bits) {
  std::vector<Number> numbers(count);
  const uint64_t mask = bits == 0 ? 0 : ~uint64_t{0} >> (64 - bits);
  for (Number& number : numbers) number = static_cast<Number>(random() & mask);
  return numbers;
}

TEST(ArchiveIntegers, OfEveryWidthComeBack) {
  Random random(1);
  for (unsigned bits = 0; bits <= 64; ++bits) {
    for (const std::size_t count : {0U, 1U, 2U, 7U, 100U}) {
      const auto numbers = random_integers<uint64_t>(random, count, bits);
      for (const Coder coder : {Coder::planes, Coder::varint}) {
        std::string bytes;
        write_integers(numbers, coder, bytes);
        std::vector<uint64_t> read(count, 1);
        ByteReader from(bytes, 0);
        read_integers(from, read);
        from.end();
        EXPECT_EQ(numbers, read) << bits << " bits";
      }
    }
  }
}

TEST(ArchiveIntegers, NarrowOnesHaveUpToFourPlanes) {
  Random random(2);
  for (unsigned bits = 0; bits <= 32; ++bits) {
    const auto numbers = random_integers<uint32_t>(random, 50, bits);
    std::string bytes;
    write_integers(numbers, bytes);
    std::vector<uint32_t> read(numbers.size());
    ByteReader from(bytes, 0);
    read_integers(from, read);
    from.end();
    EXPECT_EQ(numbers, read) << bits << " bits";
  }
  for (const char form : {'\5', '\x8', '\x9', '\xA', '\xFF'}) {
    const std::string bytes = form + std::string(100, '\0');
    std::vector<uint32_t> read(2);
    ByteReader from(bytes, 0);
    EXPECT_THROW(read_integers(from, read), Damage);
  }
}

TEST(ArchiveIntegers, LayoutIsThatOfThePage) {
  const std::vector<uint64_t> numbers = {0x0102, 0x03, 0x0405};
  std::string bytes;
  write_integers(numbers, Coder::planes, bytes);
  EXPECT_EQ(bytes, (std::string{2, 2, 3, 5, 1, 0, 4}));
  bytes.clear();
  write_integers(numbers, Coder::varint, bytes);
  EXPECT_EQ(bytes, (std::string{9, '\x82', 2, 3, '\x85', 8}));
}

TEST(ArchiveIntegers, DamageIsOrderly) {
  Random random(3);
  for (const Coder coder : {Coder::planes, Coder::varint}) {
    std::string bytes;
    write_integers(random_integers<uint64_t>(random, 40, 37), coder, bytes);
    expect_orderly_end(bytes, random, [](std::string_view changed) {
      std::vector<uint64_t> read(40);
      ByteReader from(changed, 0);
      read_integers(from, read);
    });
  }
}

TEST(ArchiveVarints, HaveAtMost64Bits) {
  const auto varint = [](std::string bytes) { return ByteReader(bytes, 0).varint(); };
  EXPECT_EQ(varint(std::string(9, '\xFF') + '\x01'), ~uint64_t{0});
  EXPECT_THROW(varint(std::string(9, '\xFF') + '\x02'), Damage);
  EXPECT_THROW(varint(std::string(10, '\x80') + '\x01'), Damage);
  for (const uint64_t number :
       {uint64_t{0}, uint64_t{1}, ~uint64_t{0}, ~uint64_t{1}, uint64_t{1} << 63U})
    EXPECT_EQ(unzigzag(zigzag(number)), number);
  EXPECT_EQ(zigzag(~uint64_t{0}), 1U);
}

constexpr int kAnyDigits = -2;

void expect_back(const std::vector<double>& numbers, int digits = kAnyDigits) {
  const DecimalScale scale = DecimalScale::fitting(numbers);
  if (digits != kAnyDigits) {
    EXPECT_EQ(scale.digits(), digits);
  }
  std::vector<uint64_t> integers(numbers.size());
  scale.to_integers(numbers, integers);
  std::string bytes;
  scale.write(bytes);
  ByteReader from(bytes, 0);
  const DecimalScale again = DecimalScale::read(from, numbers.size());
  from.end();
  std::vector<double> read(numbers.size());
  again.to_doubles(integers, 0, read);
  EXPECT_EQ(bits_of(numbers), bits_of(read));
}

TEST(ArchiveDecimals, OfUpTo15DigitsHaveNoExceptions) {
  Random random(4);
  for (int digits = 0; digits <= 15; ++digits) {
    std::vector<double> numbers;
    for (int i = 0; i < 500; ++i) {
      // No more than 15 in all.
      std::string text = std::to_string(1 + below(random, 999999999999999));
      text.resize(std::min<std::size_t>(text.size(), 15));
      if (digits > 0)
        text.insert(text.size() > std::size_t(digits) ? text.size() - std::size_t(digits) : 0, ".");
      numbers.push_back(std::stod(text));
    }
    const DecimalScale scale = DecimalScale::fitting(numbers);
    EXPECT_FALSE(scale.has_exceptions()) << digits;
    EXPECT_GE(scale.digits(), 0);
    expect_back(numbers);
  }
  expect_back({0.5, 0.25, 3}, 2);
  expect_back({1, 2, 3}, 0);
}

TEST(ArchiveDecimals, AnyNumbersComeBackBitForBit) {
  Random random(5);
  for (int round = 0; round < 300; ++round) {
    std::vector<double> numbers;
    const uint64_t odd = below(random, 4) == 0 ? 100 : below(random, 20);  // of a hundred
    for (uint64_t i = below(random, 200); i > 0; --i) {
      numbers.push_back(below(random, 100) < odd ? odd_double(random) : any_decimal(random));
    }
    expect_back(numbers);
  }
}

TEST(ArchiveDecimals, FewExceptionsLeaveTheScale) {
  std::vector<double> numbers(16, 0.25);
  numbers[3] = -0.0;
  numbers[9] = std::numeric_limits<double>::infinity();
  expect_back(numbers, 2);
  numbers[4] = numbers[5] = 0.1 + 0.2;
  expect_back(numbers, DecimalScale::kBits);
}

TEST(ArchiveDecimals, OrderedBitsHaveTheOrderOfTheNumbers) {
  Random random(6);
  std::vector<double> numbers;
  while (numbers.size() < 1000) {
    const double number = odd_double(random);
    EXPECT_EQ(std::bit_cast<uint64_t>(number),
              std::bit_cast<uint64_t>(from_ordered_bits(ordered_bits(number))));
    if (!std::isnan(number)) numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    if (numbers[i - 1] == numbers[i]) continue;
    EXPECT_LT(static_cast<int64_t>(ordered_bits(numbers[i - 1])),
              static_cast<int64_t>(ordered_bits(numbers[i])));
  }
  EXPECT_LT(static_cast<int64_t>(ordered_bits(-0.0)), static_cast<int64_t>(ordered_bits(0.0)));
}

TEST(ArchiveDecimals, DamagedScalesAreRefused) {
  const auto read = [](std::string_view bytes) {
    ByteReader from(bytes, 0);
    DecimalScale::read(from, 32);
    from.end();
  };
  std::vector<double> numbers(32, 0.5);
  numbers[2] = -0.0;
  numbers[30] = 1.0 / 3;
  std::string bytes;
  DecimalScale::fitting(numbers).write(bytes);
  read(bytes);
  Random random(7);
  expect_orderly_end(bytes, random, read);
  const std::string eight(8, '\0');
  EXPECT_THROW(read(std::string{16, 0}), Damage);  // digits
  EXPECT_THROW(read(std::string{-2, 0}), Damage);
  EXPECT_THROW(read(std::string{-1, 1, 0} + eight), Damage);            // none in bits
  EXPECT_THROW(read(std::string{1, 1, 32} + eight), Damage);            // beyond the rows
  EXPECT_THROW(read(std::string{1, 2, 3, 0} + eight + eight), Damage);  // again
  EXPECT_THROW(read(std::string{1, 5, 1, 1, 1, 1, 1} + std::string(40, '\0')), Damage);  // many
}

TEST(ArchiveDictionaries, ComeBack) {
  Random random(8);
  for (int round = 0; round < 100; ++round) {
    std::vector<uint32_t> numbers(below(random, 100));
    const uint64_t bound = 1 + any_integer(random) % UINT32_MAX;
    for (uint32_t& number : numbers) number = static_cast<uint32_t>(below(random, bound));
    std::vector<uint32_t> indices(numbers.size()), read(numbers.size());
    uint32_t different = 0;
    std::string bytes;
    write_dictionary(numbers, indices, different, bytes);
    const auto read_back = [&](std::string_view from_bytes) {
      ByteReader from(from_bytes, 0);
      const std::vector<uint32_t> all = read_dictionary(from, read);
      from.end();
      return all;
    };
    const std::vector<uint32_t> all = read_back(bytes);
    EXPECT_EQ(all.size(), different);
    EXPECT_EQ(indices, read);
    for (std::size_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(all[read[i]], numbers[i]);
    if (!numbers.empty()) expect_orderly_end(bytes, random, read_back, 50);
  }
}

TEST(ArchivePacking, GivesTheShorterForm) {
  Random random(9);
  Packer packer;
  Unpacker unpacker;
  for (const std::size_t size : {1U, 31U, 32U, 1000U, 100'000U}) {
    for (const bool is_random : {false, true}) {
      std::string raw(size, 'x'), piece;
      if (is_random) {
        for (char& byte : raw) byte = static_cast<char>(random());
      }
      packer.pack(raw, piece);
      EXPECT_LE(piece.size(), size + 1);
      EXPECT_EQ(raw, unpacker.unpack(piece, 0, size));
      EXPECT_THROW(unpacker.unpack(piece, 0, size - 1), Damage);
    }
  }
  std::string piece;
  packer.pack("", piece);
  EXPECT_TRUE(piece.empty());
  EXPECT_TRUE(unpacker.unpack(piece, 0, 0).empty());
}

TEST(ArchivePacking, DamageIsOrderly) {
  Random random(10);
  Packer packer;
  std::string piece;
  packer.pack(std::string(50, 'a') + std::string(70, 'b'), piece);
  expect_orderly_end(piece.substr(1), random,
                     [](const std::string& rest) { Unpacker().unpack('\1' + rest, 0, 1'000'000); });
  EXPECT_THROW(Unpacker().unpack("\2xx", 0, 100), Damage);
}

TEST(ArchiveChecksums, AreCrc32c) { EXPECT_EQ(crc32c("123456789"), 0xE3069283U); }

}  // namespace
}  // namespace paje::archive
