#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <unordered_map>

#include "aggregation/leaf_cells.hpp"
#include "aggregation/model_frame.hpp"
#include "base/thread_pool.hpp"
#include "paje/aggregation_model.hpp"

namespace paje {

namespace {

constexpr double kRounding = 1e-12;  // amounts that differ by less are equal
[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

class ModelBuilder {
 public:
  ModelBuilder(const Trace& trace, const AggregationModelOptions& options)
      : trace_(trace), options_(options), kind_(trace[options.type].kind) {}

  AggregationModel build() {
    is_aggregated_.assign(trace_.types().size(), false);
    for (const TypeId type : aggregated_types(options_)) is_aggregated_[type.index] = true;
    frame_ = make_frame(trace_, choose_leaves(trace_, options_));
    number_values();
    choose_time(trace_, options_, frame_);
    allocate_cells(trace_, frame_);
    ThreadPool(options_.threads).for_each(frame_.leaves.size(), [&](std::size_t leaf) {
      fill_leaf(static_cast<uint32_t>(leaf));
    });
    if (kind_ == TypeKind::link) fill_links();
    return std::move(frame_.model);
  }

 private:
  [[nodiscard]] std::string type_name() const {
    return std::string(trace_[options_.type].name.text);
  }

  [[nodiscard]] bool is_aggregated(TypeId type) const { return is_aggregated_[type.index]; }

  // Values that some object of the types has, by name; each with the first colour that there is.
  void number_values() {
    AggregationModel& model = frame_.model;
    value_numbers_.assign(trace_.values().size(), UINT32_MAX);
    if (kind_ == TypeKind::variable) {
      check_variable();
      model.value_names = {type_name()};
      model.colors = {trace_[options_.type].color};
    } else {
      std::vector<bool> used(trace_.values().size(), false);
      for (const Track& track : trace_.tracks()) {
        if (!is_aggregated(track.type)) continue;
        for (uint64_t row = track.first; row < track.last; ++row) used[value_of(row).index] = true;
      }
      std::vector<uint32_t> order;
      for (uint32_t i = 0; i < used.size(); ++i) {
        if (used[i]) order.push_back(i);
      }
      std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
        return std::pair(trace_.values()[a].name.text, a) <
               std::pair(trace_.values()[b].name.text, b);
      });
      for (const uint32_t value : order) {
        const EntityValue& entity = trace_.values()[value];
        if (model.value_names.empty() || model.value_names.back() != entity.name.text) {
          model.value_names.emplace_back(entity.name.text);
          model.colors.push_back(entity.color);
        }
        value_numbers_[value] = static_cast<uint32_t>(model.value_names.size() - 1);
        if (!model.colors.back()) model.colors.back() = entity.color;
      }
    }
    if (model.value_names.empty()) refuse(fmt::format("type '{}' has no objects", type_name()));
    model.cells.values = static_cast<uint32_t>(model.value_names.size());
  }

  void check_variable() const {
    const VariableColumns variables = trace_.variables();
    for (const Track& track : trace_.tracks()) {
      if (!is_aggregated(track.type)) continue;
      for (uint64_t row = track.first; row < track.last; ++row) {
        if (variables.value[row] >= 0 && std::isfinite(variables.value[row])) continue;
        refuse(
            fmt::format("variable '{}' is {} at {}: only numbers of at least 0 can be aggregated",
                        type_name(), variables.value[row], variables.start[row]));
      }
    }
  }

  [[nodiscard]] ValueId value_of(uint64_t row) const {
    switch (kind_) {
      case TypeKind::state:
        return trace_.states().value[row];
      case TypeKind::event:
        return trace_.events().value[row];
      default:
        return trace_.links().value[row];
    }
  }

  void fill_leaf(uint32_t leaf) {
    const std::vector<LeafPart>& parts = frame_.leaves[leaf].parts;
    const bool is_mean = kind_ == TypeKind::state || kind_ == TypeKind::variable;
    LeafCells cells(frame_.model, leaf, is_mean ? 1 / static_cast<double>(parts.size()) : 1);
    for (const LeafPart& part : parts) fill(trace_.track(part.container, part.type), cells);
  }

  void fill(const Track& track, LeafCells& cells) const {
    switch (kind_) {
      case TypeKind::state:
        options_.outermost ? fill_outermost(track, cells) : fill_innermost(track, cells);
        break;
      case TypeKind::variable:
        fill_variable(track, cells);
        break;
      case TypeKind::event:
        for (uint64_t row = track.first; row < track.last; ++row) {
          cells.add_point(value_numbers_[value_of(row).index], trace_.events().time[row]);
        }
        break;
      default:
        break;
    }
  }

  void fill_outermost(const Track& track, LeafCells& cells) const {
    const StateColumns states = trace_.states();
    for (uint64_t row = track.first; row < track.last; ++row) {
      if (states.depth[row] != 0) continue;
      cells.add_span(value_numbers_[states.value[row].index], states.start[row], states.end[row],
                     1);
    }
  }

  // Goes through the states in order of their starts with those that are open on a stack; whoever
  // is on top has the time since something last began or ended.
  void fill_innermost(const Track& track, LeafCells& cells) const {
    const StateColumns states = trace_.states();
    std::vector<uint64_t> open;
    double since = -std::numeric_limits<double>::infinity();
    const auto advance = [&](double to) {
      cells.add_span(value_numbers_[states.value[open.back()].index], since, to, 1);
      since = std::max(since, to);
    };
    const auto close_until = [&](double time) {
      while (!open.empty() && states.end[open.back()] <= time) {
        advance(states.end[open.back()]);
        open.pop_back();
      }
    };
    for (uint64_t row = track.first; row < track.last; ++row) {
      close_until(states.start[row]);
      if (!open.empty()) advance(states.start[row]);
      since = states.start[row];
      open.push_back(row);
    }
    close_until(std::numeric_limits<double>::infinity());
  }

  void fill_variable(const Track& track, LeafCells& cells) const {
    const VariableColumns variables = trace_.variables();
    for (uint64_t row = track.first; row < track.last; ++row) {
      cells.add_span(0, variables.start[row], variables.end[row], variables.value[row]);
    }
  }

  // Links belong to a container above their ends; they count where they start.
  void fill_links() {
    std::unordered_map<uint32_t, uint32_t> leaf_of;
    for (uint32_t leaf = 0; leaf < frame_.leaves.size(); ++leaf) {
      for (const LeafPart& part : frame_.leaves[leaf].parts)
        leaf_of.emplace(part.container.index, leaf);
    }
    const LinkColumns links = trace_.links();
    for (const Track& track : trace_.tracks()) {
      if (!is_aggregated(track.type)) continue;
      for (uint64_t row = track.first; row < track.last; ++row) {
        const auto leaf = leaf_of.find(links.start_container[row].index);
        if (leaf == leaf_of.end()) continue;
        LeafCells(frame_.model, leaf->second)
            .add_point(value_numbers_[links.value[row].index], links.start[row]);
      }
    }
  }

  const Trace& trace_;
  const AggregationModelOptions& options_;
  TypeKind kind_;
  ModelFrame frame_;
  std::vector<bool> is_aggregated_;      // of each TypeId
  std::vector<uint32_t> value_numbers_;  // of each ValueId, or UINT32_MAX
};

void check_options(const Trace& trace, const AggregationModelOptions& options) {
  const Type& type = trace[options.type];
  if (type.kind == TypeKind::container) {
    refuse(fmt::format("type '{}' is a type of containers, not of what they do", type.name.text));
  }
  const TypeId wanted = leaf_type_of(trace, options.type);
  if (wanted != options.container_type) {
    refuse(fmt::format("type '{}' belongs to containers of type '{}', not '{}'", type.name.text,
                       trace[wanted].name.text, trace[options.container_type].name.text));
  }
}

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
    refuse("the models have different numbers of slices");
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
  // First what `other` has less of, below 0; then what it has; then the signs are parted.
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
  if (common == 0) refuse("the traces have no container in common, by path");
  return difference;
}

}  // namespace paje
