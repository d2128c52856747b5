// The whole run at a glance, for the viewer: what paje/aggregation.hpp finds, made ready to be
// drawn.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "model/rows/trace_model.hpp"
#include "paje/aggregation_model.hpp"

namespace paje::gui {

/// An aggregate as a box: leaves [first_leaf, last_leaf) and slices [first, last].
struct AggregateBox {
  Aggregate aggregate;
  uint32_t first_leaf = 0;
  uint32_t last_leaf = 0;
  std::vector<double> shares;  ///< mean amount of each value in a cell
};

struct RunAggregation {
  AggregationModel model;
  TypeId type;
  std::vector<TypeId> levels;    ///< of containers that can be rows: those that have it, and above
  std::vector<Partition> curve;  ///< significant partitions, by p
  std::size_t knee = 0;          ///< the one to begin with
  double max_gain = 0;
  double max_loss = 0;
  std::vector<ValueId> values;        ///< of the trace, whose colours the model's values have
  TimeUnit unit = TimeUnit::seconds;  ///< of its times
  std::string problem;                ///< why there is nothing, in words for people

  /// Of what can be gained or lost, 0 to 1.
  [[nodiscard]] double gain_share(const Partition& at) const {
    return max_gain > 0 ? at.gain / max_gain : 0;
  }
  [[nodiscard]] double loss_share(const Partition& at) const {
    return max_loss > 0 ? at.loss / max_loss : 0;
  }
};

/// The part of a run that is aggregated. The default is all of it.
struct AggregatedPart {
  std::optional<TimeSpan> range;
  std::set<ContainerId> containers;  ///< with what is below them; empty: all
  friend bool operator==(const AggregatedPart&, const AggregatedPart&) = default;
};

/// Aggregates the type that has most states, with those of its name that can be merged with it, in
/// `slices` slices (fewer where there are that many containers that the memory for it would pass a
/// gigabyte). With a level, which is one of `levels`, its containers are the rows.
RunAggregation aggregate_run(const TraceModel& model, uint32_t slices, TypeId level = {},
                             const AggregatedPart& part = {});

/// The parts of a partition as boxes, in its order.
std::vector<AggregateBox> boxes_of(const RunAggregation& run, const Partition& partition);

}  // namespace paje::gui
