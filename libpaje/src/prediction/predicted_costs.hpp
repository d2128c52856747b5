// The costs of a scenario, for OrderedReplay: both ends of what is known, and the middle.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "prediction/computing_factors.hpp"
#include "prediction/cost_tables.hpp"
#include "prediction/ranges.hpp"
#include "prediction/transfer_costs.hpp"

namespace paje {

class PredictedCosts {
 public:
  using Time = Lanes;

  PredictedCosts(const NetworkFacts& facts, const ComputingFactors& factors,
                 const CostTables& tables)
      : graph_(facts.graph),
        facts_(facts),
        factors_(factors),
        tables_(tables),
        came_(tables.came.empty() ? facts.came.data() : tables.came.data()) {
    for (const auto& value : graph_.values()) {
      const bool changes = value.meaning.value_class == ValueClass::communication;
      local_.push_back(changes ? lanes(tables.local) : lanes({1, 1, 1}));
    }
  }

  [[nodiscard]] Lanes local(uint32_t track, uint32_t piece, double measured) const {
    const uint32_t value = graph_.value(piece);
    return local_[value] * (measured * factors_.of(track, value));
  }
  [[nodiscard]] Lanes local(uint32_t piece, double measured) const {
    return local_[graph_.value(piece)] * (measured * factors_.of(piece));
  }
  [[nodiscard]] Lanes sending(uint32_t piece, double measured) const {
    return local(piece, measured);
  }
  [[nodiscard]] Lanes transfer(uint32_t message, uint32_t track) const {
    return tables_.transfers->of(message) *
           factors_.of(track, graph_.value(graph_.messages()[message].target));
  }
  [[nodiscard]] double sent_after(uint32_t message) const { return facts_.sent_after[message]; }
  [[nodiscard]] double came(uint32_t message) const { return came_[message]; }
  [[nodiscard]] Lanes after_coming(uint32_t track, uint32_t piece, uint32_t number,
                                   double measured) const {
    if (!tables_.members.empty()) {
      const auto& collective = graph_.collectives()[number];
      const auto members = graph_.members(collective);
      const auto place = std::lower_bound(members.begin(), members.end(), piece);
      const Range& seconds =
          tables_.members[collective.first + static_cast<std::size_t>(place - members.begin())];
      if (seconds.low >= 0) return lanes(seconds);
    }
    return lanes(tables_.collectives[number]) *
           (measured * factors_.of(track, graph_.value(piece)));
  }

 private:
  const DependencyGraph& graph_;
  const NetworkFacts& facts_;
  const ComputingFactors& factors_;
  const CostTables& tables_;
  const double* came_;
  std::vector<Lanes> local_;  // by value
};

}  // namespace paje
