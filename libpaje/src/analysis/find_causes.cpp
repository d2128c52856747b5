#include <algorithm>
#include <limits>
#include <tuple>

#include "analysis/cause_costs.hpp"
#include "analysis/dense_span.hpp"
#include "base/thread_pool.hpp"
#include "paje/waits.hpp"

namespace paje {

namespace {

// The costs of each track and value, and the interval with most of them.
class CauseTable {
 public:
  explicit CauseTable(const DependencyGraph& graph)
      : graph_(graph), by_track_(graph.tracks().size()) {}

  void add(uint32_t track, uint32_t value, double direct, double passed_on) {
    Cause& cause = entry(track, value).cause;
    cause.direct += direct;
    cause.passed_on += passed_on;
  }

  void set_places(const CausePlaces& places) {
    for (const auto& [track, value, start, end, cost] : places.elsewhere) {
      Entry& found = entry(track, value);
      found.from = std::min(found.from, start);
      found.to = std::max(found.to, end);
    }
    ThreadPool pool(graph_.threads());
    pool.for_each(by_track_.size(), [&](std::size_t track) {
      if (!by_track_[track].empty()) set_places_of(static_cast<uint32_t>(track), places);
    });
  }

  std::vector<Cause> finish() {
    std::vector<Cause> causes;
    for (auto& own : by_track_) {
      for (Entry& entry : own) {
        std::tie(entry.cause.start, entry.cause.end) =
            entry.from < entry.to ? std::pair(entry.from, entry.to) : entry.span.find();
        causes.push_back(entry.cause);
      }
    }
    std::stable_sort(causes.begin(), causes.end(),
                     [](const Cause& a, const Cause& b) { return a.cost() > b.cost(); });
    return causes;
  }

 private:
  void set_places_of(uint32_t track, const CausePlaces& places) {
    const auto& pieces = graph_.tracks()[track];
    for (uint32_t piece = pieces.first; piece < pieces.last; ++piece) {
      const double cost = places.by_piece[piece];
      if (cost <= 0) continue;
      Entry& found = entry(track, graph_.value(piece));
      found.span.add(graph_.start(piece), graph_.end(piece), cost, found.cause.cost(),
                     graph_.length());
    }
  }

  static constexpr double kNever = std::numeric_limits<double>::infinity();
  struct Entry {
    Cause cause;
    DenseSpan span;        // costs in pieces
    double from = kNever;  // costs outside pieces
    double to = -kNever;
  };

  Entry& entry(uint32_t track, uint32_t value) {
    auto& causes = by_track_[track];
    const auto found = std::find_if(causes.begin(), causes.end(),
                                    [&](const Entry& entry) { return entry.cause.value == value; });
    if (found != causes.end()) return *found;
    Entry& entry = causes.emplace_back();
    entry.cause.track = track;
    entry.cause.value = value;
    return entry;
  }

  const DependencyGraph& graph_;
  std::vector<std::vector<Entry>> by_track_;
};

}  // namespace

std::string_view value_name(const DependencyGraph& graph, uint32_t value) {
  if (value == Cause::kBefore) return "(before)";
  if (value == Cause::kUnexplained) return "(unexplained)";
  return graph.values()[value].name;
}

std::vector<Cause> find_causes(const DependencyGraph& graph, const std::vector<Wait>& waits) {
  const CauseCosts costs(graph, waits);
  CauseTable causes(graph);
  costs.for_each([&](uint32_t wait, uint32_t value, double direct, double passed_on) {
    causes.add(waits[wait].whom, value, direct, passed_on);
  });
  causes.set_places(costs.places());
  return causes.finish();
}

}  // namespace paje
