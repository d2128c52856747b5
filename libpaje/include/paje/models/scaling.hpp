// How a program's time depends on the number of its cores: repetitions, speed-up, cost, where more
// cores stop being worth it, and which configurations no other one beats.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "paje/export.hpp"

namespace paje {

/// Some measurements of one thing.
struct Repetitions {
  uint64_t count = 0;
  double mean = 0;
  double deviation = 0;  ///< the sample's, by n - 1; 0 of one
  double low = 0;        ///< the interval that holds the mean with 95 %, by Student's t
  double high = 0;       ///< NaN of one, as `low`
};
/// Throws std::invalid_argument if a measurement is not from -1e150 to 1e150.
PAJE_EXPORT Repetitions repetitions(std::span<const double> measured);

/// The number that Student's t is below with a probability from 0.5 to 1 (exclusive); degrees are
/// 1 at least. Exact to 1e-10.
PAJE_EXPORT double student_quantile(double probability, double degrees);
/// The probability that |T| is at least |t|; degrees are above 0.
PAJE_EXPORT double student_two_sided(double t, double degrees);

/// T(first) / T(n).
inline double speed_up(double first_time, double time) { return first_time / time; }
/// Speed-up for each of `cores` / `first_cores`.
inline double scaling_efficiency(double first_cores, double first_time, double cores, double time) {
  return first_time * first_cores / (time * cores);
}

struct Price {
  double per_hour = 0;        ///< for a machine, or for a core
  double period = 0;          ///< seconds that are paid as a whole; 0: exactly what is used
  double extra_machines = 0;  ///< machines that are paid besides those that compute
};
/// Of `machines` (or cores) for `time` seconds.
PAJE_EXPORT double cost(double machines, double time, const Price& price);

/// How long a run had exactly that many machines, in seconds.
struct MachineShare {
  double machines = 0;
  double time = 0;
};
/// Of a run whose machines come and go: each is paid while it is there, those that come last going
/// first; `extra_machines` all the time.
PAJE_EXPORT double cost(std::span<const MachineShare> shares, const Price& price);

struct ScalingPoint {
  double cores = 0;
  double time = 0;  ///< seconds
};

/// Where the knee is in points of ascending cores: the last one before the first step that makes
/// the time shorter by less than this share of it; the last of all if none does. Carreño et al.,
/// "Performance Analysis of a Numerical Weather Prediction Application in Microsoft Azure". Throws
/// std::invalid_argument without points, and for a share that is not from 0 to 1.
PAJE_EXPORT std::size_t find_knee(std::span<const ScalingPoint> points, double share);

/// Those that no other one beats: of ascending cores, each takes less time than all before. Of
/// equal ones the first counts.
PAJE_EXPORT std::vector<std::size_t> pareto_front(std::span<const ScalingPoint> points);
/// The least time; of equal ones the fewest cores. Throws std::invalid_argument without points.
PAJE_EXPORT std::size_t least_time(std::span<const ScalingPoint> points);
/// The least cores x time; of equal ones the fewest cores.
PAJE_EXPORT std::size_t least_core_hours(std::span<const ScalingPoint> points);
inline double core_hours(const ScalingPoint& point) { return point.cores * point.time / 3600; }

/// T(n) = T(1) (serial + (1 - serial) / n).
struct AmdahlFit {
  double time = 0;           ///< T(1)
  double serial = 0;         ///< share of it that more cores do not make shorter, from 0 to 1
  bool is_at_bound = false;  ///< the best fit would have a share below 0 or above 1
  [[nodiscard]] double at(double cores) const { return time * (serial + (1 - serial) / cores); }
};
/// The least sum of squares of relative errors. Throws std::invalid_argument unless there are
/// points with two different numbers of cores, all greater than 0.
PAJE_EXPORT AmdahlFit fit_amdahl(std::span<const ScalingPoint> points);

/// A run whose machines come and go. After Rodrigues et al., "Analyzing Performance and Efficiency
/// of HPC Applications in the Cloud".
struct ElasticRun {
  std::vector<MachineShare> shares;
  double started_with = 0;  ///< n
  double least = 0;         ///< l: the lower bound of machines
  double fixed_time = 0;    ///< of the run that has `least` machines all along
};
struct ElasticResult {
  double resource = 0;    ///< mean number of machines over the time
  double speed_up = 0;    ///< ES
  double efficiency = 0;  ///< EE = ES n / resource; above 1 for a run that is not elastic if n > l
  double consistent_efficiency = 0;  ///< EE' = ES l / resource
};
/// Throws std::invalid_argument if a number is not greater than 0.
PAJE_EXPORT ElasticResult judge_elastic(const ElasticRun& run);

}  // namespace paje
