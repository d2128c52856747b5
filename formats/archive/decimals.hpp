// Doubles as integers: most are decimal fractions, such as times in text, and so a whole number of
// ticks of 10^-k. Others are kept bit by bit.
#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "formats/archive/bytes.hpp"

namespace paje::archive {

/// The bits of a double as an integer of the same order as the numbers (-0 before 0).
[[nodiscard]] inline uint64_t ordered_bits(double number) {
  constexpr uint64_t kAllButSign = ~uint64_t{0} >> 1U;
  const auto bits = std::bit_cast<uint64_t>(number);
  return bits >> 63U != 0 ? bits ^ kAllButSign : bits;
}
[[nodiscard]] inline double from_ordered_bits(uint64_t bits) {
  return std::bit_cast<double>(ordered_bits(std::bit_cast<double>(bits)));
}

/// A way to write doubles as integers, and those that it does not fit.
class DecimalScale {
 public:
  static constexpr int kMostDigits = 15;
  static constexpr int kBits = -1;  ///< digits() of a scale that takes ordered bits instead

  /// The scale with the fewest digits after the point that fits nearly all of the numbers.
  static DecimalScale fitting(std::span<const double> numbers);

  [[nodiscard]] int digits() const { return digits_; }
  [[nodiscard]] bool has_exceptions() const { return !exceptions_.empty(); }

  /// The numbers as integers; of an exception the one before it. To be called for the numbers that
  /// the scale was made for, all at once.
  void to_integers(std::span<const double> numbers, std::span<uint64_t> integers) const;
  /// The numbers from `first` on of those that the scale was made for.
  void to_doubles(std::span<const uint64_t> integers, std::size_t first,
                  std::span<double> numbers) const;

  void write(std::string& out) const;
  /// The scale of `count` numbers.
  static DecimalScale read(ByteReader& from, uint64_t count);

 private:
  struct Exception {
    uint64_t position;
    double number;
  };

  int digits_ = kBits;
  std::vector<Exception> exceptions_;  // by position
};

}  // namespace paje::archive
