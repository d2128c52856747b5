#include "exchange/parquet/bounds.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstring>
#include <limits>

namespace paje::parquet {

namespace {

constexpr std::size_t kLongestBound = 200;  // bytes; longer words have none

template <class Number>
std::string plain(Number number) {
  std::string bytes;
  for (std::size_t byte = 0; byte < sizeof number; ++byte) {
    bytes += static_cast<char>(static_cast<uint64_t>(number) >> (8 * byte));
  }
  return bytes;
}

template <class Value>
Range<Value> range_of_all(std::span<const Value> values) {
  if (values.empty()) return {};
  const auto [least, greatest] = std::minmax_element(values.begin(), values.end());
  return {*least, *greatest, true, true};
}

// The first bytes as a number of the same order; equal ones say nothing.
uint64_t prefix_of(std::string_view text) {
  unsigned char first[8] = {};
  std::memcpy(first, text.data(), std::min<std::size_t>(text.size(), sizeof first));
  uint64_t number = 0;
  for (const unsigned char byte : first) number = number << 8U | byte;
  return number;
}

}  // namespace

Range<int64_t> range_of(std::span<const int64_t> numbers) { return range_of_all(numbers); }

Range<uint32_t> range_of(std::span<const uint32_t> truths) { return range_of_all(truths); }

// Four at a time, which do not wait for one another.
Range<double> range_of(std::span<const double> numbers) {
  constexpr std::size_t kLanes = 4;
  constexpr double kMost = std::numeric_limits<double>::infinity();
  double least[kLanes] = {kMost, kMost, kMost, kMost};
  double greatest[kLanes] = {-kMost, -kMost, -kMost, -kMost};
  bool has_nan = false;
  const auto take = [&](std::size_t lane, double number) {
    least[lane] = number < least[lane] ? number : least[lane];
    greatest[lane] = number > greatest[lane] ? number : greatest[lane];
    has_nan |= number != number;
  };
  std::size_t i = 0;
  for (; i + kLanes <= numbers.size(); i += kLanes) {
    take(0, numbers[i]);
    take(1, numbers[i + 1]);
    take(2, numbers[i + 2]);
    take(3, numbers[i + 3]);
  }
  for (; i < numbers.size(); ++i) take(0, numbers[i]);
  return {*std::min_element(least, least + kLanes), *std::max_element(greatest, greatest + kLanes),
          !numbers.empty(), !has_nan};
}

Range<std::string_view> range_of(std::span<const std::string_view> texts) {
  if (texts.empty()) return {};
  std::string_view least = texts[0];
  std::string_view greatest = texts[0];
  uint64_t least_prefix = prefix_of(least);
  uint64_t greatest_prefix = least_prefix;
  for (const std::string_view text : texts) {
    const uint64_t prefix = prefix_of(text);
    if (prefix < least_prefix || (prefix == least_prefix && text < least)) {
      least = text;
      least_prefix = prefix;
    }
    if (prefix > greatest_prefix || (prefix == greatest_prefix && text > greatest)) {
      greatest = text;
      greatest_prefix = prefix;
    }
  }
  return {least, greatest, true, true};
}

std::string plain_of(Physical physical, int64_t number) {
  return physical == Physical::int32 ? plain(static_cast<uint32_t>(number))
                                     : plain(static_cast<uint64_t>(number));
}

Bounds bounds_of(Physical physical, const Range<int64_t>& range) {
  if (!range.has_values) return {};
  return {plain_of(physical, range.least), plain_of(physical, range.greatest)};
}

Bounds bounds_of(const Range<double>& range) {
  if (!range.has_values || !range.is_known) return {};
  const double least = range.least == 0 ? -0.0 : range.least;
  const double greatest = range.greatest == 0 ? 0.0 : range.greatest;
  return {plain(std::bit_cast<uint64_t>(least)), plain(std::bit_cast<uint64_t>(greatest))};
}

Bounds bounds_of(const Range<std::string_view>& range) {
  if (!range.has_values) return {};
  if (std::max(range.least.size(), range.greatest.size()) > kLongestBound) return {};
  return {std::string(range.least), std::string(range.greatest)};
}

Bounds bounds_of(const Range<uint32_t>& range) {
  if (!range.has_values) return {};
  return {std::string(1, static_cast<char>(range.least)),
          std::string(1, static_cast<char>(range.greatest))};
}

}  // namespace paje::parquet
