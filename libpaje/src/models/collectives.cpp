#include "paje/models/collectives.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "models/binomial_tree.hpp"

namespace paje {

namespace {

// max or sum over i of (C_i + t_i M + M / beta_ri)
double others(const LmoModel& model, uint32_t root, double bytes, bool one_after_another) {
  double longest = 0, sum = 0;
  for (uint32_t i = 0; i < model.size(); ++i) {
    if (i == root) continue;
    const double time = model.startup[i] + bytes * (model.per_byte[i] + model.link(root, i));
    longest = std::max(longest, time);
    sum += time;
  }
  return one_after_another ? sum : longest;
}

// N (C_r + t_r M) + max or sum
double linear(const LmoModel& model, uint32_t root, double bytes, bool one_after_another) {
  return (model.size() - 1) * (model.startup[root] + model.per_byte[root] * bytes) +
         others(model, root, bytes, one_after_another);
}

std::optional<double> at_once(const LmoModel& model, const CollectiveThresholds& thresholds,
                              const CollectivePlan& plan, double bytes) {
  if (plan.algorithm == RootedAlgorithm::binomial) {
    return plan.kind == CollectiveKind::scatter ? binomial_scatter(model, plan.root, bytes)
                                                : binomial_gather(model, plan.root, bytes);
  }
  if (plan.kind == CollectiveKind::scatter) {
    return linear(model, plan.root, bytes, bytes > thresholds.scatter_leap);
  }
  if (bytes <= thresholds.gather_small) {
    return linear(model, plan.root, bytes, false) + thresholds.small_slope * bytes;
  }
  if (bytes < thresholds.gather_large) return std::nullopt;
  return linear(model, plan.root, bytes, true) + thresholds.large_slope * bytes;
}

// Powers of two and thresholds that are below `bytes`.
std::vector<double> segments_below(const CollectiveThresholds& thresholds, CollectiveKind kind,
                                   double bytes) {
  std::vector<double> sizes;
  for (int power = 10; std::ldexp(1.0, power) < bytes; ++power) {
    sizes.push_back(std::ldexp(1.0, power));
  }
  const double last =
      kind == CollectiveKind::scatter ? thresholds.scatter_leap : thresholds.gather_small;
  if (last >= 1 && last < bytes) sizes.push_back(last);
  // Descending, so that of equal times the one with fewer calls wins.
  std::sort(sizes.rbegin(), sizes.rend());
  return sizes;
}

}  // namespace

std::optional<double> predict_collective(const LmoModel& model,
                                         const CollectiveThresholds& thresholds,
                                         const CollectivePlan& plan) {
  if (plan.root >= model.size()) throw std::invalid_argument("the model has no such root");
  if (!(plan.segment > 0) || plan.segment >= plan.bytes) {
    return at_once(model, thresholds, plan, plan.bytes);
  }
  const double calls = std::floor(plan.bytes / plan.segment);
  if (!(calls < 1e9)) throw std::invalid_argument("a segment has too few bytes");
  const double rest = plan.bytes - calls * plan.segment;
  const auto one = at_once(model, thresholds, plan, plan.segment);
  const auto last = rest > 0 ? at_once(model, thresholds, plan, rest) : std::optional<double>(0);
  if (!one || !last) return std::nullopt;
  return calls * *one + *last;
}

CollectivePlan recommend_collective(const LmoModel& model, const CollectiveThresholds& thresholds,
                                    CollectiveKind kind, double bytes,
                                    std::optional<uint32_t> root) {
  CollectivePlan best{.kind = kind, .root = root.value_or(0), .bytes = bytes};
  std::optional<double> least = predict_collective(model, thresholds, best);
  const auto try_one = [&](const CollectivePlan& plan) {
    const std::optional<double> time = predict_collective(model, thresholds, plan);
    // Only if it is better by more than rounding.
    if (!time || (least && *time >= *least * (1 - 1e-12))) return;
    least = time;
    best = plan;
  };
  const std::vector<double> segments = segments_below(thresholds, kind, bytes);
  const uint32_t last = root ? *root + 1 : model.size();
  for (uint32_t at = root.value_or(0); at < last; ++at) {
    try_one({kind, RootedAlgorithm::linear, at, bytes, 0});
    for (const double segment : segments) {
      try_one({kind, RootedAlgorithm::linear, at, bytes, segment});
    }
    try_one({kind, RootedAlgorithm::binomial, at, bytes, 0});
  }
  return best;
}

}  // namespace paje
