// Costs of messages and collective operations in a scenario, as ranges.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/prediction.hpp"
#include "prediction/network_costs.hpp"
#include "prediction/transfer_spread.hpp"
#include "prediction/uneven_operations.hpp"

namespace paje {

/// What a run shows about its network, found once for all scenarios.
struct NetworkFacts {
  NetworkFacts(const DependencyGraph& run, std::string_view size_field,
               const NetworkCalibration* from);

  const DependencyGraph& graph;
  MessageSizes sizes;
  // By message:
  std::vector<double> transfers;   ///< see MeasuredMessages
  std::vector<double> sent_after;  ///< see MeasuredMessages
  std::vector<bool> hidden;        ///< see HiddenMessages
  std::vector<bool> under_way;     ///< see MeasuredMessages
  TransferSpread spread;
  std::vector<float> leads;        ///< see leads_of_others()
  double largest_under_way = -1;   ///< see largest_under_way()
  std::vector<uint32_t> together;  ///< see count_together()
  std::vector<SizeClass> classes;  ///< of this run
  /// Hidden messages smaller or larger than all `classes`.
  std::size_t beyond_classes = 0;
  std::vector<CollectiveCost> collectives;
  std::vector<UnevenMember> uneven;
  /// Of the time of all tracks, what they spend in calls that only begin to send or receive.
  double in_postings = 0;
  const NetworkCalibration* calibration = nullptr;
  /// When each message probably arrived.
  std::vector<double> came;

  /// Whether a message may have been under way before its receive was posted.
  [[nodiscard]] bool may_be_under_way(uint32_t message) const {
    return under_way[message] && sizes.of(message) <= largest_under_way;
  }
  /// Whether a calibration has the costs of messages.
  [[nodiscard]] bool has_calibrated_messages() const {
    return calibration != nullptr && !calibration->messages.empty();
  }
};

class TransferCosts;

struct CostTables {
  CostTables();
  CostTables(CostTables&&) noexcept;
  ~CostTables();

  std::vector<double> came;                        ///< by message; empty: use NetworkFacts::came
  std::unique_ptr<const TransferCosts> transfers;  ///< costs in the scenario, by message
  std::vector<Range> collectives;                  ///< factors on measured times
  /// Seconds by index among the graph's members; empty, or below 0: the factor applies instead.
  std::vector<Range> members;
  Range local{1, 1, 1};  ///< factor of communication that waits for nobody
  /// The same of calls that only begin to send or receive: they may be work of the processor, which
  /// another network does not change.
  Range posting{1, 1, 1};
  bool has_middle = true;  ///< whether the middle is more than a guess
  /// Whether nothing but a bound is known of some messages or operations: then the middle is only
  /// as good as the ends are near.
  bool has_only_bounds = false;
  std::vector<std::string> assumptions;
};

/// Throws std::invalid_argument if the calibration does not cover the scenario.
CostTables make_costs(const NetworkFacts& facts, const Scenario& scenario, unsigned threads);

}  // namespace paje
