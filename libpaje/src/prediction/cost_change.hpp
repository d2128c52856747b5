// How costs change with the network: by their share of latency, or as measured by a calibration.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

#include "paje/prediction.hpp"
#include "prediction/cost_tables.hpp"
#include "prediction/ranges.hpp"

namespace paje {

/// What is known about the messages whose costs change.
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
  /// The classes must outlive it. Throws std::invalid_argument if the calibration does not cover
  /// the scenario.
  CostChange(const KnownMessages& known, const Scenario& scenario);

  /// For messages of one size.
  struct AtSize {
    double alone = 0;  ///< seconds of a message without others on its links
    Range factor{1, 1, 1};
    Range excess{1, 1, 1};  ///< factor on the time beyond `alone`
  };

  /// Whether the network changes at all.
  [[nodiscard]] bool changes() const { return as_calibrated_ || latency_ != 1 || bandwidth_ != 1; }
  /// Whether latency and bandwidth change by different factors.
  [[nodiscard]] bool is_split_needed() const { return is_split_needed_; }
  /// Whether there is a best guess, not just bounds.
  [[nodiscard]] bool has_middle() const;
  [[nodiscard]] AtSize at(double size) const;
  /// The new time of a message that took `seconds`.
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
  /// The factor of an operation whose fastest member took `seconds`.
  [[nodiscard]] Range collective(std::string_view value, double seconds, std::size_t members) const;
  /// The factor of calls that wait for nobody.
  [[nodiscard]] Range local() const;

 private:
  using Point = NetworkCalibration::Point;

  void check_split(const NetworkCalibration& from) const;
  void read_factors(const NetworkCalibration& from);
  [[nodiscard]] AtSize at_outside(const std::array<Point, 3>& line) const;
  [[nodiscard]] double mixed(double latency_share) const;
  [[nodiscard]] Range ends(double middle) const;
  [[nodiscard]] double factor_at(const SizeClass& one) const;
  [[nodiscard]] double factor_at(const Point& point) const;
  [[nodiscard]] Range excess(const Range& factor) const;
  [[nodiscard]] double as_messages(double one) const;
  [[nodiscard]] Range of_messages_within(double seconds, std::size_t members) const;

  KnownMessages known_;
  double latency_ = 1;
  double bandwidth_ = 1;  // factor on time in proportion to the size
  bool is_split_needed_ = false;
  bool as_calibrated_ = false;
  bool knows_bytes_ = true;  // whether the change of the cost per byte is known
  // Factors on time spent on bytes of other messages, and on time whose nature is unknown.
  Range bytes_{1, 1, 1};
  Range any_{1, 1, 1};
};

}  // namespace paje
