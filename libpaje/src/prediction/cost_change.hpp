// How costs change with the network, by the part of them that is latency or as a calibration saw
// it.
#pragma once

#include <string_view>

#include "paje/prediction.hpp"
#include "prediction/cost_tables.hpp"

namespace paje {

class CostChange {
 public:
  /// The facts must outlive it. Throws std::invalid_argument if their calibration cannot say what
  /// the scenario asks.
  CostChange(const NetworkFacts& facts, const Scenario& scenario);

  /// Whether latency and bandwidth change by different factors.
  [[nodiscard]] bool is_split_needed() const;
  /// Whether there is more than the two ends.
  [[nodiscard]] bool has_middle() const;
  /// What a message takes then that takes `seconds` now.
  [[nodiscard]] Range message(double size, const Range& seconds) const;
  /// By what an operation is multiplied whose quickest member takes `seconds`.
  [[nodiscard]] Range collective(std::string_view value, double seconds) const;
  /// By what calls are multiplied that wait for nobody.
  [[nodiscard]] Range local() const;

 private:
  using Point = NetworkCalibration::Point;

  void check_split(const NetworkCalibration& from) const;
  [[nodiscard]] double mixed(double latency_share) const;
  [[nodiscard]] Range ends(double middle) const;
  [[nodiscard]] double factor_at(const SizeClass& one) const;
  [[nodiscard]] double factor_at(const Point& point) const;
  [[nodiscard]] Range excess(const Range& factor) const;
  [[nodiscard]] double as_messages(double one) const;

  const NetworkFacts& facts_;
  double latency_ = 1;
  double bandwidth_ = 1;  // factor of the time that grows with the size
  bool as_calibrated_ = false;
  bool knows_bandwidth_ = true;
};

}  // namespace paje
