// Decimal numbers as traces write them, fast: exact for up to 15 digits (Clinger's observation that
// an integer below 2^53 divided by a power of ten up to 10^22 is correctly rounded), and
// parse_number() for everything else. Both give the same bits.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "paje/event.hpp"

namespace paje {

namespace detail {

static_assert(std::endian::native == std::endian::little, "digits are read eight at a time");

/// The number that `count` digits (1 to 8) make, all at once; false if one of them is none. Seven
/// bytes behind them can be read.
[[gnu::always_inline]] inline bool read_digits(const char* digits, std::size_t count,
                                               uint64_t& number) {
  uint64_t bytes;
  std::memcpy(&bytes, digits, sizeof bytes);
  // To the upper end, so that what is not there counts as leading zeros.
  const unsigned shift = 64U - 8U * static_cast<unsigned>(count);
  bytes <<= shift;
  const uint64_t high = bytes & 0xF0F0F0F0F0F0F0F0;
  const uint64_t carried = (bytes + (uint64_t{0x0606060606060606} << shift)) & 0xF0F0F0F0F0F0F0F0;
  const uint64_t wanted = uint64_t{0x3030303030303030} << shift;
  if (high != wanted || carried != wanted) return false;
  bytes &= 0x0F0F0F0F0F0F0F0F;
  // Pairs, then fours, then all eight.
  bytes = (bytes * 10 + (bytes >> 8)) & 0x00FF00FF00FF00FF;
  bytes = (bytes * 100 + (bytes >> 16)) & 0x0000FFFF0000FFFF;
  number = (bytes * 10000 + (bytes >> 32)) & 0xFFFFFFFF;
  return true;
}

/// Where the first point is among eight bytes; 8 if there is none.
inline std::size_t find_point(const char* text) {
  uint64_t bytes;
  std::memcpy(&bytes, text, sizeof bytes);
  const uint64_t points = bytes ^ 0x2E2E2E2E2E2E2E2E;
  // The lowest bit that is set is right; above it, a borrow may set others.
  const uint64_t zeros = (points - 0x0101010101010101) & ~points & 0x8080808080808080;
  return static_cast<std::size_t>(std::countr_zero(zeros)) / 8;
}

}  // namespace detail

[[gnu::noinline]] inline bool decode_slowly(std::string_view text, double& number) {
  const auto parsed = parse_number(text);
  if (parsed) number = *parsed;
  return parsed.has_value();
}

/// The number that `text` is, behind which fifteen more bytes can be read; false if it is none.
[[gnu::always_inline]] inline bool decode_number(std::string_view text, double& number) {
  static constexpr double kPowers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8};
  static constexpr uint64_t kIntegers[] = {1,      10,      100,      1000,     10000,
                                           100000, 1000000, 10000000, 100000000};
  const char* at = text.data();
  std::size_t size = text.size();
  const bool negative = size != 0 && *at == '-';
  if (negative) {
    ++at;
    --size;
  }
  // At most seven digits before the point and eight behind it: fifteen.
  const std::size_t point = detail::find_point(at);
  const std::size_t whole = size < point ? size : point;
  uint64_t digits = 0;
  if (whole - 1 > 6 || !detail::read_digits(at, whole, digits)) {
    return decode_slowly(text, number);
  }
  double value;
  if (whole == size) {
    value = static_cast<double>(digits);
  } else {
    const std::size_t count = size - whole - 1;
    uint64_t fraction = 0;
    if (count - 1 > 7 || !detail::read_digits(at + whole + 1, count, fraction)) {
      return decode_slowly(text, number);
    }
    value = static_cast<double>(digits * kIntegers[count] + fraction) / kPowers[count];
  }
  number = negative ? -value : value;
  return true;
}

}  // namespace paje
