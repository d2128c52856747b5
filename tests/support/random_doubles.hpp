// Doubles at random, of every magnitude: denormal ones, the greatest, infinity, NaN.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include "paje/measured_time.hpp"

namespace paje::testing {

class Doubles {
 public:
  explicit Doubles(uint64_t seed) : random_(seed) {}

  /// Any double there is; every tenth one of those that are special.
  double any() {
    using Limits = std::numeric_limits<double>;
    static constexpr std::array kSpecial{0.0,
                                         -0.0,
                                         Limits::denorm_min(),
                                         -Limits::denorm_min(),
                                         Limits::min(),
                                         Limits::max(),
                                         Limits::lowest(),
                                         Limits::infinity(),
                                         -Limits::infinity(),
                                         Limits::quiet_NaN(),
                                         1.0,
                                         1e300,
                                         -1e300,
                                         1e308,
                                         1.7e9};
    if (random_() % 10 == 0) return kSpecial[random_() % kSpecial.size()];
    return std::bit_cast<double>(random_());
  }
  /// One that can be measured; its magnitude is any.
  double measured() {
    for (;;) {
      const double number = any();
      if (std::abs(number) <= kGreatestMeasuredTime) return number;
    }
  }
  uint64_t below(uint64_t bound) { return random_() % bound; }

 private:
  std::mt19937_64 random_;
};

}  // namespace paje::testing
