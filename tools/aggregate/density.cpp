#include "aggregate/density.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "analyze/sheet.hpp"

namespace paje::tools {

ReadOptions density_reading(const AggregateOptions& options) {
  ReadOptions read = options.read;
  if (!options.density) return read;
  read.keep_user_fields = true;
  read.selection.containers.clear();  // rows are chosen of a graph of all
  return read;
}

DependencyGraph density_graph(const Trace& trace, const AggregateOptions& options) {
  DependencyOptions graph;
  graph.classes = read_classes(options.classes);
  graph.threads = options.read.threads;
  return DependencyGraph(trace, graph);
}

std::vector<TypeId> density_types(const DependencyGraph& graph) {
  std::vector<TypeId> types;
  for (const auto& track : graph.tracks()) types.push_back(track.type);
  if (types.empty()) {
    throw std::invalid_argument("the trace has no states, which an analysis needs");
  }
  std::sort(types.begin(), types.end());
  types.erase(std::unique(types.begin(), types.end()), types.end());
  return types;
}

std::string density_words(Density density) {
  switch (density) {
    case Density::waiting:
      return "waiting";
    case Density::cause:
      return "causes of waiting";
    case Density::critical:
      return "critical path";
    default:
      return "lateness";
  }
}

std::string_view density_column(Density density) {
  switch (density) {
    case Density::waiting:
      return "waiting";
    case Density::cause:
      return "caused";
    case Density::critical:
      return "on_path";
    default:
      return "lateness";
  }
}

std::string density_depth(Density density, double amount, TimeUnit unit) {
  switch (density) {
    case Density::waiting:
      return fmt::format("{} of the time", share_text(amount));
    case Density::cause:
      return fmt::format("{:.3g} s of waiting in 1 s", amount);
    case Density::critical:
      return fmt::format("{} of the time", share_text(amount));
    default:
      return time_text(amount, unit);
  }
}

std::vector<std::string> density_remarks(const Trace& trace, DependencyGraph&& graph,
                                         TimeUnit unit) {
  const Run run{trace, std::move(graph), unit, ""};
  return remarks(run, check_replay(run.graph));
}

}  // namespace paje::tools
