// Times of a trace as ticks of an OTF2 clock.
#pragma once

#include <cstdint>

#include "paje/trace.hpp"

namespace paje::exchange {

class Otf2Ticks {
 public:
  /// As many ticks a second as the decimals of all times need; a billion where they are none.
  explicit Otf2Ticks(const Trace& trace);

  [[nodiscard]] uint64_t resolution() const { return resolution_; }
  /// The tick of time 0: that of the first time, if it is before, is 0.
  [[nodiscard]] uint64_t zero() const { return zero_; }
  /// The first time of any object; 0 if all are after.
  [[nodiscard]] double first() const { return first_; }
  [[nodiscard]] uint64_t of(double time) const;
  [[nodiscard]] bool is_exact() const { return is_exact_; }

 private:
  uint64_t resolution_ = 1;
  uint64_t zero_ = 0;
  double first_ = 0;
  bool is_exact_ = true;
};

}  // namespace paje::exchange
