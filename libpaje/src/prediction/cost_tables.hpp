// What messages and collective operations cost in a scenario, as ranges.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "paje/dependency_graph.hpp"
#include "paje/prediction.hpp"
#include "prediction/network_costs.hpp"
#include "prediction/uneven_operations.hpp"

namespace paje {

/// What a run says of its network, found once for all scenarios.
struct NetworkFacts {
  NetworkFacts(const DependencyGraph& run, std::string_view size_field,
               const NetworkCalibration* from);

  const DependencyGraph& graph;
  MessageSizes sizes;
  // By message.
  std::vector<double> transfers;   ///< see MeasuredMessages
  std::vector<double> sent_after;  ///< likewise
  std::vector<bool> hidden;        ///< see HiddenMessages
  std::vector<uint32_t> together;  ///< see count_together()
  std::vector<SizeClass> classes;  ///< of this run
  /// Hidden messages that are smaller or larger than all of `classes`.
  std::size_t beyond_classes = 0;
  std::vector<CollectiveCost> collectives;
  std::vector<UnevenMember> uneven;
  const NetworkCalibration* calibration = nullptr;
  /// When each message likely came.
  std::vector<double> came;

  /// Whether a calibration says what messages cost.
  [[nodiscard]] bool has_calibrated_messages() const {
    return calibration != nullptr && !calibration->messages.empty();
  }
};

class TransferCosts;

struct CostTables {
  CostTables();
  CostTables(CostTables&&) noexcept;
  ~CostTables();

  std::vector<double> came;                        ///< by message; empty: those of the facts
  std::unique_ptr<const TransferCosts> transfers;  ///< as they will be, by message
  std::vector<Range> collectives;                  ///< factors
  /// Seconds instead, by place among the graph's members; empty, or below 0: the factor holds.
  std::vector<Range> members;
  Range local{1, 1, 1};    ///< factor of communication that waits for nobody
  bool has_middle = true;  ///< whether the middle is more than a guess
  /// Whether nothing but a bound is known of some messages or operations: then the middle is only
  /// as good as the ends are near.
  bool has_only_bounds = false;
  std::vector<std::string> assumptions;
};

/// Throws std::invalid_argument if the calibration cannot say what the scenario asks.
CostTables make_costs(const NetworkFacts& facts, const Scenario& scenario, unsigned threads);

}  // namespace paje
