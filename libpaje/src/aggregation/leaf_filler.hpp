// Converts the objects of a trace to amounts of an aggregation model's leaves.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "aggregation/leaf_cells.hpp"
#include "aggregation/leaf_choice.hpp"
#include "paje/aggregation_model.hpp"
#include "paje/exact_sum.hpp"
#include "paje/state_sums.hpp"

namespace paje {

/// Throws as aggregation_model() does if the options contradict each other.
void check_options(const Trace& trace, const AggregationModelOptions& options);

class LeafFiller {
 public:
  LeafFiller(const Trace& trace, const AggregationModelOptions& options);

  /// By ValueId: whether an object of the types has it.
  [[nodiscard]] std::vector<bool> used_values() const;
  /// Describes what is wrong with a variable; nothing if all are valid.
  [[nodiscard]] std::optional<std::string> find_bad_variable() const;
  /// Sets the names of these values in a model, after which amounts can be filled in. Throws
  /// std::invalid_argument if there are no values.
  void number_values(const std::vector<bool>& used, AggregationModel& model);

  /// Adds the objects of a leaf's containers, without links.
  void fill(const LeafPart& part, LeafCells& cells) const;
  void fill_link(uint64_t row, LeafCells& cells) const;
  /// The weight of an amount in a leaf of several containers.
  [[nodiscard]] double weight(const Leaf& leaf) const;

  [[nodiscard]] bool is_aggregated(TypeId type) const { return is_aggregated_[type.index]; }
  [[nodiscard]] TypeKind kind() const { return kind_; }

 private:
  [[nodiscard]] std::string type_name() const;
  [[nodiscard]] ValueId value_of(uint64_t row) const;
  [[nodiscard]] std::optional<std::vector<StateSum>> stored_sums(const Track& track) const;
  [[nodiscard]] StateColumns states() const;
  template <class Visit>
  void for_each_row(const Track& track, const LeafCells& cells, Visit&& visit) const;
  void fill_outermost(const Track& track, LeafCells& cells) const;
  void fill_innermost(const Track& track, LeafCells& cells) const;
  void fill_variable(const Track& track, LeafCells& cells) const;

  const Trace& trace_;
  const AggregationModelOptions& options_;
  TypeKind kind_;
  std::vector<bool> is_aggregated_;      // by TypeId
  std::vector<uint32_t> value_numbers_;  // by ValueId; UINT32_MAX if not used
};

/// Amounts of a leaf of several containers, as exact sums, so their order does not matter.
class LeafSums {
 public:
  explicit LeafSums(const AggregationModel& model)
      : model_(model), sums_(model.cells.row(1, 0)), of_part_(sums_.size()) {}

  /// Adds the amounts that add(cells) adds, times `weight`.
  template <class Add>
  void add(double weight, Add&& add) {
    std::fill(of_part_.begin(), of_part_.end(), 0.0);
    LeafCells cells(model_, of_part_.data(), weight);
    add(cells);
    for (std::size_t i = 0; i < sums_.size(); ++i) {
      if (of_part_[i] != 0) sums_[i].add(of_part_[i]);
    }
  }
  [[nodiscard]] std::vector<ExactSum>& sums() { return sums_; }

 private:
  const AggregationModel& model_;
  std::vector<ExactSum> sums_;
  std::vector<double> of_part_;
};

}  // namespace paje
