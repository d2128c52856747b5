// Decimal numbers as traces write them, fast: exact for up to 15 digits (Clinger's observation that
// an integer below 2^53 divided by a power of ten up to 10^22 is correctly rounded), and
// parse_number() for everything else. Both give the same bits.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string_view>

#include "base/word_table.hpp"
#include "paje/event.hpp"

namespace paje {

namespace detail {

static_assert(std::endian::native == std::endian::little, "digits are read eight at a time");

/// The number that `count` digits (0 to 8) make, all at once; false if one of them is none. They
/// are the upper bytes of `bytes`, the last one uppermost; the bytes below are 0.
[[gnu::always_inline]] inline bool digits_of(uint64_t bytes, unsigned count, uint64_t& number) {
  const unsigned shift = 64U - 8U * count;
  const uint64_t all = count == 0 ? 0 : ~uint64_t{0} << shift;  // 64 is too much for a shift
  const uint64_t digits = bytes ^ (uint64_t{0x3030303030303030} & all);
  // More than 9 carries into the upper half of its byte, or has something there.
  const uint64_t carried = digits + (uint64_t{0x0606060606060606} & all);
  if (((digits | carried) & 0xF0F0F0F0F0F0F0F0) != 0) return false;
  // Pairs, then fours, then all eight; bytes that are 0 are leading zeros.
  uint64_t sum = (digits * 10 + (digits >> 8U)) & 0x00FF00FF00FF00FF;
  sum = (sum * 100 + (sum >> 16U)) & 0x0000FFFF0000FFFF;
  number = (sum * 10000 + (sum >> 32U)) & 0xFFFFFFFF;
  return true;
}

/// The number that `count` digits (1 to 8) make. Seven bytes after them can be read.
[[gnu::always_inline]] inline bool read_digits(const char* digits, std::size_t count,
                                               uint64_t& number) {
  const auto digits_count = static_cast<unsigned>(count);
  return digits_of(load8(digits) << (64U - 8U * digits_count), digits_count, number);
}

/// The bit where the byte of the first point begins; 64 if there is none.
[[gnu::always_inline]] inline unsigned find_point(uint64_t bytes) {
  const uint64_t points = bytes ^ 0x2E2E2E2E2E2E2E2E;
  // The lowest bit that is set is right; above it, a borrow may set others.
  const uint64_t zeros = (points - 0x0101010101010101) & ~points & 0x8080808080808080;
  return zeros == 0 ? 64U : static_cast<unsigned>(std::countr_zero(zeros)) - 7U;
}

/// `bytes` without the one that begins at bit `at`, a multiple of 8; those below move up.
[[gnu::always_inline]] inline uint64_t without_byte(uint64_t bytes, unsigned at) {
  const uint64_t below = (uint64_t{1} << at) - 1;
  const uint64_t up_to = below << 8U | 0xFFU;
  return (bytes & ~up_to) | (bytes & below) << 8U;
}

}  // namespace detail

[[gnu::noinline]] inline bool decode_slowly(std::string_view text, double& number) {
  const auto parsed = parse_number(text);
  if (!parsed || std::isnan(*parsed)) return false;
  number = *parsed;
  return true;
}

/// The number that `text` is, after which seven more bytes can be read; false if it is none, or
/// nan: whether that is allowed depends on the field.
[[gnu::always_inline]] inline bool decode_number(std::string_view text, double& number) {
  static constexpr double kPowers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  const char* at = text.data();
  std::size_t size = text.size();
  const bool negative = size != 0 && *at == '-';
  if (negative) {
    ++at;
    --size;
  }
  // At most fifteen digits and a point, with digits before and after it.
  uint64_t digits;
  unsigned fraction = 0;
  if (size - 1 < 8) {
    uint64_t bytes = detail::load8(at) << (64U - 8U * static_cast<unsigned>(size));
    auto count = static_cast<unsigned>(size);
    const unsigned point = detail::find_point(bytes);
    if (point != 64) {
      fraction = 7U - point / 8U;
      --count;
      if (fraction == 0 || fraction == count) return decode_slowly(text, number);
      bytes = detail::without_byte(bytes, point);
    }
    if (!detail::digits_of(bytes, count, digits)) return decode_slowly(text, number);
  } else if (size - 9 < 8) {
    // The last eight bytes, and those before.
    auto count = static_cast<unsigned>(size) - 8U;
    uint64_t high = detail::load8(at) << (64U - 8U * count);
    uint64_t low = detail::load8(at + count);
    const unsigned point = detail::find_point(high);
    const unsigned low_point = detail::find_point(low);
    if (point != 64) {
      fraction = 15U - point / 8U;
      high = detail::without_byte(high, point);
      --count;
    } else if (low_point != 64) {
      fraction = 7U - low_point / 8U;
      low = detail::without_byte(low, low_point) | high >> 56U;
      high <<= 8U;
      --count;
    }
    uint64_t low_digits;
    if (count == 8 || (fraction == 0 && (point & low_point) != 64) || fraction == count + 8U ||
        !detail::digits_of(high, count, digits) || !detail::digits_of(low, 8, low_digits)) {
      return decode_slowly(text, number);
    }
    digits = digits * 100000000 + low_digits;
  } else {
    return decode_slowly(text, number);
  }
  const double value = static_cast<double>(digits) / kPowers[fraction];
  number = negative ? -value : value;
  return true;
}

}  // namespace paje
