// How a program's time depends on its number of cores: repetitions, speed-up, cost, the knee after
// which more cores hardly help, and the Pareto front of configurations.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// Repeated measurements of the same quantity.
struct Repetitions {
  uint64_t count = 0;
  double mean = 0;
  double deviation = 0;  ///< sample standard deviation (n - 1); 0 for a single one
  double low = 0;        ///< the 95 % confidence interval of the mean, by Student's t
  double high = 0;       ///< NaN for a single one, as `low`
};
/// Throws std::invalid_argument if a measurement is outside -1e150 to 1e150.
PAJE_EXPORT Repetitions repetitions(std::span<const double> measured);

/// Quantile of Student's t for a probability from 0.5 to 1 (exclusive); `degrees` is at least 1.
/// Exact to 1e-10.
PAJE_EXPORT double student_quantile(double probability, double degrees);
/// The probability that |T| is at least |t|; `degrees` is above 0.
PAJE_EXPORT double student_two_sided(double t, double degrees);

/// T(first) / T(n).
inline double speed_up(double first_time, double time) { return first_time / time; }
/// Speed-up divided by `cores` / `first_cores`.
inline double scaling_efficiency(double first_cores, double first_time, double cores, double time) {
  return first_time * first_cores / (time * cores);
}

struct Price {
  double per_hour = 0;        ///< per machine, or per core
  double period = 0;          ///< billing period in seconds, rounded up; 0: exact time
  double extra_machines = 0;  ///< machines that are paid but do not compute
};
/// The price of `machines` (or cores) for `time` seconds.
PAJE_EXPORT double cost(double machines, double time, const Price& price);

/// The seconds in which a run had exactly this number of machines.
struct MachineShare {
  double machines = 0;
  double time = 0;
};
/// The price of an elastic run. Each machine is paid while it is there, and the last to come is the
/// first to go; `extra_machines` are paid all the time.
PAJE_EXPORT double cost(std::span<const MachineShare> shares, const Price& price);

struct ScalingPoint {
  double cores = 0;
  double time = 0;  ///< seconds
};

/// The index of the knee, for points of ascending cores: the last point before the first step that
/// reduces the time by less than this share; the last point if no step does. Carreño et al.,
/// "Performance Analysis of a Numerical Weather Prediction Application in Microsoft Azure". Throws
/// std::invalid_argument without points, or for a share outside 0 to 1.
PAJE_EXPORT std::size_t find_knee(std::span<const ScalingPoint> points, double share);

/// The points that no other point beats: in order of cores, each has a shorter time than all before
/// it. Of equal points the first counts.
PAJE_EXPORT std::vector<std::size_t> pareto_front(std::span<const ScalingPoint> points);
/// The point with the least time; on a tie, the fewest cores. Throws std::invalid_argument without
/// points.
PAJE_EXPORT std::size_t least_time(std::span<const ScalingPoint> points);
/// The point with the least cores x time; on a tie, the fewest cores.
PAJE_EXPORT std::size_t least_core_hours(std::span<const ScalingPoint> points);
inline double core_hours(const ScalingPoint& point) { return point.cores * point.time / 3600; }

/// T(n) = T(1) (serial + (1 - serial) / n).
struct AmdahlFit {
  double time = 0;           ///< T(1)
  double serial = 0;         ///< share of T(1) that does not scale, from 0 to 1
  bool is_at_bound = false;  ///< the unconstrained fit has a share below 0 or above 1
  [[nodiscard]] double at(double cores) const { return time * (serial + (1 - serial) / cores); }
};
/// Minimises the sum of squares of relative errors. Throws std::invalid_argument unless points have
/// at least two different numbers of cores, all above 0.
PAJE_EXPORT AmdahlFit fit_amdahl(std::span<const ScalingPoint> points);

/// A run whose number of machines changes. After Rodrigues et al., "Analyzing Performance and
/// Efficiency of HPC Applications in the Cloud".
struct ElasticRun {
  std::vector<MachineShare> shares;
  double started_with = 0;  ///< n
  double least = 0;         ///< l: the lower bound of machines
  double fixed_time = 0;    ///< of a run with `least` machines throughout
};
struct ElasticResult {
  double resource = 0;    ///< mean number of machines over time
  double speed_up = 0;    ///< ES
  double efficiency = 0;  ///< EE = ES n / resource; exceeds 1 even for a fixed run if n > l
  double consistent_efficiency = 0;  ///< EE' = ES l / resource
};
/// Throws std::invalid_argument if a number is not greater than 0.
PAJE_EXPORT ElasticResult judge_elastic(const ElasticRun& run);

}  // namespace paje
