// Means of the experiments from which the LMO model is estimated, by processes and size.
#pragma once

#include <algorithm>
#include <map>
#include <span>
#include <tuple>
#include <utility>

#include "paje/models/lmo.hpp"

namespace paje {

struct MeanTime {
  double sum = 0;
  double count = 0;
  void add(double time) { sum += time, ++count; }
  [[nodiscard]] double mean() const { return sum / count; }
};

/// Two processes, the lower number first.
using ProcessPair = std::pair<uint32_t, uint32_t>;
inline ProcessPair pair_of(uint32_t i, uint32_t j) { return {std::min(i, j), std::max(i, j)}; }

class LmoExperiments {
 public:
  /// Root, first and second (the lower number of these first), bytes.
  using Triple = std::tuple<uint32_t, uint32_t, uint32_t, double>;

  /// Throws std::invalid_argument as fit_lmo() does.
  LmoExperiments(uint32_t processes, std::span<const RoundTrip> round_trips,
                 std::span<const OneToTwo> one_to_twos);

  [[nodiscard]] uint32_t processes() const { return processes_; }
  [[nodiscard]] double empty(uint32_t i, uint32_t j) const;  ///< T_ij(0)
  /// T_ij(M), by the sum of bytes in both directions.
  [[nodiscard]] const std::map<double, MeanTime>& full(uint32_t i, uint32_t j) const;
  /// T_ij(M) with an empty reply; null without one of that size.
  [[nodiscard]] const MeanTime* full(uint32_t i, uint32_t j, double bytes) const;
  [[nodiscard]] const std::map<Triple, MeanTime>& one_to_twos() const { return triples_; }

 private:
  void check() const;

  uint32_t processes_;
  std::map<ProcessPair, MeanTime> empty_;
  std::map<ProcessPair, std::map<double, MeanTime>> full_;
  std::map<Triple, MeanTime> triples_;
};

/// No parameter is below 0. `clipped` stays empty, because the bound is part of the problem.
LmoFit fit_lmo_least_squares(const LmoExperiments& experiments);

}  // namespace paje
