#include <algorithm>

#include "analysis/wait_origins.hpp"
#include "paje/waits.hpp"

namespace paje {

namespace {

// The costs of a track and value, and when they arose.
class CauseTable {
 public:
  explicit CauseTable(const DependencyGraph& graph)
      : graph_(graph), by_track_(graph.tracks().size()) {}

  void add(uint32_t track, uint32_t value, double direct, double passed_on,
           const WaitOrigin& origin) {
    auto& causes = by_track_[track];
    const auto found = std::find_if(causes.begin(), causes.end(),
                                    [&](const Entry& entry) { return entry.cause.value == value; });
    Entry& entry = found != causes.end() ? *found : causes.emplace_back();
    entry.cause.track = track;
    entry.cause.value = value;
    entry.cause.direct += direct;
    entry.cause.passed_on += passed_on;
    spread(entry.bins, origin, direct + passed_on);
  }

  std::vector<Cause> finish() {
    std::vector<Cause> causes;
    for (auto& own : by_track_) {
      for (Entry& entry : own) {
        set_place(entry);
        causes.push_back(entry.cause);
      }
    }
    std::stable_sort(causes.begin(), causes.end(),
                     [](const Cause& a, const Cause& b) { return a.cost() > b.cost(); });
    return causes;
  }

 private:
  static constexpr std::size_t kBins = 200;
  struct Entry {
    Cause cause;
    std::vector<float> bins = std::vector<float>(kBins);
  };

  [[nodiscard]] std::size_t bin_of(double time) const {
    const double place = (time - graph_.start()) / graph_.length() * kBins;
    return static_cast<std::size_t>(std::clamp(place, 0.0, double{kBins - 1}));
  }

  // Evenly over the time since the last meeting.
  void spread(std::vector<float>& bins, const WaitOrigin& origin, double cost) const {
    const std::size_t first = bin_of(origin.from), last = bin_of(origin.to);
    const auto each = static_cast<float>(cost / static_cast<double>(last - first + 1));
    for (std::size_t bin = first; bin <= last; ++bin) bins[bin] += each;
  }

  void set_place(Entry& entry) const {
    double all = 0;
    for (const float cost : entry.bins) all += cost;
    std::size_t first = 0, last = kBins - 1;
    for (double sum = 0; first < last && (sum += entry.bins[first]) <= 0.025 * all;) ++first;
    for (double sum = 0; last > first && (sum += entry.bins[last]) <= 0.025 * all;) --last;
    entry.cause.start = graph_.start() + graph_.length() * static_cast<double>(first) / kBins;
    entry.cause.end = graph_.start() + graph_.length() * static_cast<double>(last + 1) / kBins;
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
  const TrackTimes times(graph, waits);
  const WaitOrigins origins(graph, waits, times);
  CauseTable causes(graph);
  WaitDistribution(waits, times, origins.all(), causes).run();
  return causes.finish();
}

}  // namespace paje
