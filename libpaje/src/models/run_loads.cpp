// Computes loads from a run: the useful time of each track in each iteration.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>

#include "paje/models/frequency_plan.hpp"
#include "paje/visible_text.hpp"

namespace paje {

namespace {

bool is_same_name(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

// The nearest container of this type, from `id` upwards; invalid if there is none.
ContainerId above(const Trace& trace, ContainerId id, std::string_view type) {
  for (; id.valid(); id = trace[id].parent) {
    if (is_same_name(trace[trace[id].type].name.text, type)) return id;
  }
  return {};
}

// A smaller share of simultaneous work is due to rounding of times.
constexpr double kMostOverlap = 0.01;
// If iterations cover less than this share of the run, a remark says so.
constexpr double kMostOfRun = 0.99;

// The share of all intervals that overlaps earlier ones.
double overlapping_share(std::vector<std::pair<double, double>>& spans) {
  std::sort(spans.begin(), spans.end());
  double all = 0, twice = 0, end = -std::numeric_limits<double>::infinity();
  for (const auto& [from, to] : spans) {
    all += to - from;
    twice += std::max(0.0, std::min(end, to) - from);
    end = std::max(end, to);
  }
  return all > 0 ? twice / all : 0;
}

class LoadReader {
 public:
  LoadReader(const DependencyGraph& graph, const LoadOptions& options, TimeUnit unit)
      : graph_(graph), options_(options), unit_(per_second(unit)) {}

  Loads read() {
    find_places();
    find_iterations();
    for (uint32_t i = 0; i < graph_.tracks().size(); ++i) add_work(i);
    refuse_overlapping_tasks();
    for (auto& seconds : loads_.seconds) seconds.resize(loads_.tasks.size());
    for (auto& seconds : loads_.seconds) {
      for (double& load : seconds) load /= unit_;
    }
    const auto& edges = loads_.tracks.edges;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
      loads_.lengths.push_back((edges[i + 1] - edges[i]) / unit_);
    }
    return std::move(loads_);
  }

 private:
  [[nodiscard]] const Trace& trace() const { return graph_.trace(); }

  [[nodiscard]] ContainerId needed(ContainerId track, const std::string& type,
                                   const char* what) const {
    const ContainerId found = above(trace(), track, type);
    if (found.valid()) return found;
    throw std::invalid_argument(
        fmt::format("the container {} is in no container of the type {}, but {} must be",
                    visible(trace()[track].name.text), visible(type), what));
  }

  void find_places() {
    std::map<ContainerId, uint32_t> processors, domains;
    for (const auto& track : graph_.tracks()) {
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
        if (is_first) {
          loads_.domains.emplace_back(trace()[domain].name.text);
          loads_.domain_containers.push_back(domain);
        }
        loads_.domain.push_back(in->second);
      }
      loads_.tracks.processor.push_back(at->second);
    }
  }

  // An edge is the earliest start of an iteration on all tracks. A run without a loop is one
  // iteration.
  void find_iterations() {
    const Iterations found = paje::find_iterations(graph_, options_.iterations);
    auto& edges = loads_.tracks.edges;
    for (const Iteration& iteration : found.table) {
      if (edges.empty() || iteration.start > edges.back()) edges.push_back(iteration.start);
    }
    if (found.count == 0) {
      loads_.remarks.emplace_back("No iterations were found; the whole run counts as one.");
      edges = {graph_.start(), graph_.end()};
    } else {
      double end = edges.back();
      for (const Iteration& iteration : found.table) end = std::max(end, iteration.end);
      if (end > edges.back()) edges.push_back(end);
    }
    if (edges.size() < 2 || !std::isfinite(edges.back())) {
      throw std::invalid_argument("the run has no length, so there is nothing to balance");
    }
    const double counted = edges.back() - edges.front();
    const double whole = graph_.end() - graph_.start();
    if (counted < kMostOfRun * whole) {
      loads_.remarks.push_back(fmt::format(
          "Times and energies are those of the iterations, {:.4g} s of the {:.4g} s of the run; "
          "what comes before and after them is not counted.",
          counted / unit_, whole / unit_));
    }
    if (found.count > 0 && found.agreeing.size() < graph_.tracks().size()) {
      loads_.remarks.push_back(
          fmt::format("Warning: only {} of {} containers have these iterations.",
                      found.agreeing.size(), graph_.tracks().size()));
    }
    add_own_edges(found);
    loads_.seconds.resize(edges.size() - 1);
  }

  // Tracks may start an iteration at different times.
  void add_own_edges(const Iterations& found) {
    auto& own = loads_.tracks.own_edges;
    own.resize(graph_.tracks().size());
    for (const uint32_t track : found.agreeing) {
      const TrackIterations& loop = found.tracks[track];
      const std::size_t wanted = loads_.tracks.edges.size() - 1;
      if (loop.starts.size() != wanted || loop.ends.size() != wanted) continue;
      own[track] = loop.starts;
      own[track].push_back(loop.ends.back());
      if (!std::is_sorted(own[track].begin(), own[track].end())) own[track].clear();
    }
  }

  // Adds useful pieces, cut at the edges of iterations.
  void add_work(uint32_t number) {
    const auto& track = graph_.tracks()[number];
    const std::vector<double>& edges = loads_.tracks.edges_of(number);
    std::size_t at = 0;
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      if (!graph_.is_useful(piece)) continue;
      while (at + 2 < edges.size() && graph_.start(piece) >= edges[at + 1]) ++at;
      for (std::size_t i = at; i + 1 < edges.size(); ++i) {
        if (edges[i] >= graph_.end(piece)) break;
        const double from = std::max(edges[i], graph_.start(piece));
        const double to = std::min(edges[i + 1], graph_.end(piece));
        if (to > from) add_seconds(i, number, to - from);
      }
    }
  }

  // The load of a processor is the sum of its tasks, so they must not overlap in time.
  void refuse_overlapping_tasks() const {
    if (loads_.processors.size() == graph_.tracks().size()) return;
    std::vector<std::vector<std::pair<double, double>>> work(loads_.processors.size());
    for (uint32_t i = 0; i < graph_.tracks().size(); ++i) {
      const auto& track = graph_.tracks()[i];
      for (uint32_t piece = track.first; piece < track.last; ++piece) {
        if (!graph_.is_useful(piece)) continue;
        work[loads_.tracks.processor[i]].emplace_back(graph_.start(piece), graph_.end(piece));
      }
    }
    for (std::size_t p = 0; p < work.size(); ++p) {
      const double share = overlapping_share(work[p]);
      if (share <= kMostOverlap) continue;
      throw std::invalid_argument(fmt::format(
          "the tasks of the processor {} overlap for {:.3g} % of their time, but a processor does "
          "one task at a time: choose another type of processors, or none",
          visible(loads_.processors[p]), 100 * share));
    }
  }

  // There is one task for each track, or one for each n-th piece of work of a track in an
  // iteration.
  void add_seconds(std::size_t iteration, uint32_t track, double seconds) {
    if (latest_ != std::pair(iteration, track)) pieces_ = 0;
    latest_ = {iteration, track};
    const uint32_t piece = options_.states_are_tasks ? pieces_++ : 0;
    const auto [found, is_new] =
        tasks_.try_emplace({track, piece}, static_cast<uint32_t>(loads_.tasks.size()));
    if (is_new) {
      std::string name(graph_.tracks()[track].name);
      if (options_.states_are_tasks) name += fmt::format(" {}", piece + 1);
      loads_.tasks.push_back(std::move(name));
      loads_.place.push_back(loads_.tracks.processor[track]);
    }
    auto& all = loads_.seconds[iteration];
    if (all.size() <= found->second) all.resize(found->second + std::size_t{1});
    all[found->second] += seconds;
  }

  const DependencyGraph& graph_;
  const LoadOptions& options_;
  double unit_;  // units of the trace's time per second
  Loads loads_;
  std::map<std::pair<uint32_t, uint32_t>, uint32_t> tasks_;  // by track and place
  std::pair<std::size_t, uint32_t> latest_{SIZE_MAX, 0};
  uint32_t pieces_ = 0;  // of the latest iteration
};

}  // namespace

Loads loads_of_run(const DependencyGraph& graph, const LoadOptions& options, TimeUnit unit) {
  if (graph.tracks().empty()) {
    throw std::invalid_argument("the trace has no states, so no processor works");
  }
  return LoadReader(graph, options, unit).read();
}

}  // namespace paje
