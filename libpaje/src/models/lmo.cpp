// The paper does not number its equations. E0, E1 and E2 are its empty round trip, its round trip,
// and its one-to-two experiment.
#include "paje/models/lmo.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "models/lmo_experiments.hpp"

namespace paje {

namespace {

// Replaces a negative value by 0, and adds its name to `clipped`.
double not_negative(double value, std::string name, std::vector<std::string>& clipped) {
  if (value >= 0) return value;
  clipped.push_back(std::move(name));
  return 0;
}

// C_i = mean over j < k of (T_ij(0) + T_ik(0) - T_jk(0)) / 4
double estimate_startup(const LmoExperiments& of, uint32_t i) {
  MeanTime startup;
  for (uint32_t j = 0; j < of.processes(); ++j) {
    for (uint32_t k = j + 1; k < of.processes(); ++k) {
      if (i == j || i == k) continue;
      startup.add((of.empty(i, j) + of.empty(i, k) - of.empty(j, k)) / 4);
    }
  }
  return startup.mean();
}

// t_i = mean over j < k of (T_i;jk(M) - max(T_ij(M), T_ik(M)) - 2 C_i) / M
std::vector<double> estimate_per_byte(const LmoExperiments& of,
                                      const std::vector<double>& startup) {
  std::vector<MeanTime> found(of.processes());
  for (const auto& [triple, time] : of.one_to_twos()) {
    const auto& [i, j, k, bytes] = triple;
    const MeanTime *const to_j = of.full(i, j, bytes), *const to_k = of.full(i, k, bytes);
    if (to_j == nullptr || to_k == nullptr) continue;
    const double longer = std::max(to_j->mean(), to_k->mean());
    found[i].add((time.mean() - longer - 2 * startup[i]) / bytes);
  }
  std::vector<double> per_byte;
  for (const MeanTime& one : found) per_byte.push_back(one.mean());
  return per_byte;
}

// 1 / beta_ij = (T_ij(M) - 2 C_i - 2 C_j) / M - t_i - t_j
double estimate_link(const LmoExperiments& of, const LmoModel& model, uint32_t i, uint32_t j) {
  MeanTime link;
  for (const auto& [bytes, time] : of.full(i, j)) {
    link.add((time.mean() - 2 * model.startup[i] - 2 * model.startup[j]) / bytes -
             model.per_byte[i] - model.per_byte[j]);
  }
  return link.mean();
}

LmoFit fit_average(const LmoExperiments& of) {
  LmoFit fit;
  LmoModel& model = fit.model;
  const uint32_t n = of.processes();
  for (uint32_t i = 0; i < n; ++i) {
    model.startup.push_back(
        not_negative(estimate_startup(of, i), fmt::format("C {}", i), fit.clipped));
  }
  model.per_byte = estimate_per_byte(of, model.startup);
  for (uint32_t i = 0; i < n; ++i) {
    model.per_byte[i] = not_negative(model.per_byte[i], fmt::format("t {}", i), fit.clipped);
  }
  model.links.assign(std::size_t{n} * n, 0);
  for (uint32_t i = 0; i < n; ++i) {
    for (uint32_t j = i + 1; j < n; ++j) {
      const double link = not_negative(estimate_link(of, model, i, j),
                                       fmt::format("1/beta {} {}", i, j), fit.clipped);
      model.links[std::size_t{i} * n + j] = model.links[std::size_t{j} * n + i] = link;
    }
  }
  return fit;
}

}  // namespace

double LmoModel::time(uint32_t from, uint32_t to, double bytes) const {
  return startup[from] + startup[to] + bytes * (per_byte[from] + per_byte[to] + link(from, to));
}

double LmoModel::time(const RoundTrip& one) const {
  return time(one.from, one.to, one.out) + time(one.to, one.from, one.back);
}

// T_i;jk(M) = 4 C_i + 2 t_i M + max over x of j, k: 2 C_x + t_x M + M / beta_ix
double LmoModel::time(const OneToTwo& one) const {
  const auto rest = [&](uint32_t x) {
    return 2 * startup[x] + one.bytes * (per_byte[x] + link(one.root, x));
  };
  return 4 * startup[one.root] + 2 * per_byte[one.root] * one.bytes +
         std::max(rest(one.first), rest(one.second));
}

LmoFit fit_lmo(uint32_t processes, std::span<const RoundTrip> round_trips,
               std::span<const OneToTwo> one_to_twos, LmoMethod method) {
  const LmoExperiments experiments(processes, round_trips, one_to_twos);
  return method == LmoMethod::average ? fit_average(experiments)
                                      : fit_lmo_least_squares(experiments);
}

}  // namespace paje
