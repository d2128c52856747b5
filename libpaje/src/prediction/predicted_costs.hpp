// The costs of a scenario for OrderedReplay: both bounds and the middle.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "analysis/idle_tails.hpp"
#include "paje/dependency_graph.hpp"
#include "prediction/computing_factors.hpp"
#include "prediction/cost_tables.hpp"
#include "prediction/not_shown.hpp"
#include "prediction/ranges.hpp"
#include "prediction/transfer_costs.hpp"

namespace paje {

class PredictedCosts {
 public:
  using Time = Lanes;

  /// `needed`: which pieces send. `is_grouped`: see CollectiveTimes.
  PredictedCosts(const NetworkFacts& facts, const NeededStarts& needed,
                 const ComputingFactors& factors, const CostTables& tables, bool is_grouped = true)
      : graph_(facts.graph),
        facts_(facts),
        needed_(needed),
        factors_(factors),
        tables_(tables),
        is_grouped_(is_grouped),
        has_unknown_gaps_(has_unknown_gaps(facts.graph)),
        tails_(idle_tails(facts.graph)),
        came_(tables.came.empty() ? facts.came.data() : tables.came.data()) {
    for (const auto& value : graph_.values()) {
      const bool is_call = value.meaning.value_class == ValueClass::communication;
      const Range& local = only_posts(value.meaning.kind) ? tables.posting : tables.local;
      local_.push_back(is_call ? lanes(local) : lanes({1, 1, 1}));
      alone_.push_back(is_call ? lanes(of_call_alone(value.meaning.kind)) : lanes({1, 1, 1}));
      sends_.push_back(is_call && only_sends(value.meaning.kind));
    }
  }

  [[nodiscard]] Lanes local(uint32_t track, uint32_t piece, double measured) const {
    const uint32_t value = graph_.value(piece);
    if (is_in_tail(track, piece)) return tail(track, piece);
    if (value == kNoState && has_unknown_gaps_) return unknown_gap(track, piece, measured);
    return local_[value] * (measured * factors_.of(track, piece));
  }
  [[nodiscard]] Lanes local(uint32_t piece, double measured) const {
    return local_[graph_.value(piece)] * (measured * factors_.of(piece));
  }
  /// For a piece that receives no message and is in no collective.
  [[nodiscard]] Lanes independent(uint32_t track, uint32_t piece, double measured) const {
    const uint32_t value = graph_.value(piece);
    if (is_in_tail(track, piece)) return tail(track, piece);
    if (value == kNoState && has_unknown_gaps_) return unknown_gap(track, piece, measured);
    const bool is_alone = sends_[value] == 0 || !needed_.has(piece);
    return (is_alone ? alone_ : local_)[value] * (measured * factors_.of(track, piece));
  }
  /// For a collective call that ended before others arrived. If calls are not grouped, it may have
  /// waited for any of them.
  [[nodiscard]] Lanes left_early(uint32_t track, uint32_t piece, double measured) const {
    const uint32_t value = graph_.value(piece);
    return (is_grouped_ ? local_ : alone_)[value] * (measured * factors_.of(track, piece));
  }
  [[nodiscard]] Lanes sending(uint32_t piece, double measured) const {
    return local(piece, measured);
  }
  [[nodiscard]] Lanes transfer(uint32_t message, uint32_t track) const {
    return tables_.transfers->of(message) * factors_.of(track, graph_.messages()[message].target);
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
      if (seconds.low >= 0) return lanes(seconds) * factors_.of(track, piece);
    }
    return lanes(tables_.collectives[number]) * (measured * factors_.of(track, piece));
  }

 private:
  static constexpr uint32_t kNoState = 0;  // the value of time without a state

  [[nodiscard]] bool is_in_tail(uint32_t track, uint32_t piece) const {
    return !tails_.first.empty() && piece >= tails_.first[track];
  }
  // A worker without tasks stays idle after its last task, equally long on all workers.
  [[nodiscard]] Lanes tail(uint32_t track, uint32_t piece) const {
    const double seconds = piece == tails_.first[track] ? tails_.seconds : 0;
    return {seconds, seconds, seconds};
  }

  // A call whose partners the trace does not show either waited or worked, in unknown shares. So
  // its time is unchanged, or changes like calls or like computing. If not all computing changes
  // alike, the awaited event may already have happened, and the time may vanish. A call that has no
  // partner by its kind changes like calls.
  [[nodiscard]] Range of_call_alone(CallKind kind) const {
    const Range& local = tables_.local;
    const bool may_vanish = factors_.least() != factors_.most();
    return {may_vanish ? 0 : std::min({local.low, 1.0, factors_.least()}),
            kind == CallKind::local ? local.middle : 1,
            std::max({local.high, 1.0, factors_.most()})};
  }

  // The gap counts as computing, but may be a call.
  [[nodiscard]] Lanes unknown_gap(uint32_t track, uint32_t piece, double measured) const {
    const double factor = factors_.of(track, piece);
    const Range call = of_call_alone(CallKind::receive);
    return Lanes{std::min(call.low, factor), factor, std::max(call.high, factor)} * measured;
  }

  const DependencyGraph& graph_;
  const NetworkFacts& facts_;
  const NeededStarts& needed_;
  const ComputingFactors& factors_;
  const CostTables& tables_;
  bool is_grouped_;
  bool has_unknown_gaps_;
  IdleTails tails_;
  const double* came_;
  // By value.
  std::vector<Lanes> local_;
  std::vector<Lanes> alone_;    // of calls without partners
  std::vector<uint8_t> sends_;  // whether its calls only send or post: then they wait for nobody
};

}  // namespace paje
