#include "row_text.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <system_error>

namespace paje {

namespace {

__extension__ using Wide = unsigned __int128;

constexpr int kMostExactDigits = 17;
constexpr uint64_t kPowersOfTen[] = {1ULL,
                                     10ULL,
                                     100ULL,
                                     1000ULL,
                                     10000ULL,
                                     100000ULL,
                                     1000000ULL,
                                     10000000ULL,
                                     100000000ULL,
                                     1000000000ULL,
                                     10000000000ULL,
                                     100000000000ULL,
                                     1000000000000ULL,
                                     10000000000000ULL,
                                     100000000000000ULL,
                                     1000000000000000ULL,
                                     10000000000000000ULL,
                                     100000000000000000ULL};

// |value| * 10^precision rounded to an integer, half to even: exact, for a double is m * 2^e with
// m < 2^53, and m * 10^17 fits 128 bits. False if the result may not fit 64 bits.
bool scaled(double value, int precision, uint64_t& result) {
  const auto bits = std::bit_cast<uint64_t>(value);
  const int biased = static_cast<int>((bits >> 52) & 0x7FF);
  const uint64_t fraction = bits & ((uint64_t{1} << 52) - 1);
  if (biased == 0x7FF || precision > kMostExactDigits) return false;
  if (biased == 0) {
    result = 0;  // below 2^-1022: nothing is left at 17 digits
    return true;
  }
  const int exponent = biased - 1075;
  const uint64_t mantissa = fraction | uint64_t{1} << 52;
  const Wide product = static_cast<Wide>(mantissa) * kPowersOfTen[precision];
  if (exponent >= 0) {
    if (exponent > 10 || (product >> (63 - exponent)) != 0) return false;
    result = static_cast<uint64_t>(product) << exponent;
    return true;
  }
  const int shift = -exponent;
  if (shift > 120) {
    result = 0;  // the product is below 2^110, so below half of one
    return true;
  }
  const Wide whole = product >> shift;
  if ((whole >> 63) != 0) return false;
  const Wide rest = product & ((static_cast<Wide>(1) << shift) - 1);
  const Wide half = static_cast<Wide>(1) << (shift - 1);
  result = static_cast<uint64_t>(whole);
  if (rest > half || (rest == half && (result & 1) != 0)) ++result;
  return true;
}

constexpr char kPairs[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536373839404142434445"
    "46474849505152535455565758596061626364656667686970717273747576777879808182838485868788899091"
    "9293949596979899";

// Writes the digits of `value` so that they end at `end`, at least `least` of them; returns where
// they begin.
char* write_digits(char* end, uint64_t value, int least) {
  char* at = end;
  while (value >= 100) {
    const auto pair = static_cast<std::size_t>(value % 100) * 2;
    value /= 100;
    *--at = kPairs[pair + 1];
    *--at = kPairs[pair];
  }
  if (value >= 10) {
    const auto pair = static_cast<std::size_t>(value) * 2;
    *--at = kPairs[pair + 1];
    *--at = kPairs[pair];
  } else if (value != 0 || least > 0) {
    *--at = static_cast<char>('0' + value);
  }
  while (end - at < least) *--at = '0';
  return at;
}

}  // namespace

void append_fixed(std::string& text, double value, int precision) {
  uint64_t digits = 0;
  if (scaled(value, precision, digits)) {
    char buffer[48];
    char* const end = buffer + sizeof buffer;
    char* at = end;
    const uint64_t power = kPowersOfTen[precision];
    if (precision > 0) {
      at = write_digits(at, digits % power, precision);
      *--at = '.';
    }
    at = write_digits(at, digits / power, 1);
    if (std::signbit(value)) *--at = '-';
    text.append(at, static_cast<std::size_t>(end - at));
    return;
  }
  // At most 309 digits before the point.
  char buffer[700];
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, precision);
  if (error == std::errc{}) text.append(buffer, end);
}

void append_general(std::string& text, double value) {
  char buffer[64];
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, 6);
  if (error == std::errc{}) text.append(buffer, end);
}

void RowText::append_name(const Name& name) {
  if (options_.quotes == Quotes::strip || (options_.quotes == Quotes::keep && !name.quoted)) {
    text_ += name.text;
    return;
  }
  if (options_.quotes == Quotes::keep) {
    text_ += '"';
    text_ += name.text;
    text_ += '"';
    return;
  }
  if (name.text.find_first_of(",\"\r\n") == std::string_view::npos) {
    text_ += name.text;
    return;
  }
  text_ += '"';
  for (const char c : name.text) {
    if (c == '"') text_ += '"';
    text_ += c;
  }
  text_ += '"';
}

}  // namespace paje
