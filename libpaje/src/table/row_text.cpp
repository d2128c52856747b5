#include "table/row_text.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <system_error>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

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

// The same where it is quickly done and cannot be wrong. The product is less than 2^-12 off, as it
// is below 2^40; so the nearest integer is the right one unless a half is as near.
bool scaled_quickly(double value, int precision, uint64_t& result) {
#if defined(__SSE2__)
  static constexpr double kPowers[] = {1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9};
  constexpr double kLargest = 0x1p40;
  constexpr double kNearHalf = 0.5 - 0x1p-12;
  if (precision > 9) return false;
  const double product = std::fabs(value) * kPowers[precision];
  if (!(product < kLargest)) return false;
  const long long nearest = _mm_cvtsd_si64(_mm_set_sd(product));
  result = static_cast<uint64_t>(nearest);
  return std::fabs(product - static_cast<double>(nearest)) < kNearHalf;
#else
  (void)value, (void)precision, (void)result;
  return false;
#endif
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

// What users mostly get, six digits after the point: all divisors are constants.
char* write_millionths(char* to, uint64_t value) {
  const uint64_t whole = value / 1000000;
  const auto fraction = static_cast<uint32_t>(value - whole * 1000000);
  to = write_whole(to, whole);
  *to = '.';
  const uint32_t fours = fraction / 100;
  const uint32_t twos = fraction / 10000;
  std::memcpy(to + 1, &kPairs[std::size_t{2} * twos], 2);
  std::memcpy(to + 3, &kPairs[std::size_t{2} * (fours - twos * 100)], 2);
  std::memcpy(to + 5, &kPairs[std::size_t{2} * (fraction - fours * 100)], 2);
  return to + 7;
}

}  // namespace

char* write_fixed(char* to, double value, int precision) {
  uint64_t digits = 0;
  if (!scaled_quickly(value, precision, digits) && !scaled(value, precision, digits)) {
    return nullptr;
  }
  if (std::signbit(value)) *to++ = '-';
  if (precision == 6) return write_millionths(to, digits);
  const uint64_t power = kPowersOfTen[precision];
  to = write_whole(to, digits / power);
  if (precision == 0) return to;
  *to = '.';
  char* const end = to + 1 + precision;
  write_digits(end, digits % power, precision);
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

void append_general(std::string& text, double value, int precision) {
  char buffer[400];
  const auto [end, error] =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::general, precision);
  if (error == std::errc{}) text.append(buffer, end);
}

RowText& RowText::general(double value) {
  separate();
  std::string number;
  append_general(number, value, options_.container_precision);
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
  reserve(used, bytes + std::max(kRoom, used - begin_));
}

void RowText::append_name(const Name& name) {
  // A blank at the beginning would look like one after the comma.
  const bool has_blank = options_.quotes == Quotes::csv && name.text.starts_with(' ');
  const bool has_to_be_quoted = options_.quotes == Quotes::keep || has_blank ||
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
