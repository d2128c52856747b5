// Whole numbers that a double does not hold to the last digit.
#pragma once

#include <bit>
#include <charconv>
#include <cstdint>
#include <string_view>

namespace paje {

/// Whether it is exact: of 53 bits, zeros after them aside.
constexpr bool is_exact_double(uint64_t number) {
  return number == 0 || std::bit_width(number) - std::countr_zero(number) <= 53;
}

constexpr bool is_exact_double(int64_t number) {
  const auto bits = static_cast<uint64_t>(number);
  return is_exact_double(number < 0 ? 0 - bits : bits);
}

/// Whether the word is a whole number in decimal digits, with or without a sign, and a double
/// stands for another one. Fractions are rounded wherever they are read, and not meant here.
bool loses_digits(std::string_view word);

}  // namespace paje
