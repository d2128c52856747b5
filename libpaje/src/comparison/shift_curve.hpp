// Where the shift of a track changes: from the curve of shift to stretches of it with exact ends.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace paje {

/// A place to which both runs have come, and what time passed in on the way from the point before:
/// the value of states that are pairs, if it was of one, or idle.
struct CurvePoint {
  static constexpr uint32_t kNoValue = UINT32_MAX;
  double a = 0, b = 0;
  uint32_t value = kNoValue;

  [[nodiscard]] double shift() const { return b - a; }
  /// How far it is, seen from neither run, so that exchanging them gives the same curve mirrored.
  [[nodiscard]] double along() const { return a + b; }
};

/// Points [first, last] of a curve: the steps between them.
struct CurveStretch {
  std::size_t first = 0, last = 0;
  friend bool operator==(const CurveStretch&, const CurveStretch&) = default;
};

/// What is no difference to the eye, and what is none at all.
struct CurveTolerance {
  double difference = 0;
  double rounding = 0;
};

/// Stretches over which the shift grows or shrinks, in order; between them, what it changes is no
/// more than rounding, or is undone within the tolerance. `points` go forward, no two are at one
/// place. O(points).
std::vector<CurveStretch> stretches_of(std::span<const CurvePoint> points,
                                       const CurveTolerance& tolerance);

}  // namespace paje
