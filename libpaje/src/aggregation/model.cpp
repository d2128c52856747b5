#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <unordered_map>

#include "aggregation/leaf_filler.hpp"
#include "aggregation/model_frame.hpp"
#include "base/thread_pool.hpp"
#include "paje/aggregation_model.hpp"

namespace paje {

namespace {

constexpr double kRounding = 1e-12;  // smaller differences of amounts count as 0

class ModelBuilder {
 public:
  ModelBuilder(const Trace& trace, const AggregationModelOptions& options)
      : trace_(trace), options_(options), filler_(trace, options) {}

  AggregationModel build() {
    frame_ = make_frame(trace_, choose_leaves(trace_, options_));
    if (const auto wrong = filler_.find_bad_variable()) throw std::invalid_argument(*wrong);
    filler_.number_values(filler_.used_values(), frame_.model);
    choose_time(trace_, options_, frame_);
    allocate_cells(trace_, frame_);
    ThreadPool(options_.threads).for_each(frame_.leaves.size(), [&](std::size_t leaf) {
      fill_leaf(static_cast<uint32_t>(leaf));
    });
    if (filler_.kind() == TypeKind::link) fill_links();
    return std::move(frame_.model);
  }

 private:
  void fill_leaf(uint32_t number) {
    const Leaf& leaf = frame_.leaves[number];
    const double weight = filler_.weight(leaf);
    if (leaf.parts.size() == 1) {
      LeafCells cells(frame_.model, number, weight);
      return filler_.fill(leaf.parts.front(), cells);
    }
    LeafSums sums(frame_.model);
    for (const LeafPart& part : leaf.parts) {
      sums.add(weight, [&](LeafCells& cells) { filler_.fill(part, cells); });
    }
    double* const amounts = frame_.model.cells.amounts.data() + frame_.model.cells.row(number, 0);
    std::transform(sums.sums().begin(), sums.sums().end(), amounts,
                   [](const ExactSum& sum) { return sum.rounded(); });
  }

  void fill_links() {
    std::unordered_map<uint32_t, uint32_t> leaf_of;
    for (uint32_t leaf = 0; leaf < frame_.leaves.size(); ++leaf) {
      for (const LeafPart& part : frame_.leaves[leaf].parts)
        leaf_of.emplace(part.container.index, leaf);
    }
    const LinkColumns links = trace_.links();
    for (const Track& track : trace_.tracks()) {
      if (!filler_.is_aggregated(track.type)) continue;
      for (uint64_t row = track.first; row < track.last; ++row) {
        const auto leaf = leaf_of.find(links.start_container[row].index);
        if (leaf == leaf_of.end()) continue;
        LeafCells cells(frame_.model, leaf->second);
        filler_.fill_link(row, cells);
      }
    }
  }

  const Trace& trace_;
  const AggregationModelOptions& options_;
  LeafFiller filler_;
  ModelFrame frame_;
};

}  // namespace

AggregationModel aggregation_model(const Trace& trace, const AggregationModelOptions& options) {
  check_options(trace, options);
  return ModelBuilder(trace, options).build();
}

std::size_t aggregation_leaves(const Trace& trace, const AggregationModelOptions& options) {
  check_options(trace, options);
  return choose_leaves(trace, options).size();
}

AggregationModel difference_of(const AggregationModel& base, const AggregationModel& other) {
  if (base.cells.slices != other.cells.slices) {
    throw std::invalid_argument("the models have different numbers of slices");
  }
  std::map<std::string, uint32_t> names;
  for (const auto& name : base.value_names) names.emplace(name, 0);
  for (const auto& name : other.value_names) names.emplace(name, 0);
  AggregationModel difference = base;
  difference.value_names.clear();
  difference.colors.clear();
  for (auto& [name, number] : names) {
    number = static_cast<uint32_t>(difference.value_names.size());
    difference.value_names.insert(difference.value_names.end(), {name, name});
    difference.colors.insert(difference.colors.end(), 2, std::nullopt);
  }
  AggregationCells& cells = difference.cells;
  cells.values = static_cast<uint32_t>(difference.value_names.size());
  cells.amounts.assign(static_cast<std::size_t>(cells.leaves) * cells.values * cells.slices, 0);
  std::unordered_map<std::string, uint32_t> other_leaves;
  for (uint32_t leaf = 0; leaf < other.cells.leaves; ++leaf) {
    other_leaves.emplace(other.paths[leaf], leaf);
  }
  uint32_t common = 0;
  // Subtract the amounts of `base`, add those of `other`, then separate the result by sign.
  const auto add = [&](const AggregationModel& from, uint32_t from_leaf, uint32_t leaf,
                       double sign) {
    for (uint32_t value = 0; value < from.cells.values; ++value) {
      const double* given = from.cells.amounts.data() + from.cells.row(from_leaf, value);
      double* more = cells.amounts.data() + cells.row(leaf, names.at(from.value_names[value]));
      for (uint32_t slice = 0; slice < cells.slices; ++slice) more[slice] += sign * given[slice];
    }
  };
  for (uint32_t leaf = 0; leaf < cells.leaves; ++leaf) {
    add(base, leaf, leaf, -1);
    const auto partner = other_leaves.find(base.paths[leaf]);
    if (partner != other_leaves.end()) {
      add(other, partner->second, leaf, 1);
      ++common;
    }
    for (uint32_t value = 0; value < cells.values; value += 2) {
      double* more = cells.amounts.data() + cells.row(leaf, value);
      double* less = cells.amounts.data() + cells.row(leaf, value + 1);
      for (uint32_t slice = 0; slice < cells.slices; ++slice) {
        const double found = std::abs(more[slice]) < kRounding ? 0 : more[slice];
        less[slice] = std::max(0.0, -found);
        more[slice] = std::max(0.0, found);
      }
    }
  }
  if (common == 0) throw std::invalid_argument("the traces have no container in common, by path");
  return difference;
}

}  // namespace paje
