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
                                     100000000000000000ULL,
                                     1000000000000000000ULL,
                                     10000000000000000000ULL};

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

// Writes the digits of `value` so that they end at `end`, with zeros before them to make `least`;
// nothing is written before those.
void write_digits(char* end, uint64_t value, int least) {
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
  } else if (value != 0) {
    *--at = static_cast<char>('0' + value);
  }
  while (end - at < least) *--at = '0';
}

// Writes the digits of `value`, at least one, and returns their end.
char* write_whole(char* to, uint64_t value) {
  if (value < 10) {
    *to = static_cast<char>('0' + value);
    return to + 1;
  }
  int digits = 2;
  while (digits < 20 && value >= kPowersOfTen[digits]) ++digits;
  write_digits(to + digits, value, digits);
  return to + digits;
}

}  // namespace

char* write_fixed(char* to, double value, int precision) {
  uint64_t digits = 0;
  if (!scaled(value, precision, digits)) return nullptr;
  if (std::signbit(value)) *to++ = '-';
  // By a constant where that is what users mostly get: a division by a variable takes ten times
  // longer.
  const uint64_t power = kPowersOfTen[precision];
  const uint64_t whole = precision == 6 ? digits / 1000000 : digits / power;
  const uint64_t fraction = digits - whole * power;
  to = write_whole(to, whole);
  if (precision == 0) return to;
  *to = '.';
  char* const end = to + 1 + precision;
  write_digits(end, fraction, precision);
  return end;
}

void append_fixed(std::string& text, double value, int precision) {
  // At most 309 digits before the point.
  char buffer[700];
  if (char* const end = write_fixed(buffer, value, precision); end != nullptr) {
    text.append(buffer, end);
    return;
  }
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

RowText& RowText::general(double value) {
  separate();
  std::string number;
  append_general(number, value);
  append(number);
  return *this;
}

void RowText::append_odd_number(double value) {
  std::string number;
  append_fixed(number, value, options_.precision);
  append(number);
}

// As much again as was appended, so that what is cleared for it grows no faster than the text.
void RowText::make_room(std::size_t bytes) {
  const std::size_t used = size();
  take_room(used, bytes + std::max(kRoom, used - begin_));
}

void RowText::append_name(const Name& name) {
  const bool has_to_be_quoted = options_.quotes == Quotes::keep ||
                                name.text.find_first_of(",\"\r\n") != std::string_view::npos;
  if (!has_to_be_quoted) return append(name.text);
  append("\"");
  for (const char c : name.text) {
    if (c == '"' && options_.quotes == Quotes::csv) append("\"");
    append({&c, 1});
  }
  append("\"");
}

}  // namespace paje
