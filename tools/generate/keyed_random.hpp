// Random numbers by key: what is drawn for (rank, iteration, purpose) does not depend on what else
// was drawn, so that two generated runs differ only where they are asked to.
#pragma once

#include <cstdint>
#include <initializer_list>

namespace paje::tools {

class KeyedRandom {
 public:
  explicit KeyedRandom(uint64_t seed) : seed_(mix(seed)) {}

  [[nodiscard]] uint64_t bits(std::initializer_list<uint64_t> key) const {
    uint64_t state = seed_;
    for (const uint64_t part : key) state = mix(state ^ mix(part + kStep));
    return state;
  }
  /// In [0, 1).
  [[nodiscard]] double real(std::initializer_list<uint64_t> key) const {
    return static_cast<double>(bits(key) >> 11U) * 0x1p-53;
  }
  /// In [0, bound).
  [[nodiscard]] uint64_t below(uint64_t bound, std::initializer_list<uint64_t> key) const {
    return bits(key) % bound;
  }

 private:
  static constexpr uint64_t kStep = 0x9E3779B97F4A7C15;
  // The finaliser of SplitMix64 (Steele, Lea and Flood, 2014).
  static uint64_t mix(uint64_t value) {
    value += kStep;
    value = (value ^ (value >> 30U)) * 0xBF58476D1CE4E5B9;
    value = (value ^ (value >> 27U)) * 0x94D049BB133111EB;
    return value ^ (value >> 31U);
  }

  uint64_t seed_;
};

}  // namespace paje::tools
