// The result of pj_aggregate: the model, the chosen partition, and each aggregate in words and
// numbers.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "aggregate/options.hpp"
#include "paje/aggregation_model.hpp"
#include "paje/density.hpp"

namespace paje::tools {

/// An aggregate as it is shown.
struct ShownAggregate {
  Aggregate aggregate;
  uint64_t cells = 0;
  std::vector<double> shares;  ///< mean amount of each value in a cell
  uint32_t mode = 0;           ///< the value with the largest share
  double total = 0;            ///< of the shares
};

struct Overview {
  std::string title;           ///< the trace, or both
  std::string type;            ///< name of what is aggregated
  std::string container_type;  ///< name of the type whose containers have it
  std::string leaves;          ///< in words: whose objects, in what containers
  TimeUnit unit = TimeUnit::seconds;
  bool has_unit = false;  ///< it was given, or is known
  PaletteChoice palette = PaletteChoice::trace;
  TypeKind kind = TypeKind::state;
  bool is_difference = false;
  std::optional<Density> density;    ///< what is aggregated instead of objects
  std::vector<std::string> remarks;  ///< of the density: what it rests on
  double leaves_of_cell = 1;         ///< of how many leaves a cell is the mean
  AggregationModel model;
  std::vector<Partition> curve;     ///< empty unless it was asked for
  std::optional<std::size_t> knee;  ///< in `curve`
  Partition partition;
  bool is_knee = false;                    ///< it was chosen, not given
  std::vector<ShownAggregate> aggregates;  ///< of the partition, in its order
  double max_gain = 0;
  double max_loss = 0;

  /// Of what can be gained or lost, 0 to 1.
  [[nodiscard]] double gain_share(double gain) const { return max_gain > 0 ? gain / max_gain : 0; }
  [[nodiscard]] double loss_share(double loss) const { return max_loss > 0 ? loss / max_loss : 0; }
  /// Whether amounts are shares of the time of a container, so that there is something else where
  /// they do not add up to 1.
  [[nodiscard]] bool has_shares() const {
    return kind == TypeKind::state && !is_difference && !density;
  }
  /// What a density shows of some cells: a time, or mean lateness. A difference is more less less.
  [[nodiscard]] double amount_of(const ShownAggregate& shown) const;
  [[nodiscard]] double amount_of(const ShownAggregate& shown, uint32_t value) const;
  /// What the depth of its colour shows.
  [[nodiscard]] double depth_of(const ShownAggregate& shown) const {
    return density && !is_difference ? shown.total : shown.shares[shown.mode];
  }
  /// `more MPI_Send` or `MPI_Send`.
  [[nodiscard]] std::string value_text(uint32_t value) const;
};

/// Reads what the options name and aggregates it. Throws what reading throws, and
/// std::invalid_argument if there is nothing to aggregate.
Overview make_overview(const AggregateOptions& options);

/// The same of a trace that was read, without another one to compare with; it has no title.
Overview overview_of(const Trace& trace, const AggregateOptions& options);

/// The same of a model of the trace that was made elsewhere; with a title.
Overview overview_of(const Trace& trace, const AggregationModelOptions& chosen,
                     AggregationModel model, const AggregateOptions& options);

/// Throws std::invalid_argument if the tables of that many leaves do not fit this machine's memory.
void check_overview_memory(std::size_t leaves, const AggregateOptions& options);

/// All cells together.
ShownAggregate whole_of(const AggregationModel& model);

/// Shares and mode of the cells below some leaves, from slice `first` to `last`.
ShownAggregate summary_of(const AggregationModel& model, const Aggregate& aggregate,
                          uint32_t first_leaf, uint32_t last_leaf);

/// Of each node, its leaves as a half-open range: leaves are in the order of the tree.
std::vector<std::pair<uint32_t, uint32_t>> leaf_ranges(const AggregationCells& cells);

}  // namespace paje::tools
