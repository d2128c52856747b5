// How the objects of a trace become amounts of the leaves of an aggregation model.
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

/// Throws as aggregation_model() does if the options do not go together.
void check_options(const Trace& trace, const AggregationModelOptions& options);

class LeafFiller {
 public:
  LeafFiller(const Trace& trace, const AggregationModelOptions& options);

  /// By ValueId: whether some object of the types has it.
  [[nodiscard]] std::vector<bool> used_values() const;
  /// What is wrong with a variable, in words; nothing if nothing is.
  [[nodiscard]] std::optional<std::string> find_bad_variable() const;
  /// Gives a model the names of these values; throws std::invalid_argument if there are none. From
  /// then on amounts can be filled in.
  void number_values(const std::vector<bool>& used, AggregationModel& model);

  /// What is in the containers of a leaf; links are not.
  void fill(const LeafPart& part, LeafCells& cells) const;
  void fill_link(uint64_t row, LeafCells& cells) const;
  /// How much an amount counts in a leaf of several containers.
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
  std::vector<bool> is_aggregated_;      // of each TypeId
  std::vector<uint32_t> value_numbers_;  // of each ValueId, or UINT32_MAX
};

/// Amounts of a leaf of several containers: sums that do not depend on the order of these.
class LeafSums {
 public:
  explicit LeafSums(const AggregationModel& model)
      : model_(model), sums_(model.cells.row(1, 0)), of_part_(sums_.size()) {}

  /// Adds what add(cells) does.
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
