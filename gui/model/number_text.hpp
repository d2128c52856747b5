// Numbers in words: the same under every locale.
#pragma once

#include <cstdint>
#include <string>

namespace paje::gui {

/// `number` with so many digits behind the point.
std::string fixed_text(double number, int digits);
/// The shortest text that reads back as `number`.
std::string exact_text(double number);
/// Some four digits, for people: 1234, 0.1234, 1.234e-09.
std::string short_text(double number);
/// 1,234,567
std::string count_text(uint64_t number);
/// A length of time with the unit that fits it: 1.234 ms.
std::string duration_text(double seconds);
/// Bytes in a decimal unit that fits: 512 B, 1.049 MB.
std::string short_bytes_text(double bytes);
/// The same with all digits: 4,096 bytes (4.096 kB).
std::string bytes_text(double bytes);
/// 12.3 %
std::string percent_text(double share);

/// A time as people type it: seconds, or a number with ns, us, ms, s, min, h or d behind it.
bool parse_time(const std::string& text, double& seconds);

}  // namespace paje::gui
