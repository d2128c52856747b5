// Finds where the shift of a track changes: from the curve of the shift to stretches with exact
// ends.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace paje {

/// A place that both runs have reached. `value` is the value of the paired states, or idle, in
/// which the time since the previous point passed.
struct CurvePoint {
  static constexpr uint32_t kNoValue = UINT32_MAX;
  double a = 0, b = 0;
  uint32_t value = kNoValue;

  [[nodiscard]] double shift() const { return b - a; }
  /// Position along the curve, symmetric in both runs, so that exchanging them mirrors the curve.
  [[nodiscard]] double along() const { return a + b; }
};

/// Points [first, last] of a curve, and the steps between them.
struct CurveStretch {
  std::size_t first = 0, last = 0;
  friend bool operator==(const CurveStretch&, const CurveStretch&) = default;
};

/// Limits of differences: below `difference` they are not significant, below `rounding` they are 0.
struct CurveTolerance {
  double difference = 0;
  double rounding = 0;
};

/// Stretches in which the shift grows or shrinks, in order. Between them it changes only by
/// rounding, or returns within the tolerance. Points must advance, without two at the same place.
/// O(points).
std::vector<CurveStretch> stretches_of(std::span<const CurvePoint> points,
                                       const CurveTolerance& tolerance);

}  // namespace paje
