#include "aggregate/overview.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <stdexcept>

#include "aggregate/density.hpp"
#include "aggregate/type_choice.hpp"
#include "common/time_unit_option.hpp"
#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

// A trace, and its graph if a density is asked for.
struct Source {
  Trace trace;
  std::optional<DependencyGraph> graph;

  [[nodiscard]] AggregationModelOptions model_options(const AggregateOptions& options) const {
    return tools::model_options(trace, counts_of_types(trace), options,
                                graph ? density_types(*graph) : std::vector<TypeId>());
  }
  [[nodiscard]] std::size_t leaves(const AggregationModelOptions& chosen) const {
    return graph ? density_leaves(*graph, chosen) : aggregation_leaves(trace, chosen);
  }
  [[nodiscard]] AggregationModel model(const AggregationModelOptions& chosen,
                                       const AggregateOptions& options) const {
    return graph ? density_model(*graph, *options.density, chosen)
                 : aggregation_model(trace, chosen);
  }
};

Source read(const std::string& path, const AggregateOptions& options) {
  Source source;
  source.trace =
      read_trace({.tool = options.tool, .lenient = options.lenient, .quiet = options.quiet}, path,
                 density_reading(options));
  if (options.density) source.graph.emplace(density_graph(source.trace, options));
  return source;
}

void add_difference(Overview& overview, const AggregateOptions& options) {
  const Source other = read(options.against, options);
  AggregationModelOptions of_other = other.model_options(options);
  if (!options.normalised_time) {
    // The same time since the beginning of each run.
    double start = 0;
    if (options.start) {
      start = *options.start;
    } else {
      AggregationModelOptions whole = of_other;
      whole.start.reset();
      whole.end.reset();
      whole.slices = 1;
      start = other.model(whole, options).start;
    }
    of_other.start = start;
    of_other.end = start + (overview.model.end - overview.model.start);
  }
  // `against` is what was; the trace is what it became.
  const AggregationModel before = other.model(of_other, options);
  AggregationModel difference = difference_of(before, overview.model);
  // Times are the trace's own, whatever part of the other run they are compared with.
  difference.start = overview.model.start;
  difference.end = overview.model.end;
  overview.model = std::move(difference);
  overview.is_difference = true;
  overview.title = fmt::format("{} against {}", overview.title, options.against);
}

void keep_dimension(Overview& overview, Dimension dimension) {
  AggregationModel& model = overview.model;
  if (dimension == Dimension::time) {
    // A cell then is of all leaves together: the mean of them.
    const double leaves = model.cells.leaves;
    overview.leaves_of_cell = leaves;
    model.cells = summed_over_space(model.cells);
    for (double& amount : model.cells.amounts) amount /= leaves;
    model.containers = {kRootContainer};
    model.paths = {"0"};
  } else if (dimension == Dimension::space) {
    const double slices = model.cells.slices;
    model.cells = summed_over_time(model.cells);
    for (double& amount : model.cells.amounts) amount /= slices;
  }
}

Overview begun(const Trace& trace, const AggregationModelOptions& chosen,
               const AggregateOptions& options) {
  Overview overview;
  overview.type = trace[chosen.type].name.text;
  overview.container_type = trace[chosen.container_type].name.text;
  overview.leaves = leaves_text(trace, chosen);
  overview.unit = options.unit.value_or(TimeUnit::seconds);
  overview.has_unit = options.unit || detect_time_unit(trace);
  overview.palette = options.palette;
  overview.kind = trace[chosen.type].kind;
  overview.density = options.density;
  return overview;
}

Overview modelled(const Source& source, const AggregateOptions& options) {
  const AggregationModelOptions chosen = source.model_options(options);
  check_overview_memory(source.leaves(chosen), options);
  Overview overview = begun(source.trace, chosen, options);
  overview.model = source.model(chosen, options);
  return overview;
}

void aggregate(Overview& overview, const AggregateOptions& options) {
  keep_dimension(overview, options.dimension);
  const Aggregation aggregation(overview.model.cells,
                                {.normalised = !options.raw, .threads = options.read.threads});
  overview.max_gain = aggregation.max_gain();
  overview.max_loss = aggregation.max_loss();
  if (options.p) {
    overview.partition = aggregation.best(*options.p);
  } else if (!options.list) {
    overview.partition = aggregation.at_knee(options.threshold);
    overview.is_knee = true;
  } else {
    overview.curve = options.exact ? aggregation.significant_exactly()
                                   : aggregation.significant(options.threshold);
    overview.knee = knee_of(overview.curve, overview.max_gain, overview.max_loss);
    overview.partition = overview.curve[*overview.knee];
    overview.is_knee = true;
  }
  const auto ranges = leaf_ranges(overview.model.cells);
  for (const Aggregate& part : overview.partition.parts) {
    overview.aggregates.push_back(
        summary_of(overview.model, part, ranges[part.node].first, ranges[part.node].second));
  }
}

}  // namespace

std::string Overview::value_text(uint32_t value) const {
  const std::string& name = model.value_names[value];
  if (!is_difference) return name;
  return (value % 2 == 0 ? "more " : "less ") + name;
}

double Overview::amount_of(const ShownAggregate& shown, uint32_t value) const {
  if (density == Density::lateness) return shown.shares[value];
  return shown.shares[value] * static_cast<double>(shown.cells) * model.slice_length() *
         leaves_of_cell;
}

double Overview::amount_of(const ShownAggregate& shown) const {
  double amount = 0;
  for (uint32_t value = 0; value < shown.shares.size(); ++value) {
    amount += (is_difference && value % 2 == 1 ? -1 : 1) * amount_of(shown, value);
  }
  return amount;
}

ShownAggregate whole_of(const AggregationModel& model) {
  return summary_of(model, {0, 0, model.cells.slices - 1, 0, 0}, 0, model.cells.leaves);
}

std::vector<std::pair<uint32_t, uint32_t>> leaf_ranges(const AggregationCells& cells) {
  std::vector<std::pair<uint32_t, uint32_t>> ranges(cells.parents.size(), {UINT32_MAX, 0});
  for (uint32_t node = 0; node < cells.parents.size(); ++node) {
    if (node < cells.leaves) ranges[node] = {node, node + 1};
    const uint32_t parent = cells.parents[node];
    if (parent == AggregationCells::kNoParent) continue;
    ranges[parent].first = std::min(ranges[parent].first, ranges[node].first);
    ranges[parent].second = std::max(ranges[parent].second, ranges[node].second);
  }
  return ranges;
}

ShownAggregate summary_of(const AggregationModel& model, const Aggregate& aggregate,
                          uint32_t first_leaf, uint32_t last_leaf) {
  ShownAggregate shown;
  shown.aggregate = aggregate;
  shown.cells = static_cast<uint64_t>(last_leaf - first_leaf) *
                (aggregate.last - aggregate.first + std::size_t{1});
  shown.shares.assign(model.cells.values, 0);
  for (uint32_t leaf = first_leaf; leaf < last_leaf; ++leaf) {
    for (uint32_t value = 0; value < model.cells.values; ++value) {
      const double* row = model.cells.amounts.data() + model.cells.row(leaf, value);
      for (uint32_t t = aggregate.first; t <= aggregate.last; ++t) shown.shares[value] += row[t];
    }
  }
  for (double& share : shown.shares) {
    share /= static_cast<double>(shown.cells);
    shown.total += share;
  }
  shown.mode = static_cast<uint32_t>(std::max_element(shown.shares.begin(), shown.shares.end()) -
                                     shown.shares.begin());
  return shown;
}

// Before anything is allocated. Inner containers are few compared to the leaves.
void check_overview_memory(std::size_t leaves, const AggregateOptions& options) {
  const double needed =
      Aggregation::memory_needed(options.dimension == Dimension::time ? 1 : leaves,
                                 options.dimension == Dimension::space ? 1 : options.slices);
  const double there =
      static_cast<double>(::sysconf(_SC_PHYS_PAGES)) * static_cast<double>(::sysconf(_SC_PAGESIZE));
  if (needed <= 0.8 * there) return;
  throw std::invalid_argument(fmt::format(
      "{} and {} need {} of memory, and this machine has {}; take fewer slices, or aggregate over "
      "time or space alone with --dimension",
      counted(leaves, "container", "containers"), counted(options.slices, "slice", "slices"),
      bytes_text(needed), bytes_text(there)));
}

Overview overview_of(const Trace& trace, const AggregationModelOptions& chosen,
                     AggregationModel model, const AggregateOptions& options) {
  Overview overview = begun(trace, chosen, options);
  overview.model = std::move(model);
  overview.title = Input::from_path(options.input).name();
  const Trace* const traces[] = {&trace};
  overview.unit = unit_for(options.unit, traces, options.tool, options.quiet);
  aggregate(overview, options);
  return overview;
}

Overview overview_of(const Trace& trace, const AggregateOptions& options) {
  Overview overview = modelled({trace, std::nullopt}, options);
  aggregate(overview, options);
  return overview;
}

Overview make_overview(const AggregateOptions& options) {
  Source source = read(options.input, options);
  Overview overview = modelled(source, options);
  overview.title = Input::from_path(options.input).name();
  const Trace* const traces[] = {&source.trace};
  overview.unit = unit_for(options.unit, traces, options.tool, options.quiet);
  if (source.graph) {
    overview.remarks = density_remarks(source.trace, std::move(*source.graph), overview.unit);
  }
  if (!options.against.empty()) add_difference(overview, options);
  aggregate(overview, options);
  return overview;
}

}  // namespace paje::tools
