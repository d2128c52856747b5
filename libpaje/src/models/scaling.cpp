#include "paje/models/scaling.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>

namespace paje {

namespace {

void need_points(std::span<const ScalingPoint> points) {
  if (points.empty()) throw std::invalid_argument("scaling needs at least one run");
}

template <class Measure>
std::size_t least_by(std::span<const ScalingPoint> points, const Measure& measure) {
  need_points(points);
  const auto least =
      std::min_element(points.begin(), points.end(), [&](const auto& a, const auto& b) {
        const double of_a = measure(a), of_b = measure(b);
        return of_a != of_b ? of_a < of_b : a.cores < b.cores;
      });
  return static_cast<std::size_t>(least - points.begin());
}

// Relative, for numbers that are products and differences of others.
constexpr double kRounding = 1e-9;

}  // namespace

double cost(double machines, double time, const Price& price) {
  const double paid =
      price.period > 0 ? std::ceil(time / price.period * (1 - kRounding)) * price.period : time;
  return price.per_hour * (machines + price.extra_machines) * paid / 3600;
}

double cost(std::span<const MachineShare> shares, const Price& price) {
  std::map<double, double> times;  // by number of machines
  double all = 0;
  for (const MachineShare& share : shares) {
    times[share.machines] += share.time;
    all += share.time;
  }
  Price one = price;
  one.extra_machines = 0;
  double sum = cost(price.extra_machines, all, one), before = 0, left = all;
  for (const auto& [machines, time] : times) {
    sum += cost(machines - before, left, one);
    before = machines;
    left -= time;
  }
  return sum;
}

std::size_t find_knee(std::span<const ScalingPoint> points, double share) {
  need_points(points);
  if (!(share >= 0 && share <= 1)) throw std::invalid_argument("a knee needs a share from 0 to 1");
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double before = points[i - 1].time;
    if (before - points[i].time < share * before * (1 - kRounding)) return i - 1;
  }
  return points.size() - 1;
}

std::vector<std::size_t> pareto_front(std::span<const ScalingPoint> points) {
  std::vector<std::size_t> order(points.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return points[a].cores != points[b].cores ? points[a].cores < points[b].cores
                                              : points[a].time < points[b].time;
  });
  std::vector<std::size_t> front;
  double least = std::numeric_limits<double>::infinity();
  for (const std::size_t i : order) {
    if (!(points[i].time < least)) continue;
    least = points[i].time;
    front.push_back(i);
  }
  return front;
}

std::size_t least_time(std::span<const ScalingPoint> points) {
  return least_by(points, [](const ScalingPoint& point) { return point.time; });
}

std::size_t least_core_hours(std::span<const ScalingPoint> points) {
  return least_by(points, [](const ScalingPoint& point) { return point.cores * point.time; });
}

AmdahlFit fit_amdahl(std::span<const ScalingPoint> points) {
  // Minimises errors of (a + b/n) / T = 1 by normal equations for two unknowns.
  double aa = 0, ab = 0, bb = 0, a1 = 0, b1 = 0;
  bool differ = false;
  for (const ScalingPoint& point : points) {
    if (!(point.cores > 0) || !(point.time > 0) || !std::isfinite(point.time)) {
      throw std::invalid_argument("Amdahl's law needs cores and times greater than 0");
    }
    differ = differ || point.cores != points.front().cores;
    const double a = 1 / point.time, b = a / point.cores;
    aa += a * a, ab += a * b, bb += b * b, a1 += a, b1 += b;
  }
  if (!differ) throw std::invalid_argument("Amdahl's law needs two numbers of cores");
  const double determinant = aa * bb - ab * ab;
  double a = (a1 * bb - b1 * ab) / determinant;
  double b = (b1 * aa - a1 * ab) / determinant;
  AmdahlFit fit;
  // At a bound, only the other unknown is fitted. Exactly proportional times get there by rounding.
  constexpr double kRounding = 1e-9;
  if (a < 0) fit.is_at_bound = a < -kRounding * b, a = 0, b = b1 / bb;
  if (b < 0) fit.is_at_bound = b < -kRounding * a, b = 0, a = a1 / aa;
  fit.time = a + b;
  fit.serial = a / fit.time;
  if (!std::isfinite(fit.time) || !std::isfinite(fit.serial)) {
    throw std::invalid_argument("the times are too long or too short for Amdahl's law");
  }
  return fit;
}

ElasticResult judge_elastic(const ElasticRun& run) {
  double time = 0, machines = 0;
  bool is_valid = run.started_with > 0 && run.least > 0 && run.fixed_time > 0;
  for (const auto& share : run.shares) {
    is_valid = is_valid && share.machines >= 0 && share.time >= 0;
    time += share.time;
    machines += share.machines * share.time;
  }
  if (!is_valid || !(time > 0) || !(machines > 0)) {
    throw std::invalid_argument(
        "an elastic run needs machines and times greater than 0, its own and those of the run with "
        "the least machines");
  }
  ElasticResult result;
  result.resource = machines / time;
  result.speed_up = run.fixed_time / time;
  result.efficiency = result.speed_up * run.started_with / result.resource;
  result.consistent_efficiency = result.speed_up * run.least / result.resource;
  return result;
}

}  // namespace paje
