// Numbers in words: the same under every locale.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "paje/time_unit.hpp"

namespace paje::gui {

/// `number` with that many digits after the point.
std::string fixed_text(double number, int digits);
/// The shortest text that reads back as `number`.
std::string exact_text(double number);
/// Some four digits, for people: 1234, 0.1234, 1.234e-09.
std::string short_text(double number);
/// 1,234,567
std::string count_text(uint64_t number);
/// A length of time, counted in `unit`, with the unit that fits it: 1.234 ms.
std::string duration_text(double length, TimeUnit unit = TimeUnit::seconds);
/// One unit for many lengths of time, that of the greatest, and as many digits as it can use.
struct LengthScale {
  double seconds = 1;  ///< of the unit
  std::string_view name = "s";
  int digits = 0;
  /// Without the unit.
  [[nodiscard]] std::string text(double length, TimeUnit unit) const;
};
LengthScale length_scale(double greatest, TimeUnit unit);
/// A time as it is in the trace, and its unit: 0.0012345 s.
std::string time_text(double time, TimeUnit unit);
/// Bytes in a decimal unit that fits: 512 B, 1.049 MB.
std::string short_bytes_text(double bytes);
/// The same with all digits: 4,096 bytes (4.096 kB).
std::string bytes_text(double bytes);
/// 12.3 %
std::string percent_text(double share);

/// A time as people type it: a number that counts in `unit`, or one with ns, us, ms, s, min, h or d
/// after it; and as rulers and tooltips have it: `8:30 min`, `2 d 03:04 h`, `1:02:03 h`,
/// `1700000005.2 s +1.25 us`. `time` counts in `unit`.
bool parse_time(const std::string& text, double& time, TimeUnit unit = TimeUnit::seconds);
/// Whether a time that can be parsed has a unit of its own.
bool has_unit(const std::string& text);

}  // namespace paje::gui
