#include "model/aggregate/aggregation.hpp"

#include "model/parallel.hpp"
#include "model/rows/glob.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

namespace paje::gui {

namespace {

constexpr double kMostMemory = 1e9;
constexpr uint32_t kFewestSlices = 10;

TypeId type_with_most_states(const Trace& trace) {
  std::map<TypeId, uint64_t> counts;
  for (const Track& track : trace.tracks()) {
    if (track.kind == TypeKind::state) counts[track.type] += track.size();
  }
  const auto most =
      std::max_element(counts.begin(), counts.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  return most == counts.end() ? TypeId{} : most->first;
}

// All state types of its name, if they can be merged.
AggregationModelOptions options_for(const Trace& trace, TypeId type) {
  AggregationModelOptions options;
  options.type = type;
  options.container_type = trace[type].parent;
  for (uint32_t i = 0; i < trace.types().size(); ++i) {
    const Type& other = trace.types()[i];
    const bool is_alike = other.kind == TypeKind::state && other.name.text == trace[type].name.text;
    if (is_alike && TypeId{i} != type) options.merged_types.push_back(TypeId{i});
  }
  try {
    (void)aggregation_leaves(trace, options);
  } catch (const std::invalid_argument&) {
    options.merged_types.clear();
  }
  return options;
}

std::vector<TypeId> levels_above(const Trace& trace, TypeId container_type) {
  constexpr std::size_t kMost = 50;  // more than a list for people has
  std::vector<TypeId> levels;
  for (TypeId type = container_type; type.valid() && type.index != 0 && levels.size() < kMost;
       type = trace[type].parent) {
    levels.push_back(type);
  }
  return levels;
}

uint32_t slices_within_memory(const Trace& trace, const AggregationModelOptions& options) {
  const std::size_t leaves = aggregation_leaves(trace, options);
  uint32_t slices = options.slices;
  while (slices > kFewestSlices && Aggregation::memory_needed(2 * leaves, slices) > kMostMemory) {
    slices -= slices / 4;
  }
  return slices;
}

// By name: those of the aggregated type before those of types that are merged with it.
std::vector<ValueId> values_of(const TraceModel& model, const RunAggregation& run) {
  std::map<std::string_view, ValueId> by_name;
  const auto values = model.trace().values();
  for (uint32_t i = 0; i < values.size(); ++i) {
    const Type& type = model.trace()[values[i].type];
    const bool is_alike = type.name.text == model.trace()[run.type].name.text;
    if (is_alike && (values[i].type == run.type || !by_name.contains(values[i].name.text))) {
      by_name[values[i].name.text] = ValueId{i};
    }
  }
  std::vector<ValueId> found;
  for (const std::string& name : run.model.value_names) {
    const auto value = by_name.find(name);
    found.push_back(value == by_name.end() ? ValueId{} : value->second);
  }
  return found;
}

}  // namespace

RunAggregation aggregate_run(const TraceModel& model, uint32_t slices, TypeId level,
                             const AggregatedPart& part) {
  RunAggregation run;
  const Trace& trace = model.trace();
  run.unit = model.unit();
  run.type = type_with_most_states(trace);
  if (!run.type.valid()) {
    run.problem = "the trace has no states to aggregate";
    return run;
  }
  try {
    AggregationModelOptions options = options_for(trace, run.type);
    run.levels = levels_above(trace, options.container_type);
    if (level.valid()) options.level_types = {level};
    options.slices = slices;
    options.threads = thread_limit;
    if (part.range && part.range->length() > 0) {
      options.start = part.range->start;
      options.end = part.range->end;
    }
    options.containers = literal_paths(trace, part.containers);
    options.slices = slices_within_memory(trace, options);
    run.model = aggregation_model(trace, options);
    const Aggregation aggregation(run.model.cells, {.threads = thread_limit});
    run.curve = aggregation.significant();
    run.max_gain = aggregation.max_gain();
    run.max_loss = aggregation.max_loss();
    run.knee = knee_of(run.curve, run.max_gain, run.max_loss);
    run.values = values_of(model, run);
  } catch (const std::invalid_argument& error) {
    run.curve.clear();
    run.problem = error.what();
  }
  return run;
}

std::vector<AggregateBox> boxes_of(const RunAggregation& run, const Partition& partition) {
  const AggregationCells& cells = run.model.cells;
  std::vector<std::pair<uint32_t, uint32_t>> leaves(cells.parents.size(), {UINT32_MAX, 0});
  for (uint32_t node = 0; node < cells.parents.size(); ++node) {
    if (node < cells.leaves) leaves[node] = {node, node + 1};
    const uint32_t parent = cells.parents[node];
    if (parent == AggregationCells::kNoParent) continue;
    leaves[parent].first = std::min(leaves[parent].first, leaves[node].first);
    leaves[parent].second = std::max(leaves[parent].second, leaves[node].second);
  }
  std::vector<AggregateBox> boxes;
  for (const Aggregate& part : partition.parts) {
    AggregateBox box{part, leaves[part.node].first, leaves[part.node].second, {}};
    box.shares.assign(cells.values, 0);
    const double count =
        static_cast<double>(box.last_leaf - box.first_leaf) * (part.last - part.first + 1.0);
    for (uint32_t leaf = box.first_leaf; leaf < box.last_leaf; ++leaf) {
      for (uint32_t value = 0; value < cells.values; ++value) {
        const std::size_t row = cells.row(leaf, value);
        for (uint32_t slice = part.first; slice <= part.last; ++slice) {
          box.shares[value] += cells.amounts[row + slice] / count;
        }
      }
    }
    boxes.push_back(std::move(box));
  }
  return boxes;
}

}  // namespace paje::gui
