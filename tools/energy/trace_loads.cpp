// Loads from a trace: the useful time of each track in each iteration.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <iterator>
#include <map>
#include <stdexcept>

#include "analyze/run.hpp"
#include "common/time_unit_option.hpp"
#include "common/tool.hpp"
#include "energy/commands.hpp"
#include "energy/loads.hpp"
#include "energy/names.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

// The nearest container from `id` upwards whose type is called so; invalid if there is none.
ContainerId above(const Trace& trace, ContainerId id, std::string_view type) {
  for (; id.valid(); id = trace[id].parent) {
    if (is_same_name(trace[trace[id].type].name.text, type)) return id;
  }
  return {};
}

class LoadReader {
 public:
  LoadReader(const EnergyOptions& options, LoadedRun run) : options_(options) {
    loads_.run = std::move(run);
  }

  Loads read() {
    find_places();
    find_iterations();
    for (uint32_t i = 0; i < graph().tracks().size(); ++i) add_work(i);
    for (auto& seconds : loads_.seconds) seconds.resize(loads_.tasks.size());
    const double unit = per_second(loads_.run->unit);
    for (auto& seconds : loads_.seconds) {
      for (double& load : seconds) load /= unit;
    }
    const auto& edges = loads_.run->edges;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
      loads_.lengths.push_back((edges[i + 1] - edges[i]) / unit);
    }
    return std::move(loads_);
  }

 private:
  [[nodiscard]] const DependencyGraph& graph() const { return *loads_.run->graph; }
  [[nodiscard]] const Trace& trace() const { return loads_.run->trace; }

  [[nodiscard]] ContainerId needed(ContainerId track, const std::string& type,
                                   const char* what) const {
    const ContainerId found = above(trace(), track, type);
    if (found.valid()) return found;
    throw std::runtime_error(
        fmt::format("the container {} is in no container of the type {}, as "
                    "{} are to be",
                    visible(trace()[track].name.text), visible(type), what));
  }

  void find_places() {
    std::map<ContainerId, uint32_t> processors, domains;
    for (const auto& track : graph().tracks()) {
      const ContainerId processor = options_.processor.empty()
                                        ? track.container
                                        : needed(track.container, options_.processor, "tasks");
      const ContainerId domain =
          options_.domain.empty() ? processor : needed(processor, options_.domain, "processors");
      const auto [at, is_new] = processors.try_emplace(processor, loads_.processors.size());
      if (is_new) {
        loads_.processors.emplace_back(trace()[processor].name.text);
        loads_.containers.push_back(processor);
        const auto [in, is_first] = domains.try_emplace(domain, loads_.domains.size());
        if (is_first) loads_.domains.emplace_back(trace()[domain].name.text);
        loads_.domain.push_back(in->second);
      }
      loads_.run->processor.push_back(at->second);
    }
  }

  // Where iterations begin: the earliest of all tracks. The whole run is one if there is no loop.
  void find_iterations() {
    const Iterations found = paje::find_iterations(graph(), options_.iterations);
    auto& edges = loads_.run->edges;
    for (const Iteration& iteration : found.table) {
      if (edges.empty() || iteration.start > edges.back()) edges.push_back(iteration.start);
    }
    if (found.count == 0) {
      loads_.remarks.emplace_back("No iterations are found; the whole run counts as one.");
      edges = {graph().start(), graph().end()};
    } else {
      double end = edges.back();
      for (const Iteration& iteration : found.table) end = std::max(end, iteration.end);
      if (end > edges.back()) edges.push_back(end);
    }
    if (edges.size() < 2 || !std::isfinite(edges.back())) {
      throw std::runtime_error("the run has no length, so there is nothing to balance");
    }
    if (found.count > 0 && found.agreeing.size() < graph().tracks().size()) {
      loads_.remarks.push_back(
          fmt::format("Warning: only {} of {} containers have these iterations.",
                      found.agreeing.size(), graph().tracks().size()));
    }
    add_own_edges(found);
    loads_.seconds.resize(edges.size() - 1);
  }

  // Tracks need not begin an iteration at the same time.
  void add_own_edges(const Iterations& found) {
    auto& own = loads_.run->own_edges;
    own.resize(graph().tracks().size());
    for (const uint32_t track : found.agreeing) {
      const TrackIterations& loop = found.tracks[track];
      const std::size_t wanted = loads_.run->edges.size() - 1;
      if (loop.starts.size() != wanted || loop.ends.size() != wanted) continue;
      own[track] = loop.starts;
      own[track].push_back(loop.ends.back());
      if (!std::is_sorted(own[track].begin(), own[track].end())) own[track].clear();
    }
  }

  // Useful pieces, cut at the edges of iterations.
  void add_work(uint32_t number) {
    const auto& track = graph().tracks()[number];
    const std::vector<double>& edges = loads_.run->edges_of(number);
    std::size_t at = 0;
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      if (!graph().is_useful(piece)) continue;
      while (at + 2 < edges.size() && graph().start(piece) >= edges[at + 1]) ++at;
      for (std::size_t i = at; i + 1 < edges.size(); ++i) {
        if (edges[i] >= graph().end(piece)) break;
        const double from = std::max(edges[i], graph().start(piece));
        const double to = std::min(edges[i + 1], graph().end(piece));
        if (to > from) add_seconds(i, number, to - from);
      }
    }
  }

  // A task for each track, or for the first, second, ... piece of work in its iterations.
  void add_seconds(std::size_t iteration, uint32_t track, double seconds) {
    if (latest_ != std::pair(iteration, track)) pieces_ = 0;
    latest_ = {iteration, track};
    const uint32_t piece = options_.states_are_tasks ? pieces_++ : 0;
    const auto [found, is_new] =
        tasks_.try_emplace({track, piece}, static_cast<uint32_t>(loads_.tasks.size()));
    if (is_new) {
      std::string name(graph().tracks()[track].name);
      if (options_.states_are_tasks) name += fmt::format(" {}", piece + 1);
      loads_.tasks.push_back(std::move(name));
      loads_.place.push_back(loads_.run->processor[track]);
    }
    auto& all = loads_.seconds[iteration];
    if (all.size() <= found->second) all.resize(found->second + std::size_t{1});
    all[found->second] += seconds;
  }

  const EnergyOptions& options_;
  Loads loads_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> tasks_;  // by track and place
  std::pair<std::size_t, uint32_t> latest_{SIZE_MAX, 0};
  uint32_t pieces_ = 0;  // of the latest iteration
};

}  // namespace

Loads loads_of_trace(const EnergyOptions& options, const std::string& path) {
  LoadedRun run;
  run.trace = read_energy_trace(options, path);
  const Trace* const traces[] = {&run.trace};
  run.unit = unit_for(options.unit, traces, "pj_energy", options.quiet);
  DependencyOptions graph_options;
  graph_options.classes = read_classes(options.classes);
  graph_options.threads = options.read.threads;
  run.graph = std::make_unique<DependencyGraph>(run.trace, graph_options);
  if (run.graph->tracks().empty()) {
    throw std::runtime_error(visible(path) + ": the trace has no states, so nobody works");
  }
  return LoadReader(options, std::move(run)).read();
}

}  // namespace paje::tools
