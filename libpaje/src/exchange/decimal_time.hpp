// Times as other formats spell them, without rounding until they become Pajé's seconds: sums of
// exact numbers round alike, so what nested still nests.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace paje::exchange {

/// A number of femtoseconds.
class DecimalTime {
 public:
  /// A JSON number or decimal word that counts units of 10^exponent seconds; digits below a
  /// femtosecond are dropped. Nothing if it is not a number, or above 10^20 seconds.
  static std::optional<DecimalTime> parse(std::string_view text, int exponent);
  static DecimalTime of_nanoseconds(int64_t count);
  /// Of ticks, `in_second` to the second; digits below a nanosecond are dropped.
  static DecimalTime of_ticks(uint64_t count, uint64_t in_second);

  /// The nearest double. Monotonic.
  [[nodiscard]] double seconds() const { return in_units(0); }
  /// The same in units of 10^exponent seconds; from -9 to 0.
  [[nodiscard]] double in_units(int exponent) const;

  /// Seconds with nine digits after the point; more are dropped.
  [[nodiscard]] std::string text() const;

  friend DecimalTime operator+(DecimalTime a, DecimalTime b) {
    return DecimalTime(a.ticks_ + b.ticks_);
  }
  friend DecimalTime operator-(DecimalTime a, DecimalTime b) {
    return DecimalTime(a.ticks_ - b.ticks_);
  }
  [[nodiscard]] bool is_negative() const { return ticks_ < 0; }
  [[nodiscard]] bool is_zero() const { return ticks_ == 0; }

 private:
  __extension__ using Ticks = __int128;
  explicit DecimalTime(Ticks ticks) : ticks_(ticks) {}
  static std::optional<DecimalTime> parse_plain(std::string_view text, int exponent);

  Ticks ticks_ = 0;
};

/// The double nearest to a number that counts units of 10^exponent seconds, with all its digits;
/// nothing if it is not a number.
std::optional<double> nearest_seconds(std::string_view text, int exponent);

}  // namespace paje::exchange
