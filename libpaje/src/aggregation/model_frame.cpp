#include "aggregation/model_frame.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "aggregation/model_tree.hpp"
#include "aggregation/table_size.hpp"
#include "paje/exact_sum.hpp"
#include "paje/measured_time.hpp"

namespace paje {

namespace {

constexpr uint32_t kMostSlices = 100'000;
// Limit of the bytes of tables, in total and per object of the trace: a few lines must not need
// gigabytes, but large runs have enough objects.
constexpr uint64_t kTableBytes = uint64_t{1} << 30U;
constexpr uint64_t kTableBytesOfObject = 1000;

}  // namespace

ModelFrame make_frame(const Trace& trace, std::vector<Leaf> leaves) {
  ModelFrame frame;
  AggregationModel& model = frame.model;
  std::vector<ContainerId> containers;
  std::vector<std::size_t> place(trace.containers().size(), 0);
  for (const Leaf& leaf : leaves) {
    place[leaf.container.index] = containers.size();
    containers.push_back(leaf.container);
  }
  ModelTree tree = model_tree(trace, containers);
  model.cells.leaves = tree.leaves;
  for (uint32_t leaf = 0; leaf < tree.leaves; ++leaf) {
    frame.leaves.push_back(std::move(leaves[place[tree.containers[leaf].index]]));
  }
  model.cells.parents = std::move(tree.parents);
  model.containers = std::move(tree.containers);
  for (const ContainerId id : model.containers) model.paths.push_back(container_path(trace, id));
  return frame;
}

void choose_time(const Trace& trace, const AggregationModelOptions& options, ModelFrame& frame) {
  AggregationModel& model = frame.model;
  double start = std::numeric_limits<double>::infinity();
  double end = -start;
  for (const Leaf& leaf : frame.leaves) {
    for (const LeafPart& part : leaf.parts) {
      start = std::min(start, trace[part.container].start);
      end = std::max(end, trace[part.container].end);
    }
  }
  // Only those bounds of the trace that are used must be finite.
  check_measured(options.start ? 0 : start, options.end ? 0 : end, "the run");
  model.start = options.start.value_or(start);
  model.end = options.end.value_or(end);
  const double length = model.end - model.start;
  const double greatest = std::max(std::abs(model.start), std::abs(model.end));
  if (!(length > 0 && greatest <= kGreatestMeasuredTime)) {
    throw std::invalid_argument(fmt::format(
        "the time from {} to {} has no length to cut into slices", model.start, model.end));
  }
  if (options.slices == 0 || options.slices > kMostSlices) {
    throw std::invalid_argument(
        fmt::format("expected 1 to {} slices, found {}", kMostSlices, options.slices));
  }
  model.cells.slices = options.slices;
  if (!(model.start + model.slice_length() > model.start &&
        model.end - model.slice_length() < model.end)) {
    throw std::invalid_argument("slices are shorter than times of this size can resolve");
  }
}

void limit_cells(uint64_t objects, ModelFrame& frame) {
  AggregationCells& cells = frame.model.cells;
  cells.values = static_cast<uint32_t>(frame.model.value_names.size());
  cells.most_bytes = kTableBytes + kTableBytesOfObject * objects;
  const double of_leaf = double{1} * cells.slices * cells.values;
  const bool has_sums = std::any_of(frame.leaves.begin(), frame.leaves.end(),
                                    [](const Leaf& leaf) { return leaf.parts.size() > 1; });
  // The sums of only one leaf exist at a time.
  const double sums = has_sums ? double{sizeof(ExactSum) + sizeof(double)} * of_leaf : 0;
  check_table_bytes(double{sizeof(double)} * cells.leaves * of_leaf + sums, cells, cells.leaves);
}

void allocate_cells(const Trace& trace, ModelFrame& frame) {
  limit_cells(objects_of(trace), frame);
  AggregationCells& cells = frame.model.cells;
  cells.amounts.assign(static_cast<std::size_t>(cells.leaves) * cells.slices * cells.values, 0);
}

uint64_t objects_of(const Trace& trace) {
  uint64_t objects = 0;
  for (const Track& track : trace.tracks()) objects += track.last - track.first;
  return objects;
}

}  // namespace paje
