// Numbers of Paraver's files: 64 bits, with or without a sign, since counters and addresses use all
// of them.
#pragma once

#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/whole_digits.hpp"

namespace paje::exchange {

struct ParaverNumber {
  int64_t bits = 0;        ///< tells numbers apart
  double value = 0;        ///< the nearest
  bool is_exact = true;    ///< whether `value` is the number
  std::size_t length = 0;  ///< characters it takes
};

/// The number that the text begins with; nothing if it begins with none, or with a longer one.
inline std::optional<ParaverNumber> leading_number(std::string_view text) {
  const char* const end = text.data() + text.size();
  ParaverNumber number;
  const auto [stop, error] = std::from_chars(text.data(), end, number.bits);
  if (error == std::errc{}) {
    number.value = static_cast<double>(number.bits);
    number.is_exact = is_exact_double(number.bits);
    number.length = static_cast<std::size_t>(stop - text.data());
    return number;
  }
  uint64_t large = 0;
  const auto [large_stop, large_error] = std::from_chars(text.data(), end, large);
  if (large_error != std::errc{}) return std::nullopt;
  number.bits = static_cast<int64_t>(large);
  number.value = static_cast<double>(large);
  number.is_exact = is_exact_double(large);
  number.length = static_cast<std::size_t>(large_stop - text.data());
  return number;
}

/// A number and nothing else.
inline std::optional<ParaverNumber> whole_number(std::string_view text) {
  const std::optional<ParaverNumber> number = leading_number(text);
  return number && number->length == text.size() ? number : std::nullopt;
}

}  // namespace paje::exchange
