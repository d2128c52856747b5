// Random numbers from a seed, equal on all platforms: distributions of the standard library differ
// between implementations.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numbers>
#include <random>

#include "paje/simulation/system.hpp"

namespace paje::simulation {

class Dice {
 public:
  explicit Dice(uint64_t seed) : bits_(seed) {}

  double draw(const Distribution& from, double least, double most) {
    return std::clamp(free_draw(from), least, most);
  }

 private:
  double uniform() { return static_cast<double>(bits_() >> 11U) * 0x1p-53; }
  double normal() {
    const double radius = std::sqrt(-2 * std::log(1 - uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }
  double free_draw(const Distribution& from) {
    switch (from.shape) {
      case Distribution::Shape::fixed:
        return from.first;
      case Distribution::Shape::uniform:
        return from.first + (from.second - from.first) * uniform();
      case Distribution::Shape::normal:
        return from.first + from.second * normal();
      default:
        return from.first * std::exp(from.second * normal());
    }
  }

  std::mt19937_64 bits_;
};

}  // namespace paje::simulation
