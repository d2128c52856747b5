#include "paje/models/frequencies.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace paje {

namespace {

// Tolerance for equal times, such as 6.9 s at 1.8 GHz and 9.2 s at 2.4 GHz.
constexpr double kRounding = 1e-12;

void check_positive(double number, const char* what) {
  if (!std::isfinite(number) || number <= 0) {
    throw std::invalid_argument(fmt::format("a {} must be above 0, not {}", what, number));
  }
}

}  // namespace

FrequencyLevels frequency_levels(std::vector<double> gigahertz, std::vector<double> watts,
                                 double static_watts, double dynamic_watts, double cpu_bound) {
  if (gigahertz.empty()) throw std::invalid_argument("there are no frequencies");
  if (!watts.empty() && watts.size() != gigahertz.size()) {
    throw std::invalid_argument(fmt::format("there are {} frequencies, but the power of {}",
                                            gigahertz.size(), watts.size()));
  }
  if (!(cpu_bound >= 0 && cpu_bound <= 1)) {
    throw std::invalid_argument(fmt::format(
        "the share of work that is bound by the CPU is from 0 to 1, not {}", cpu_bound));
  }
  for (const double frequency : gigahertz) check_positive(frequency, "frequency");
  const double highest = *std::max_element(gigahertz.begin(), gigahertz.end());
  if (watts.empty()) {
    for (const double frequency : gigahertz) {
      watts.push_back(static_watts + dynamic_watts * std::pow(frequency / highest, 3));
    }
  }
  for (const double power : watts) check_positive(power, "power");
  std::vector<std::size_t> order(gigahertz.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return gigahertz[a] > gigahertz[b]; });
  FrequencyLevels levels;
  levels.cpu_bound = cpu_bound;
  for (const std::size_t i : order) {
    if (!levels.gigahertz.empty() && levels.gigahertz.back() == gigahertz[i]) {
      throw std::invalid_argument(fmt::format("{} GHz occurs twice", gigahertz[i]));
    }
    levels.gigahertz.push_back(gigahertz[i]);
    levels.watts.push_back(watts[i]);
  }
  return levels;
}

Imbalance imbalance_of(std::span<const double> loads) {
  Imbalance found;
  if (loads.empty()) return found;
  const auto count = static_cast<double>(loads.size());
  found.greatest = *std::max_element(loads.begin(), loads.end());
  found.mean = std::accumulate(loads.begin(), loads.end(), 0.0) / count;
  if (found.mean > 0) found.max_over_mean = found.greatest / found.mean - 1;
  if (found.greatest > 0) found.idle_share = 1 - found.mean / found.greatest;
  return found;
}

std::vector<uint32_t> choose_levels(std::span<const std::vector<double>> loads,
                                    std::span<const uint32_t> domain,
                                    const FrequencyLevels& levels) {
  uint32_t domains = 0;
  for (const uint32_t one : domain) domains = std::max(domains, one + 1);
  const auto lowest = static_cast<uint32_t>(levels.gigahertz.size() - 1);
  std::vector<uint32_t> chosen(domains, lowest);
  for (const std::vector<double>& now : loads) {
    const double greatest = imbalance_of(now).greatest;
    for (std::size_t i = 0; i < now.size(); ++i) {
      uint32_t& level = chosen[domain[i]];
      while (level > 0 && now[i] * levels.stretch(level) > greatest * (1 + kRounding)) --level;
    }
  }
  std::vector<uint32_t> result;
  for (const uint32_t one : domain) result.push_back(chosen[one]);
  return result;
}

IterationCost cost_of(std::span<const std::vector<double>> loads, std::span<const double> rest,
                      std::span<const uint32_t> chosen, const FrequencyLevels& levels) {
  IterationCost cost;
  double watts = 0;
  for (const uint32_t level : chosen) watts += levels.watts[level];
  for (std::size_t i = 0; i < loads.size(); ++i) {
    double greatest = 0;
    for (std::size_t p = 0; p < chosen.size(); ++p) {
      greatest = std::max(greatest, loads[i][p] * levels.stretch(chosen[p]));
    }
    cost.seconds += std::max(0.0, greatest + rest[i]);
  }
  cost.joules = watts * cost.seconds;
  return cost;
}

}  // namespace paje
