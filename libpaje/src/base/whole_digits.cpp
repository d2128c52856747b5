#include "base/whole_digits.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace paje {

namespace {

constexpr std::size_t kMostDigits = 310;  // of the greatest double

// Whether the nearest double, written with all its digits, is spelled so.
bool is_spelling_of_double(std::string_view digits) {
  double number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  std::array<char, kMostDigits> text{};
  const auto [end, error] =
      std::to_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed, 0);
  return error == std::errc{} &&
         digits == std::string_view(text.data(), static_cast<std::size_t>(end - text.data()));
}

}  // namespace

bool loses_digits(std::string_view word) {
  if (word.starts_with('-') || word.starts_with('+')) word.remove_prefix(1);
  constexpr std::size_t kFewDigits = 15;
  if (word.size() <= kFewDigits) return false;
  if (!std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; })) {
    return false;
  }
  word.remove_prefix(std::min(word.find_first_not_of('0'), word.size()));
  uint64_t number = 0;
  const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (word.empty() || error == std::errc{}) return !is_exact_double(number);
  // Those above all doubles are infinite, which is not a number of digits.
  return word.size() >= kMostDigits || !is_spelling_of_double(word);
}

}  // namespace paje
