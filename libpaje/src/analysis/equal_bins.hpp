// An interval divided into equal bins.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace paje {

class EqualBins {
 public:
  /// `count` is at least 1; an empty or infinite interval has one bin.
  EqualBins(double start, double end, uint32_t count)
      : start_(start), end_(end), count_(end > start && std::isfinite(end - start) ? count : 1) {}

  [[nodiscard]] uint32_t size() const { return count_; }
  /// The start of bin i, which is the end of bin i - 1.
  [[nodiscard]] double edge(uint32_t i) const {
    if (i == 0) return start_;
    if (i == count_) return end_;
    return start_ + (end_ - start_) * (static_cast<double>(i) / static_cast<double>(count_));
  }
  /// The bin of a place in the interval: the last one that does not start after it.
  [[nodiscard]] uint32_t bin_of(double place) const {
    if (count_ == 1) return 0;
    const double guess = (place - start_) / (end_ - start_) * static_cast<double>(count_);
    auto bin = static_cast<uint32_t>(std::clamp(guess, 0.0, static_cast<double>(count_ - 1)));
    // The guess is rounded, so correct it by the edges, which are exact.
    while (bin > 0 && place < edge(bin)) --bin;
    while (bin + 1 < count_ && place >= edge(bin + 1)) ++bin;
    return bin;
  }

 private:
  double start_;
  double end_;
  uint32_t count_;
};

}  // namespace paje
