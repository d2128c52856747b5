// The costs of a scenario, for GraphReplay: one of the two ends of what is known, or the middle.
#pragma once

#include <algorithm>
#include <cstdint>

#include "paje/dependency_graph.hpp"
#include "prediction/computing_factors.hpp"
#include "prediction/cost_tables.hpp"

namespace paje {

class PredictedCosts {
 public:
  using End = double Range::*;

  PredictedCosts(const DependencyGraph& graph, const ComputingFactors& factors,
                 const CostTables& tables, End end)
      : graph_(graph), factors_(factors), tables_(tables), end_(end) {}

  [[nodiscard]] double local(uint32_t piece, double measured) const {
    return measured * factors_.of(piece) * (is_communication(piece) ? tables_.local.*end_ : 1);
  }
  [[nodiscard]] double sending(uint32_t piece, double measured) const {
    return local(piece, measured);
  }
  [[nodiscard]] double transfer(uint32_t message, double) const {
    return tables_.transfers[message].*end_ * factors_.of(graph_.messages()[message].target);
  }
  [[nodiscard]] double received(uint32_t number, double measured) const {
    const auto& message = graph_.messages()[number];
    const double known = tables_.known[number];
    const double ready = std::max(graph_.sent(message), graph_.posted(message));
    return known < measured - ready ? ready + known : measured;
  }
  [[nodiscard]] double rest(uint32_t piece, double measured) const {
    return local(piece, measured);
  }
  [[nodiscard]] double after_coming(uint32_t piece, double measured) const {
    const auto found = std::lower_bound(
        graph_.memberships().begin(), graph_.memberships().end(), piece,
        [](const auto& membership, uint32_t wanted) { return membership.piece < wanted; });
    if (!tables_.members.empty()) {
      const auto& collective = graph_.collectives()[found->collective];
      const auto members = graph_.members(collective);
      const auto place = std::lower_bound(members.begin(), members.end(), piece);
      const double seconds =
          tables_.members[collective.first + static_cast<std::size_t>(place - members.begin())].*
          end_;
      if (seconds >= 0) return seconds;
    }
    return measured * factors_.of(piece) * (tables_.collectives[found->collective].*end_);
  }

 private:
  [[nodiscard]] bool is_communication(uint32_t piece) const {
    return graph_.values()[graph_.value(piece)].meaning.value_class == ValueClass::communication;
  }

  const DependencyGraph& graph_;
  const ComputingFactors& factors_;
  const CostTables& tables_;
  End end_;
};

}  // namespace paje
