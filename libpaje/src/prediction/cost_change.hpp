// How costs change with the network, by the part of them that is latency or as a calibration saw
// it.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

#include "paje/prediction.hpp"
#include "prediction/cost_tables.hpp"
#include "prediction/ranges.hpp"

namespace paje {

/// What is known of the messages that change.
struct KnownMessages {
  const std::vector<SizeClass>& classes;
  bool has_sizes = false;
  const NetworkCalibration* calibration = nullptr;

  [[nodiscard]] bool has_calibrated_messages() const {
    return calibration != nullptr && !calibration->messages.empty();
  }
};
inline KnownMessages known_messages(const NetworkFacts& facts) {
  return {facts.classes, facts.sizes.is_known(), facts.calibration};
}

class CostChange {
 public:
  /// The classes must outlive it. Throws std::invalid_argument if their calibration cannot say what
  /// the scenario asks.
  CostChange(const KnownMessages& known, const Scenario& scenario);

  /// Of messages of one size.
  struct AtSize {
    double alone = 0;  ///< what it takes without others
    Range factor{1, 1, 1};
    Range excess{1, 1, 1};  ///< factor of what it takes longer
  };

  /// Whether anything does.
  [[nodiscard]] bool changes() const { return as_calibrated_ || latency_ != 1 || bandwidth_ != 1; }
  /// Whether latency and bandwidth change by different factors.
  [[nodiscard]] bool is_split_needed() const { return is_split_needed_; }
  /// Whether there is more than the two ends.
  [[nodiscard]] bool has_middle() const;
  [[nodiscard]] AtSize at(double size) const;
  /// What a message takes then that takes `seconds` now.
  [[nodiscard]] Range message(const AtSize& at, const Range& seconds) const {
    if (!as_calibrated_ && !is_split_needed_) return seconds * latency_;
    const Range base = ordered(std::min(seconds.low, at.alone), std::min(seconds.middle, at.alone),
                               std::min(seconds.high, at.alone));
    const Range more{seconds.low - base.low, seconds.middle - base.middle,
                     seconds.high - base.high};
    return base * at.factor + more * at.excess;
  }
  [[nodiscard]] Range message(double size, const Range& seconds) const {
    return message(at(size), seconds);
  }
  /// By what an operation is multiplied whose quickest member takes `seconds`.
  [[nodiscard]] Range collective(std::string_view value, double seconds) const;
  /// By what calls are multiplied that wait for nobody.
  [[nodiscard]] Range local() const;

 private:
  using Point = NetworkCalibration::Point;

  void check_split(const NetworkCalibration& from) const;
  [[nodiscard]] AtSize at_outside(const std::array<Point, 3>& line) const;
  [[nodiscard]] double mixed(double latency_share) const;
  [[nodiscard]] Range ends(double middle) const;
  [[nodiscard]] double factor_at(const SizeClass& one) const;
  [[nodiscard]] double factor_at(const Point& point) const;
  [[nodiscard]] Range excess(const Range& factor) const;
  [[nodiscard]] double as_messages(double one) const;

  KnownMessages known_;
  double latency_ = 1;
  double bandwidth_ = 1;  // factor of the time that grows with the size
  bool is_split_needed_ = false;
  bool as_calibrated_ = false;
  bool knows_bandwidth_ = true;
};

}  // namespace paje
