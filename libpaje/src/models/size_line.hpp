// Fits a straight line to times by size, by least squares.
#pragma once

#include <span>

#include "paje/models/point_to_point.hpp"

namespace paje {

struct SizeLine {
  double start = 0;
  double per_byte = 0;
  [[nodiscard]] double at(double bytes) const { return start + per_byte * bytes; }
};

/// Sums that grow point by point, relative to their means, to keep precision.
class LineSums {
 public:
  void add(const SizeTime& point) {
    ++count_;
    const double dx = point.bytes - x_, dy = point.time - y_;
    x_ += dx / count_;
    y_ += dy / count_;
    xx_ += dx * (point.bytes - x_);
    xy_ += dx * (point.time - y_);
    yy_ += dy * (point.time - y_);
  }
  [[nodiscard]] SizeLine line() const {
    const double slope = xx_ > 0 ? xy_ / xx_ : 0;
    return {y_ - slope * x_, slope};
  }
  /// The sum of squared residuals.
  [[nodiscard]] double rest() const {
    const double rest = xx_ > 0 ? yy_ - xy_ * xy_ / xx_ : yy_;
    return rest > 0 ? rest : 0;
  }
  [[nodiscard]] bool has_two_sizes() const { return xx_ > 0; }

 private:
  double count_ = 0, x_ = 0, y_ = 0, xx_ = 0, xy_ = 0, yy_ = 0;
};

inline LineSums sums_of(std::span<const SizeTime> points) {
  LineSums sums;
  for (const SizeTime& point : points) sums.add(point);
  return sums;
}

}  // namespace paje
