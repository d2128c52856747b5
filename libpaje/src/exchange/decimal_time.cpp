#include "exchange/decimal_time.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <cmath>
#include <iterator>
#include <string>

namespace paje::exchange {

namespace {

constexpr int kExponent = -15;   // of a tick, in seconds
constexpr int kMostDigits = 35;  // 10^20 seconds
constexpr int64_t kExactDouble = int64_t{1} << 53;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// The number after an "e"; nothing if it is not a number, or beyond any time.
std::optional<int> parse_exponent(std::string_view digits) {
  if (digits.starts_with('+')) digits.remove_prefix(1);
  int exponent = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, exponent);
  if (error != std::errc{} || stop != end) return std::nullopt;
  if (exponent < -1000 || exponent > 1000) return std::nullopt;
  return exponent;
}

__extension__ using Ticks = __int128;

// Digits with at most one point that count units of 10^shift ticks; digits below a tick are
// dropped.
std::optional<Ticks> parse_ticks(std::string_view text, int shift) {
  Ticks ticks = 0;
  int point = -1;  // how many digits came after it
  int digits = 0;
  bool has_digits = false;
  for (const char c : text) {
    if (c == '.' && point < 0) {
      point = 0;
      continue;
    }
    if (!is_digit(c)) return std::nullopt;
    has_digits = true;
    if (point >= 0) ++point;
    if (point > 0 && shift <= 0) continue;  // below a tick
    if (point > 0) --shift;
    ticks = ticks * 10 + (c - '0');
    if (ticks != 0 && ++digits > kMostDigits) return std::nullopt;
  }
  if (!has_digits) return std::nullopt;
  for (; shift > 0 && ticks != 0; --shift) {
    ticks *= 10;
    if (++digits > kMostDigits) return std::nullopt;
  }
  for (; shift < 0 && ticks != 0; ++shift) ticks /= 10;
  return ticks;
}

}  // namespace

// Up to 18 digits with at most one point: they fit into 64 bits.
std::optional<DecimalTime> DecimalTime::parse_plain(std::string_view text, int exponent) {
  static constexpr int64_t kPowers[] = {1,
                                        10,
                                        100,
                                        1'000,
                                        10'000,
                                        100'000,
                                        1'000'000,
                                        10'000'000,
                                        100'000'000,
                                        1'000'000'000,
                                        10'000'000'000,
                                        100'000'000'000,
                                        1'000'000'000'000,
                                        10'000'000'000'000,
                                        100'000'000'000'000,
                                        1'000'000'000'000'000};
  constexpr std::size_t kMostPlain = 18;
  if (text.empty() || text.size() > kMostPlain) return std::nullopt;
  int64_t whole = 0;
  int shift = exponent - kExponent;
  bool has_point = false;
  for (const char c : text) {
    if (is_digit(c)) {
      whole = whole * 10 + (c - '0');
      shift -= has_point ? 1 : 0;
    } else if (c == '.' && !has_point && text.size() > 1) {
      has_point = true;
    } else {
      return std::nullopt;
    }
  }
  if (shift < 0 || shift >= static_cast<int>(std::size(kPowers))) return std::nullopt;
  return DecimalTime(static_cast<Ticks>(whole) * kPowers[shift]);
}

std::optional<DecimalTime> DecimalTime::parse(std::string_view text, int exponent) {
  if (const auto plain = parse_plain(text, exponent)) return plain;
  const bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  const std::size_t exponent_at = text.find_first_of("eE");
  if (exponent_at != std::string_view::npos) {
    const std::optional<int> given = parse_exponent(text.substr(exponent_at + 1));
    if (!given) return std::nullopt;
    exponent += *given;
    text = text.substr(0, exponent_at);
  }
  const std::optional<Ticks> ticks = parse_ticks(text, exponent - kExponent);
  if (!ticks) return std::nullopt;
  return DecimalTime(negative ? -*ticks : *ticks);
}

DecimalTime DecimalTime::of_nanoseconds(int64_t count) {
  return DecimalTime(static_cast<Ticks>(count) * 1'000'000);
}

DecimalTime DecimalTime::of_ticks(uint64_t count, uint64_t in_second) {
  constexpr Ticks kNanoseconds = 1'000'000'000;
  constexpr Ticks kTicksInNanosecond = 1'000'000;
  const Ticks whole = static_cast<Ticks>(count / in_second) * kNanoseconds;
  const Ticks rest = static_cast<Ticks>(count % in_second) * kNanoseconds / in_second;
  return DecimalTime((whole + rest) * kTicksInNanosecond);
}

std::string DecimalTime::text() const {
  constexpr Ticks kInSecond = 1'000'000'000'000'000;
  constexpr Ticks kInNanosecond = 1'000'000;
  const Ticks size = ticks_ < 0 ? -ticks_ : ticks_;
  return fmt::format("{}{}.{:09}", ticks_ < 0 ? "-" : "", size / kInSecond,
                     static_cast<int64_t>(size % kInSecond / kInNanosecond));
}

namespace {

__extension__ using Wide = unsigned __int128;

// The double nearest to count / divisor, ties to even; `count` is at least `divisor`, which is
// below 2^50, and less than 2^53 times it.
double nearest_quotient(Wide count, uint64_t divisor) {
  const auto whole = static_cast<uint64_t>(count / divisor);
  const auto rest = static_cast<uint64_t>(count - Wide{whole} * divisor);
  // As many binary places as make 53 digits.
  const int places = 53 - static_cast<int>(std::bit_width(whole));
  const Wide scaled = Wide{rest} << static_cast<unsigned>(places);
  const auto fraction = static_cast<uint64_t>(scaled / divisor);
  const auto left = static_cast<uint64_t>(scaled - Wide{fraction} * divisor);
  uint64_t digits = (whole << static_cast<unsigned>(places)) + fraction;
  if (2 * left > divisor || (2 * left == divisor && (digits & 1U) != 0)) ++digits;
  return std::ldexp(static_cast<double>(digits), -places);
}

// The same by its digits, which are read with correct rounding.
double quotient_by_digits(Wide count, int exponent) {
  char digits[64];
  char* at = digits + sizeof digits;
  for (Wide rest = count; rest != 0; rest /= 10) {
    *--at = static_cast<char>('0' + static_cast<int>(rest % 10));
  }
  double whole = 0;
  char number[72];
  char* end = std::copy(at, digits + sizeof digits, number);
  *end++ = 'e';
  end = std::to_chars(end, number + sizeof number, exponent).ptr;
  std::from_chars(number, end, whole);
  return whole;
}

}  // namespace

double DecimalTime::in_units(int exponent) const {
  static constexpr uint64_t kTicks[] = {1'000'000'000'000'000,
                                        100'000'000'000'000,
                                        10'000'000'000'000,
                                        1'000'000'000'000,
                                        100'000'000'000,
                                        10'000'000'000,
                                        1'000'000'000,
                                        100'000'000,
                                        10'000'000,
                                        1'000'000};
  const uint64_t unit = kTicks[-exponent];
  // A quotient of two exact doubles is correctly rounded.
  if (ticks_ < kExactDouble && ticks_ > -kExactDouble) {
    return static_cast<double>(static_cast<int64_t>(ticks_)) / static_cast<double>(unit);
  }
  const Wide count = static_cast<Wide>(ticks_ < 0 ? -ticks_ : ticks_);
  // It is at least the unit, which is below kExactDouble.
  const bool is_near = count / unit < static_cast<Wide>(kExactDouble);
  const double value =
      is_near ? nearest_quotient(count, unit) : quotient_by_digits(count, kExponent - exponent);
  return ticks_ < 0 ? -value : value;
}

namespace {

// Digits with at most one point, few enough for a double to hold them as a whole number: the
// quotient or product of two exact doubles is correctly rounded.
std::optional<double> exact_quotient(std::string_view text, int exponent) {
  static constexpr double kPowers[] = {1,    1e1,  1e2,  1e3,  1e4,  1e5,  1e6,  1e7,
                                       1e8,  1e9,  1e10, 1e11, 1e12, 1e13, 1e14, 1e15,
                                       1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22};
  constexpr std::size_t kFewDigits = 15;
  if (text.empty() || text.size() > kFewDigits + 1) return std::nullopt;
  int64_t whole = 0;
  bool has_point = false;
  std::size_t digits = 0;
  for (const char c : text) {
    if (c == '.' && !has_point) {
      has_point = true;
      continue;
    }
    if (!is_digit(c)) return std::nullopt;
    whole = whole * 10 + (c - '0');
    ++digits;
    if (has_point) --exponent;
  }
  if (digits == 0 || digits > kFewDigits || exponent > 22 || exponent < -22) return std::nullopt;
  const auto value = static_cast<double>(whole);
  return exponent < 0 ? value / kPowers[-exponent] : value * kPowers[exponent];
}

}  // namespace

std::optional<double> nearest_seconds(std::string_view text, int exponent) {
  if (const auto seconds = exact_quotient(text, exponent)) return seconds;
  const std::size_t exponent_at = std::min(text.find_first_of("eE"), text.size());
  if (exponent_at != text.size()) {
    const std::optional<int> given = parse_exponent(text.substr(exponent_at + 1));
    if (!given) return std::nullopt;
    exponent += *given;
  }
  const std::string number = fmt::format("{}e{}", text.substr(0, exponent_at), exponent);
  double seconds = 0;
  const char* const end = number.data() + number.size();
  const auto [stop, error] = std::from_chars(number.data(), end, seconds);
  if (error != std::errc{} || stop != end) return std::nullopt;
  return seconds;
}

}  // namespace paje::exchange
