// Arithmetic of ranges, and their interpolation.
#pragma once

#include <algorithm>
#include <cmath>

#include "prediction/network_costs.hpp"

namespace paje {

inline Range ordered(double a, double middle, double b) {
  return {std::min({a, middle, b}), middle, std::max({a, middle, b})};
}
inline Range operator*(const Range& a, const Range& b) {
  return {a.low * b.low, a.middle * b.middle, a.high * b.high};
}
inline Range operator*(const Range& a, double b) { return {a.low * b, a.middle * b, a.high * b}; }
inline Range operator+(const Range& a, const Range& b) {
  return {a.low + b.low, a.middle + b.middle, a.high + b.high};
}
inline Lanes lanes(const Range& a) { return {a.low, a.middle, a.high}; }
inline Lanes operator+(const Lanes& a, const Lanes& b) {
  return {a.low + b.low, a.middle + b.middle, a.high + b.high};
}
inline Lanes operator*(const Lanes& a, double b) { return {a.low * b, a.middle * b, a.high * b}; }
inline double later(double a, double b) { return std::max(a, b); }
inline Lanes later(const Lanes& a, const Lanes& b) {
  return {std::max(a.low, b.low), std::max(a.middle, b.middle), std::max(a.high, b.high)};
}

/// Interpolates a function known at some places. Between two places, the middle is interpolated
/// over the logarithm of the place, and the bounds are the values at both.
template <class Points, class At, class Of>
Range look_up(const Points& points, double place, At&& at, Of&& of) {
  const auto next = std::lower_bound(points.begin(), points.end(), place,
                                     [&](const auto& p, double wanted) { return at(p) < wanted; });
  if (next == points.end()) return ordered(of(points.back()), of(points.back()), of(points.back()));
  const double after = of(*next);
  if (next == points.begin() || at(*next) == place) return {after, after, after};
  const auto& last = *(next - 1);
  const double before = of(last);
  constexpr double kLeast = 1e-30;
  const double low = std::log(std::max(kLeast, at(last)));
  const double high = std::log(std::max(kLeast, at(*next)));
  const double part = (std::log(std::max(kLeast, place)) - low) / (high - low);
  return ordered(before, before + part * (after - before), after);
}

}  // namespace paje
