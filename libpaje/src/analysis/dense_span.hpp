// The part of a run in which most of some cost arose.
#pragma once

#include <utility>

namespace paje {

// Costs must be added in order of time, without overlap.
class DenseSpan {
 public:
  void add(double start, double end, double cost, double all, double length) {
    search_densest(start, end, cost / all, length);
    if (sum_ <= kMargin * all) first_ = start;
    sum_ += cost;
    if (!is_past_) last_ = end;
    is_past_ = sum_ >= (1 - kMargin) * all;
  }

  /// The interval whose share of the cost exceeds its share of the run by most. If no interval
  /// clearly does, the cost is spread over the run: then the interval that excludes 2.5 % of it at
  /// either end.
  [[nodiscard]] std::pair<double, double> find() const {
    return best_ < kClearly ? std::pair(first_, last_) : densest_;
  }

 private:
  static constexpr double kClearly = 0.2;
  static constexpr double kMargin = 0.025;

  // Kadane's algorithm: each interval gains its share of the cost, and loses its share of the run.
  void search_densest(double start, double end, double part, double length) {
    if (!is_begun_) end_ = start;
    is_begun_ = true;
    current_ -= (start - end_) / length;
    if (current_ <= 0) {
      current_ = 0;
      begin_ = start;
    }
    current_ += part - (end - start) / length;
    end_ = end;
    if (current_ > best_) {
      best_ = current_;
      densest_ = {begin_, end};
    }
  }

  bool is_begun_ = false;
  double current_ = 0, begin_ = 0, end_ = 0;
  double best_ = 0;
  std::pair<double, double> densest_;
  double sum_ = 0, first_ = 0, last_ = 0;
  bool is_past_ = false;
};

}  // namespace paje
