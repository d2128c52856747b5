// Least and greatest values of pages and chunks, as Parquet spells them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace paje::parquet {

/// Parquet's numbers for them.
enum class Physical : uint8_t { boolean = 0, int32 = 1, int64 = 2, real = 5, bytes = 6 };

/// Uncompressed; nothing where a reader must not rely on them.
struct Bounds {
  std::optional<std::string> least;
  std::optional<std::string> greatest;
};

/// Collects values; a range can be added to another.
template <class Value>
struct Range {
  Value least{};
  Value greatest{};
  bool has_values = false;
  bool is_known = true;  ///< false with a NaN among them

  void add(const Range& other) {
    is_known = is_known && other.is_known;
    if (!other.has_values) return;
    least = has_values && !(other.least < least) ? least : other.least;
    greatest = has_values && !(greatest < other.greatest) ? greatest : other.greatest;
    has_values = true;
  }
};

Range<int64_t> range_of(std::span<const int64_t> numbers);
Range<double> range_of(std::span<const double> numbers);
Range<std::string_view> range_of(std::span<const std::string_view> texts);
Range<uint32_t> range_of(std::span<const uint32_t> truths);

/// Little-endian bytes of a number of that kind.
std::string plain_of(Physical physical, int64_t number);

Bounds bounds_of(Physical physical, const Range<int64_t>& range);
/// None with a NaN among them; zeros have both signs, as the format asks.
Bounds bounds_of(const Range<double>& range);
/// None where words are long.
Bounds bounds_of(const Range<std::string_view>& range);
/// Of truths.
Bounds bounds_of(const Range<uint32_t>& range);

}  // namespace paje::parquet
