// Numbers in their shortest spelling that reads back as the same number.
#pragma once

#include <charconv>
#include <cmath>
#include <cstddef>
#include <cstdint>

namespace paje {

/// More than any spelling takes.
inline constexpr std::size_t kLongestNumber = 32;

namespace detail {

/// Digits of a number below 10^15, a dot before the last six; without zeros at the end.
inline char* write_millionths(char* at, uint64_t millionths) {
  uint64_t whole = millionths / 1'000'000;
  auto fraction = static_cast<uint32_t>(millionths % 1'000'000);
  char digits[20];
  char* first = digits + sizeof digits;
  do {
    *--first = static_cast<char>('0' + whole % 10);
    whole /= 10;
  } while (whole != 0);
  while (first != digits + sizeof digits) *at++ = *first++;
  if (fraction == 0) return at;
  *at = '.';
  char* end = at + 1;
  for (unsigned i = 6; i > 0; --i, fraction /= 10) {
    const uint32_t digit = fraction % 10;
    at[i] = static_cast<char>('0' + digit);
    if (end == at + 1 && digit != 0) end = at + i + 1;
  }
  return end;
}

}  // namespace detail

/// As std::to_chars(at, at + kLongestNumber, number) writes it; after it may be more. Several
/// times as fast for what traces are full of: times of six decimals. Returns its end.
inline char* write_shortest(char* at, double number) {
  // Two decimals of up to 15 digits never are the same double; so if one of six decimals is the
  // number, none of fewer digits is. Below 0.001, and for whole numbers of many digits, an exponent
  // may be shorter.
  if (number >= 0.001 && number < 1e9) {
    const double millionths = std::nearbyint(number * 1e6);
    if (millionths / 1e6 == number && (number < 1e5 || number != std::floor(number))) {
      return detail::write_millionths(at, static_cast<uint64_t>(millionths));
    }
  }
  return std::to_chars(at, at + kLongestNumber, number).ptr;
}

}  // namespace paje
