#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <stdexcept>

#include "paje/bounds.hpp"

namespace paje {

namespace {

constexpr std::size_t kMostKinds = 16;
constexpr double kNoDuration = std::numeric_limits<double>::quiet_NaN();

bool is_task(const DependencyGraph& graph, uint32_t piece) {
  return graph.value(piece) != 0 && graph.is_useful(piece);
}

std::string kind_name(const DependencyGraph& graph, const DependencyGraph::Track& track,
                      bool with_name) {
  const Trace& trace = graph.trace();
  std::string name(trace[trace[track.container].type].name.text);
  if (!with_name) return name;
  name += ' ';
  for (const char letter : track.name) {
    if (letter < '0' || letter > '9') name += letter;
  }
  return name;
}

// The time of each kernel on each kind of resource.
struct Sums {
  std::size_t kinds;
  std::map<uint32_t, std::vector<double>> seconds;  // by value
  std::map<uint32_t, std::vector<uint64_t>> counts;

  void add(uint32_t value, uint32_t kind, double time) {
    auto& row = seconds[value];
    row.resize(kinds);
    row[kind] += time;
    auto& number = counts[value];
    number.resize(kinds);
    ++number[kind];
  }
};

class BoundFinder {
 public:
  explicit BoundFinder(const DependencyGraph& graph) : graph_(graph) {}

  RunBounds find() {
    if (!std::isfinite(graph_.length())) {
      throw std::invalid_argument("the run has no end, so there is no bound of its length");
    }
    choose_kinds(true);
    if (bounds_.kinds.size() > kMostKinds) choose_kinds(false);
    if (bounds_.kinds.size() > kMostKinds) {
      throw std::invalid_argument(
          "bounds support at most 16 types of containers, and the run has more");
    }
    measure_kernels();
    std::vector<uint32_t> everywhere(graph_.tracks().size());
    std::iota(everywhere.begin(), everywhere.end(), 0U);
    bounds_.area = area_of(everywhere);
    measure_nodes();
    measure_chains();
    return std::move(bounds_);
  }

 private:
  void choose_kinds(bool with_name) {
    std::map<std::string, uint32_t> kinds;
    for (const auto& track : graph_.tracks()) ++kinds[kind_name(graph_, track, with_name)];
    bounds_.kinds.clear();
    for (auto& [name, kind] : kinds) {
      bounds_.kinds.push_back({name, kind});
      kind = static_cast<uint32_t>(bounds_.kinds.size() - 1);
    }
    kind_of_track_.clear();
    for (const auto& track : graph_.tracks()) {
      kind_of_track_.push_back(kinds[kind_name(graph_, track, with_name)]);
    }
  }

  [[nodiscard]] Sums sums_of(std::span<const uint32_t> tracks) const {
    Sums sums{bounds_.kinds.size(), {}, {}};
    for (const uint32_t i : tracks) {
      const auto& track = graph_.tracks()[i];
      for (uint32_t piece = track.first; piece < track.last; ++piece) {
        if (!is_task(graph_, piece)) continue;
        sums.add(graph_.value(piece), kind_of_track_[i], graph_.length(piece));
      }
    }
    return sums;
  }

  void measure_kernels() {
    std::vector<uint32_t> all(graph_.tracks().size());
    std::iota(all.begin(), all.end(), 0U);
    const Sums sums = sums_of(all);
    means_.resize(graph_.values().size());
    for (const auto& [value, seconds] : sums.seconds) {
      const auto& counts = sums.counts.at(value);
      Kernel kernel;
      kernel.value = value;
      for (std::size_t kind = 0; kind < seconds.size(); ++kind) {
        kernel.count += counts[kind];
        kernel.seconds += seconds[kind];
        kernel.means.push_back(
            counts[kind] == 0 ? kNoDuration : seconds[kind] / static_cast<double>(counts[kind]));
      }
      means_[value] = kernel.means;
      bounds_.kernels.push_back(std::move(kernel));
    }
    std::stable_sort(bounds_.kernels.begin(), bounds_.kernels.end(),
                     [](const Kernel& a, const Kernel& b) { return a.seconds > b.seconds; });
  }

  // The bound of the tasks of some tracks on these tracks alone. Shares are in the order of
  // bounds_.kernels.
  [[nodiscard]] AreaBound area_of(std::span<const uint32_t> tracks) const {
    std::vector<uint32_t> resources(bounds_.kinds.size(), 0), place;
    for (const uint32_t track : tracks) ++resources[kind_of_track_[track]];
    for (uint32_t kind = 0; kind < resources.size(); ++kind) {
      if (resources[kind] > 0) place.push_back(kind);
    }
    std::erase(resources, 0U);
    const Sums sums = sums_of(tracks);
    std::vector<double> seconds;
    for (const Kernel& kernel : bounds_.kernels) {
      const auto found = sums.counts.find(kernel.value);
      if (found == sums.counts.end()) continue;
      const auto count = static_cast<double>(
          std::accumulate(found->second.begin(), found->second.end(), uint64_t{0}));
      for (const uint32_t kind : place) seconds.push_back(kernel.means[kind] * count);
    }
    return area_bound(seconds, resources);
  }

  void measure_nodes() {
    std::map<ContainerId, std::vector<uint32_t>> nodes;
    for (uint32_t i = 0; i < graph_.tracks().size(); ++i) {
      const ContainerId parent = graph_.trace()[graph_.tracks()[i].container].parent;
      if (parent.valid()) nodes[parent].push_back(i);
    }
    for (const auto& [node, tracks] : nodes) {
      NodeBound bound{node, static_cast<uint32_t>(tracks.size()), area_of(tracks).time, 0};
      for (const uint32_t i : tracks) {
        const auto& track = graph_.tracks()[i];
        for (uint32_t piece = track.last; piece > track.first; --piece) {
          if (!is_task(graph_, piece - 1)) continue;
          bound.length = std::max(bound.length, graph_.end(piece - 1) - graph_.start());
          break;
        }
      }
      bounds_.nodes.push_back(bound);
    }
  }

  // The task of a track that starts (or ends) at a time; kNone if there is none. Skips tasks of
  // length 0, which add nothing to a chain.
  [[nodiscard]] uint32_t task_at(uint32_t number, double time, bool ends) const {
    if (number == DependencyGraph::kNone) return number;
    const auto& track = graph_.tracks()[number];
    const double within = graph_.resolution();
    uint32_t low = track.first, high = track.last;  // the first that ends late enough
    while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (graph_.end(middle) < time - within) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    for (uint32_t piece = low; piece < track.last && graph_.start(piece) <= time + within;
         ++piece) {
      const double edge = ends ? graph_.end(piece) : graph_.start(piece);
      if (std::abs(edge - time) > within || graph_.length(piece) <= 2 * within) continue;
      if (is_task(graph_, piece)) return piece;
    }
    return DependencyGraph::kNone;
  }

  [[nodiscard]] double fastest(uint32_t piece, uint32_t track) const {
    const auto& means = means_[graph_.value(piece)];
    double best = means[kind_of_track_[track]];
    const double own = best;
    for (const double mean : means) best = mean < best ? mean : best;
    return own > 0 ? graph_.length(piece) * (best / own) : 0;
  }

  struct Dependency {
    uint32_t source;
    uint32_t target;
  };

  [[nodiscard]] std::vector<Dependency> dependencies() const {
    const LinkColumns links = graph_.trace().links();
    std::vector<Dependency> found;
    for (uint64_t row = 0; row < links.start.size(); ++row) {
      const ContainerId from = links.start_container[row], to = links.end_container[row];
      if (!from.valid() || !to.valid() || links.end[row] < links.start[row]) continue;
      const uint32_t source = task_at(graph_.track_of(from), links.start[row], true);
      if (source == DependencyGraph::kNone) continue;
      const uint32_t target = task_at(graph_.track_of(to), links.end[row], false);
      if (target != DependencyGraph::kNone) found.push_back({source, target});
    }
    // Sorted so that the chain before each source is complete: predecessors end before a task
    // starts.
    std::stable_sort(found.begin(), found.end(), [&](const Dependency& a, const Dependency& b) {
      return graph_.start(a.target) < graph_.start(b.target);
    });
    return found;
  }

  void measure_chains() {
    const std::vector<Dependency> all = dependencies();
    bounds_.dependencies = all.size();
    std::vector<double> before(graph_.piece_limit(), 0);  // longest chain before each task
    for (const Dependency& one : all) {
      const double chain =
          before[one.source] + fastest(one.source, graph_.track_of_piece(one.source));
      before[one.target] = std::max(before[one.target], chain);
    }
    for (uint32_t i = 0; i < graph_.tracks().size(); ++i) {
      const auto& track = graph_.tracks()[i];
      for (uint32_t piece = track.first; piece < track.last; ++piece) {
        if (!is_task(graph_, piece)) continue;
        bounds_.critical_path = std::max(bounds_.critical_path, before[piece] + fastest(piece, i));
      }
    }
  }

  const DependencyGraph& graph_;
  RunBounds bounds_;
  std::vector<uint32_t> kind_of_track_;
  std::vector<std::vector<double>> means_;  // by value, then kind
};

}  // namespace

RunBounds find_bounds(const DependencyGraph& graph) { return BoundFinder(graph).find(); }

}  // namespace paje
