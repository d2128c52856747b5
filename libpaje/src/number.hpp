// Decimal numbers as traces write them, fast: exact for up to 15 digits (Clinger's observation that
// an integer below 2^53 divided by a power of ten up to 10^22 is correctly rounded), and
// parse_number() for everything else. Both give the same bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "paje/event.hpp"

namespace paje {

inline std::optional<double> decode_number(std::string_view text) {
  static constexpr double kPowers[] = {1e0, 1e1, 1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15};
  constexpr std::size_t kMostDigits = 15;
  const char* at = text.data();
  const char* const end = at + text.size();
  const bool negative = at != end && *at == '-';
  if (negative) ++at;
  if (static_cast<std::size_t>(end - at) > kMostDigits + 1 || at == end) return parse_number(text);
  uint64_t digits = 0;
  const char* point = nullptr;
  for (const char* c = at; c != end; ++c) {
    const auto digit = static_cast<unsigned char>(*c - '0');
    if (digit <= 9) {
      digits = digits * 10 + digit;
    } else if (*c == '.' && point == nullptr) {
      point = c;
    } else {
      return parse_number(text);
    }
  }
  const auto count = static_cast<std::size_t>(end - at) - (point != nullptr ? 1 : 0);
  if (count == 0 || count > kMostDigits) return parse_number(text);
  double value = static_cast<double>(digits);
  if (point != nullptr) value /= kPowers[end - point - 1];
  return negative ? -value : value;
}

}  // namespace paje
