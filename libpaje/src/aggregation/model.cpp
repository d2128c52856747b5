#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <stdexcept>
#include <unordered_map>

#include "aggregation/leaf_choice.hpp"
#include "aggregation/model_tree.hpp"
#include "aggregation/table_size.hpp"
#include "base/thread_pool.hpp"
#include "paje/aggregation_model.hpp"
#include "paje/measured_time.hpp"

namespace paje {

namespace {

constexpr double kRounding = 1e-12;  // amounts that differ by less are equal
constexpr uint32_t kMostSlices = 100'000;
// Bytes that tables may take whatever the trace, and for each of its objects: a few lines must not
// make gigabytes, and large runs have objects enough.
constexpr uint64_t kTableBytes = uint64_t{1} << 30U;
constexpr uint64_t kTableBytesOfObject = 1000;

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

// Adds amounts to the cells of one leaf, each times `weight`.
class Cells {
 public:
  Cells(AggregationModel& model, uint32_t leaf, double weight = 1)
      : model_(model), leaf_(leaf), weight_(weight) {}

  /// `height` over [from, to), as its mean in each slice.
  void add_span(uint32_t value, double from, double to, double height) {
    from = std::max(from, model_.start);
    to = std::min(to, model_.end);
    if (!(from < to)) return;
    height *= weight_;
    double* const row = model_.cells.amounts.data() + model_.cells.row(leaf_, value);
    const uint32_t last = slice_of(to);
    for (uint32_t slice = slice_of(from); slice <= last; ++slice) {
      const double begin = std::max(from, model_.slice_start(slice));
      const double end = std::min(to, model_.slice_start(slice + 1));
      if (begin < end) row[slice] += height * ((end - begin) / model_.slice_length());
    }
  }
  /// One more in the slice of `time`; the last slice is closed.
  void add_point(uint32_t value, double time) {
    if (!(time >= model_.start && time <= model_.end)) return;
    model_.cells.amounts[model_.cells.row(leaf_, value) + slice_of(time)] += 1;
  }

 private:
  // The slice that holds `time`, by the same numbers that slice_start() gives.
  [[nodiscard]] uint32_t slice_of(double time) const {
    const uint32_t last = model_.cells.slices - 1;
    const double guess = (time - model_.start) / model_.slice_length();
    auto slice = guess >= last ? last : static_cast<uint32_t>(std::max(0.0, guess));
    while (slice > 0 && time < model_.slice_start(slice)) --slice;
    while (slice < last && time >= model_.slice_start(slice + 1)) ++slice;
    return slice;
  }

  AggregationModel& model_;
  uint32_t leaf_;
  double weight_;
};

class ModelBuilder {
 public:
  ModelBuilder(const Trace& trace, const AggregationModelOptions& options)
      : trace_(trace), options_(options), kind_(trace[options.type].kind) {}

  AggregationModel build() {
    is_aggregated_.assign(trace_.types().size(), false);
    for (const TypeId type : aggregated_types(options_)) is_aggregated_[type.index] = true;
    make_tree();
    number_values();
    choose_time();
    allocate();
    ThreadPool(options_.threads).for_each(model_.cells.leaves, [&](std::size_t leaf) {
      fill_leaf(static_cast<uint32_t>(leaf));
    });
    if (kind_ == TypeKind::link) fill_links();
    return std::move(model_);
  }

 private:
  [[nodiscard]] std::string type_name() const {
    return std::string(trace_[options_.type].name.text);
  }

  void make_tree() {
    std::vector<Leaf> chosen = choose_leaves(trace_, options_);
    std::vector<ContainerId> containers;
    std::vector<std::size_t> place(trace_.containers().size(), 0);
    for (const Leaf& leaf : chosen) {
      place[leaf.container.index] = containers.size();
      containers.push_back(leaf.container);
    }
    ModelTree tree = model_tree(trace_, containers);
    model_.cells.leaves = tree.leaves;
    for (uint32_t leaf = 0; leaf < tree.leaves; ++leaf) {
      leaves_.push_back(std::move(chosen[place[tree.containers[leaf].index]]));
    }
    model_.cells.parents = std::move(tree.parents);
    model_.containers = std::move(tree.containers);
    for (const ContainerId id : model_.containers) {
      model_.paths.push_back(container_path(trace_, id));
    }
  }

  [[nodiscard]] bool is_aggregated(TypeId type) const { return is_aggregated_[type.index]; }

  // Values that some object of the types has, by name; each with the first colour that there is.
  void number_values() {
    value_numbers_.assign(trace_.values().size(), UINT32_MAX);
    if (kind_ == TypeKind::variable) {
      check_variable();
      model_.value_names = {type_name()};
      model_.colors = {trace_[options_.type].color};
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
        if (model_.value_names.empty() || model_.value_names.back() != entity.name.text) {
          model_.value_names.emplace_back(entity.name.text);
          model_.colors.push_back(entity.color);
        }
        value_numbers_[value] = static_cast<uint32_t>(model_.value_names.size() - 1);
        if (!model_.colors.back()) model_.colors.back() = entity.color;
      }
    }
    if (model_.value_names.empty()) refuse(fmt::format("type '{}' has no objects", type_name()));
    model_.cells.values = static_cast<uint32_t>(model_.value_names.size());
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

  void choose_time() {
    double start = std::numeric_limits<double>::infinity();
    double end = -start;
    for (const Leaf& leaf : leaves_) {
      for (const LeafPart& part : leaf.parts) {
        start = std::min(start, trace_[part.container].start);
        end = std::max(end, trace_[part.container].end);
      }
    }
    // Of the trace's own bounds only those that are used have to be numbers.
    check_measured(options_.start ? 0 : start, options_.end ? 0 : end, "the run");
    model_.start = options_.start.value_or(start);
    model_.end = options_.end.value_or(end);
    const double length = model_.end - model_.start;
    const double greatest = std::max(std::abs(model_.start), std::abs(model_.end));
    if (!(length > 0 && greatest <= kGreatestMeasuredTime)) {
      refuse(fmt::format("the time from {} to {} has no length to cut into slices", model_.start,
                         model_.end));
    }
    if (options_.slices == 0 || options_.slices > kMostSlices) {
      refuse(fmt::format("expected 1 to {} slices, found {}", kMostSlices, options_.slices));
    }
    model_.cells.slices = options_.slices;
    if (!(model_.start + model_.slice_length() > model_.start &&
          model_.end - model_.slice_length() < model_.end)) {
      refuse("slices are shorter than times of this size can resolve");
    }
  }

  void allocate() {
    AggregationCells& cells = model_.cells;
    uint64_t objects = 0;
    for (const Track& track : trace_.tracks()) objects += track.last - track.first;
    cells.most_bytes = kTableBytes + kTableBytesOfObject * objects;
    check_table_bytes(double{sizeof(double)} * cells.leaves * cells.slices * cells.values, cells,
                      cells.leaves);
    cells.amounts.assign(static_cast<std::size_t>(cells.leaves) * cells.slices * cells.values, 0);
  }

  void fill_leaf(uint32_t leaf) {
    const std::vector<LeafPart>& parts = leaves_[leaf].parts;
    const bool is_mean = kind_ == TypeKind::state || kind_ == TypeKind::variable;
    Cells cells(model_, leaf, is_mean ? 1 / static_cast<double>(parts.size()) : 1);
    for (const LeafPart& part : parts) fill(trace_.track(part.container, part.type), cells);
  }

  void fill(const Track& track, Cells& cells) const {
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

  void fill_outermost(const Track& track, Cells& cells) const {
    const StateColumns states = trace_.states();
    for (uint64_t row = track.first; row < track.last; ++row) {
      if (states.depth[row] != 0) continue;
      cells.add_span(value_numbers_[states.value[row].index], states.start[row], states.end[row],
                     1);
    }
  }

  // Goes through the states in order of their starts with those that are open on a stack; whoever
  // is on top has the time since something last began or ended.
  void fill_innermost(const Track& track, Cells& cells) const {
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

  void fill_variable(const Track& track, Cells& cells) const {
    const VariableColumns variables = trace_.variables();
    for (uint64_t row = track.first; row < track.last; ++row) {
      cells.add_span(0, variables.start[row], variables.end[row], variables.value[row]);
    }
  }

  // Links belong to a container above their ends; they count where they start.
  void fill_links() {
    std::unordered_map<uint32_t, uint32_t> leaf_of;
    for (uint32_t leaf = 0; leaf < model_.cells.leaves; ++leaf) {
      for (const LeafPart& part : leaves_[leaf].parts) leaf_of.emplace(part.container.index, leaf);
    }
    const LinkColumns links = trace_.links();
    for (const Track& track : trace_.tracks()) {
      if (!is_aggregated(track.type)) continue;
      for (uint64_t row = track.first; row < track.last; ++row) {
        const auto leaf = leaf_of.find(links.start_container[row].index);
        if (leaf == leaf_of.end()) continue;
        Cells(model_, leaf->second)
            .add_point(value_numbers_[links.value[row].index], links.start[row]);
      }
    }
  }

  const Trace& trace_;
  const AggregationModelOptions& options_;
  TypeKind kind_;
  AggregationModel model_;
  std::vector<bool> is_aggregated_;      // of each TypeId
  std::vector<Leaf> leaves_;             // of the model, in its order
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
