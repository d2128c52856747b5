// Most traces count in nanoseconds or more coarsely. Then a time is an integer, which is quickly
// written, and a difference of two is exact. All others take the digits of the shortest decimal
// number that reads back as the same double, with the point six digits further right.
#include "export/chrome/times.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace paje::tools {

namespace {

constexpr double kMostExact = 9e15;  // below 2^53: integers that a double holds
constexpr int kMicroseconds = -6;
constexpr int kMostZeros = 6;

constexpr double nanoseconds_in(TimeUnit unit) {
  return per_second(TimeUnit::nanoseconds) / per_second(unit);
}

// Nothing unless n / 1e9 (of seconds), correctly rounded, is `time`: so are its digits, read as a
// number.
std::optional<int64_t> in_nanoseconds(double time, TimeUnit unit) {
  const double scaled = time * nanoseconds_in(unit);
  if (!(scaled < kMostExact && scaled > -kMostExact)) return std::nullopt;
  const auto count = static_cast<int64_t>(scaled + (scaled < 0 ? -0.5 : 0.5));
  if (static_cast<double>(count) / nanoseconds_in(unit) != time) return std::nullopt;
  if (count == 0 && std::signbit(time)) return std::nullopt;
  return count;
}

char* write_nanoseconds(char* at, int64_t count) {
  if (count < 0) *at++ = '-';
  const auto rest = static_cast<uint64_t>(count < 0 ? -count : count);
  const uint64_t whole = rest / 1000;
  const auto fraction = static_cast<unsigned>(rest % 1000);
  // Divisions by ten are quicker for small numbers.
  at = whole <= UINT32_MAX ? std::to_chars(at, at + kMostTime, static_cast<uint32_t>(whole)).ptr
                           : std::to_chars(at, at + kMostTime, whole).ptr;
  if (fraction == 0) return at;
  *at++ = '.';
  *at++ = static_cast<char>('0' + fraction / 100);
  if (fraction % 100 != 0) *at++ = static_cast<char>('0' + fraction / 10 % 10);
  if (fraction % 10 != 0) *at++ = static_cast<char>('0' + fraction % 10);
  return at;
}

// One digit, a point if more follow, and the exponent.
char* write_scientific(char* at, std::string_view digits, int exponent) {
  *at++ = digits.front();
  if (digits.size() > 1) *at++ = '.';
  at = std::copy(digits.begin() + 1, digits.end(), at);
  *at++ = 'e';
  return std::to_chars(at, at + kMostTime, exponent).ptr;
}

char* write_shifted(char* at, double time, TimeUnit unit) {
  char text[kMostTime];
  char* const end =
      std::to_chars(text, text + sizeof text, std::fabs(time), std::chars_format::scientific).ptr;
  char* const mantissa_end = std::find(text, end, 'e');
  const char* const exponent_at = mantissa_end + 1;
  int exponent = 0;
  std::from_chars(exponent_at + (*exponent_at == '+' ? 1 : 0), end, exponent);
  exponent += exponent_of(unit) - kMicroseconds;
  const char* const digits_end = std::remove(text, mantissa_end, '.');
  const std::string_view digits(text, static_cast<std::size_t>(digits_end - text));
  if (std::signbit(time)) *at++ = '-';
  if (time == 0) {
    *at++ = '0';
    return at;
  }
  const int whole = exponent + 1;  // digits before the point
  const int count = static_cast<int>(digits.size());
  if (whole > count + kMostZeros || whole < -kMostZeros) {
    return write_scientific(at, digits, exponent);
  }
  if (whole <= 0) {
    at = std::copy_n("0.", 2, at);
    at = std::fill_n(at, -whole, '0');
    return std::copy(digits.begin(), digits.end(), at);
  }
  at = std::copy(digits.begin(), digits.begin() + std::min(whole, count), at);
  if (whole >= count) return std::fill_n(at, whole - count, '0');
  *at++ = '.';
  return std::copy(digits.begin() + whole, digits.end(), at);
}

}  // namespace

char* write_microseconds(char* at, double time, TimeUnit unit) {
  if (const auto count = in_nanoseconds(time, unit)) return write_nanoseconds(at, *count);
  if (!std::isfinite(time * 1e6)) {
    throw std::runtime_error("a time of the trace is infinite, which this format cannot say");
  }
  return write_shifted(at, time, unit);
}

SpanText write_span(char* at, double start, std::string_view between, double end, TimeUnit unit) {
  const std::optional<int64_t> first = in_nanoseconds(start, unit);
  const std::optional<int64_t> last = in_nanoseconds(end, unit);
  const bool is_exact = first && last;
  at = first ? write_nanoseconds(at, *first) : write_microseconds(at, start, unit);
  at = std::copy(between.begin(), between.end(), at);
  at = is_exact ? write_nanoseconds(at, *last - *first) : write_microseconds(at, end - start, unit);
  return {at, is_exact};
}

}  // namespace paje::tools
