#include "formats/number_spelling.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace paje::rastro {

namespace {

constexpr int kDecimal = 10;
constexpr int kHexadecimal = 16;
constexpr std::string_view kHexadecimalPrefix = "0x";

std::string_view spelled(std::span<char, kLongestSpelling> room, const char* end) {
  return {room.data(), static_cast<std::size_t>(end - room.data())};
}

bool has_upper_case(std::string_view digits) {
  return digits.find_first_of("ABCDEF") != std::string_view::npos;
}

}  // namespace

std::string_view spell(double number, std::span<char, kLongestSpelling> room) {
  return spelled(room, std::to_chars(room.data(), room.data() + room.size(), number).ptr);
}

std::string_view spell_whole(uint64_t number, FieldType type,
                             std::span<char, kLongestSpelling> room) {
  char* begin = room.data();
  const bool is_hex = type == FieldType::hex_number;
  if (is_hex) begin += kHexadecimalPrefix.copy(begin, kHexadecimalPrefix.size());
  const int base = is_hex ? kHexadecimal : kDecimal;
  return spelled(room, std::to_chars(begin, room.data() + room.size(), number, base).ptr);
}

std::optional<uint64_t> whole_number(std::string_view word, FieldType type) {
  const bool is_hex = type == FieldType::hex_number;
  if (is_hex) {
    if (!word.starts_with(kHexadecimalPrefix)) return std::nullopt;
    word.remove_prefix(kHexadecimalPrefix.size());
    if (has_upper_case(word)) return std::nullopt;
  }
  if (word.starts_with('0') && word != "0") return std::nullopt;
  uint64_t number = 0;
  const char* const end = word.data() + word.size();
  const auto [stop, error] =
      std::from_chars(word.data(), end, number, is_hex ? kHexadecimal : kDecimal);
  if (stop != end || error != std::errc{}) return std::nullopt;
  return number;
}

std::optional<uint64_t> whole_number(double number) {
  static constexpr double kBeyond = 18446744073709551616.0;  // 2^64
  if (std::signbit(number) || !(number < kBeyond) || std::trunc(number) != number) {
    return std::nullopt;
  }
  return static_cast<uint64_t>(number);
}

double widen(float number) {
  // Whole numbers up to here are spelled with all their digits, and so are themselves.
  static constexpr float kAllDigits = 16777216;  // 2^24
  if (!std::isfinite(number) || (std::trunc(number) == number && std::abs(number) < kAllDigits)) {
    return number;
  }
  // Scientific, since a whole number in fixed notation has more digits than identify it.
  char digits[kLongestSpelling];
  const char* const end =
      std::to_chars(digits, digits + sizeof digits, number, std::chars_format::scientific).ptr;
  double wide = number;
  std::from_chars(digits, end, wide);
  return wide;
}

std::optional<float> narrow(double number) {
  // Larger numbers cannot be converted; the largest float stands for slightly more than itself.
  static const double kLargest = widen(std::numeric_limits<float>::max());
  if (std::isfinite(number) && std::abs(number) > kLargest) return std::nullopt;
  const auto close = static_cast<float>(number);
  if (std::bit_cast<uint64_t>(widen(close)) != std::bit_cast<uint64_t>(number)) return std::nullopt;
  return close;
}

}  // namespace paje::rastro
