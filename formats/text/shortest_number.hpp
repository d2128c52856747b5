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

constexpr uint64_t power_of_ten(unsigned exponent) {
  return exponent == 0 ? 1 : 10 * power_of_ten(exponent - 1);
}

/// Digits of a number below 10^15, a dot before the last `Places`; without zeros at the end.
template <unsigned Places>
inline char* write_decimal(char* at, uint64_t number) {
  uint64_t whole = number / power_of_ten(Places);
  auto fraction = static_cast<uint32_t>(number % power_of_ten(Places));
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
  for (unsigned i = Places; i > 0; --i, fraction /= 10) {
    const uint32_t digit = fraction % 10;
    at[i] = static_cast<char>('0' + digit);
    if (end == at + 1 && digit != 0) end = at + i + 1;
  }
  return end;
}

/// Writes it if it is a decimal of at most that many places and 15 digits; else null.
template <unsigned Places>
inline char* try_decimal(char* at, double number) {
  constexpr auto kParts = static_cast<double>(power_of_ten(Places));
  if (number >= 1e15 / kParts) return nullptr;
  const double parts = std::nearbyint(number * kParts);
  if (parts / kParts != number) return nullptr;
  return write_decimal<Places>(at, static_cast<uint64_t>(parts));
}

}  // namespace detail

/// As std::to_chars(at, at + kLongestNumber, number) writes it; after it may be more. Several
/// times as fast for what traces are full of: times of six or nine decimals. Returns its end.
inline char* write_shortest(char* at, double number) {
  // Two decimals of up to 15 digits never are the same double; so if one of them is the number,
  // none of fewer digits is. Below 0.001, and for whole numbers of many digits, an exponent may be
  // shorter.
  if (number >= 0.001 && (number < 1e5 || number != std::floor(number))) {
    if (char* const end = detail::try_decimal<6>(at, number)) return end;
    if (char* const end = detail::try_decimal<9>(at, number)) return end;
  }
  return std::to_chars(at, at + kLongestNumber, number).ptr;
}

}  // namespace paje
