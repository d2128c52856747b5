// A variable is a step function of time. Integrals and means are computed for each run separately.
// Values of both runs are compared along the path that the states define: between two places that
// both runs have reached, times advance proportionally. Where only one run advances, because the
// other lacks a state, nothing is compared.
#include "comparison/variables.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <span>
#include <string_view>
#include <vector>

namespace paje {

namespace {

// Shorter intervals, relative to the run, are due to rounding, where a value changes in both runs.
constexpr double kSliver = 1e-9;

// Intervals of a variable in one run, with times relative to the origin; those of length 0 are
// skipped.
class Pieces {
 public:
  Pieces(const Trace& trace, const Track& track, double origin) : origin_(origin) {
    const VariableColumns columns = trace.variables();
    start_ = columns.start.subspan(track.first, track.size());
    end_ = columns.end.subspan(track.first, track.size());
    value_ = columns.value.subspan(track.first, track.size());
  }

  void measure(double& integral, double& mean) const {
    double time = 0;
    integral = 0;
    for (std::size_t i = 0; i < start_.size(); ++i) {
      integral += value_[i] * (end_[i] - start_[i]);
      time += end_[i] - start_[i];
    }
    mean = time > 0 ? integral / time : start_.empty() ? 0 : value_.back();
  }

  // Advances to the interval that contains the time just after `time`, which must not decrease.
  void go_to(double time) {
    while (next_ < start_.size() && end_[next_] - origin_ <= time) ++next_;
    is_inside_ = next_ < start_.size() && start_[next_] - origin_ <= time;
  }
  [[nodiscard]] bool has_value() const { return is_inside_; }
  [[nodiscard]] double value() const { return value_[next_]; }
  // When this interval ends, or the next one starts.
  [[nodiscard]] double change() const {
    if (next_ == start_.size()) return std::numeric_limits<double>::infinity();
    return (is_inside_ ? end_[next_] : start_[next_]) - origin_;
  }

 private:
  std::span<const double> start_, end_, value_;
  double origin_;
  std::size_t next_ = 0;
  bool is_inside_ = false;
};

// Follows both variables along a path.
class LargestDifference {
 public:
  LargestDifference(Pieces a, Pieces b, double sliver, VariableComparison& found)
      : a_(a), b_(b), sliver_(sliver), found_(found) {}

  void pass(const WalkTime& from, const WalkTime& to) {
    const double in_a = to.a - from.a;
    const double in_b = to.b - from.b;
    if (!(in_a > 0) || !(in_b > 0)) return;
    WalkTime now = from;
    double part = 0;  // of the way
    while (part < 1) {
      a_.go_to(now.a);
      b_.go_to(now.b);
      const double next_a = (a_.change() - from.a) / in_a;
      const double next_b = (b_.change() - from.b) / in_b;
      const double next = std::min({1.0, next_a, next_b});
      const WalkTime then{next == next_a ? a_.change() : from.a + in_a * next,
                          next == next_b ? b_.change() : from.b + in_b * next};
      compare(now, then);
      // If rounding prevents progress, advance to the next change.
      part = next > part ? next : std::nextafter(part, 2.0);
      now = {std::max(now.a, then.a), std::max(now.b, then.b)};
    }
  }
  void enter(const StateColumn&, const WalkTime&) {}
  void leave(const StateColumn&, const WalkTime&) {}

 private:
  void compare(const WalkTime& from, const WalkTime& to) {
    if (!a_.has_value() || !b_.has_value()) return;
    if (to.a - from.a <= sliver_ || to.b - from.b <= sliver_) return;
    const double difference = std::abs(b_.value() - a_.value());
    if (!(difference > std::abs(found_.largest()))) return;
    found_.value_a = a_.value();
    found_.value_b = b_.value();
    found_.time_a = from.a;
    found_.time_b = from.b;
  }

  Pieces a_, b_;
  double sliver_;
  VariableComparison& found_;
};

struct VariablePair {
  Track a, b;
  const TrackComparison* track = nullptr;  // the track of the container in both traces
};

// Appends the variables that have the same name in two containers, each once.
void match_in(const Trace& a, const Trace& b, const MatchedContainers& pair,
              const TrackComparison* states, std::vector<VariablePair>& found) {
  const std::span<const Track> others = b.tracks(pair.b);
  std::vector<bool> used(others.size());
  for (const Track& track : a.tracks(pair.a)) {
    if (track.kind != TypeKind::variable) continue;
    const std::string_view name = a[track.type].name.text;
    for (std::size_t i = 0; i < used.size(); ++i) {
      if (used[i] || others[i].kind != TypeKind::variable) continue;
      if (b[others[i].type].name.text != name) continue;
      used[i] = true;
      found.push_back({track, others[i], states});
      break;
    }
  }
}

std::vector<VariablePair> match_variables(const Trace& a, const Trace& b,
                                          const std::vector<MatchedContainers>& containers,
                                          const ComparisonOptions& options,
                                          const Comparison& compared) {
  std::map<ContainerId, const TrackComparison*> tracks;
  for (std::size_t i = 0; i < compared.paired_tracks; ++i) {
    tracks.emplace(compared.tracks[i].a.container, &compared.tracks[i]);
  }
  std::vector<VariablePair> found;
  for (const MatchedContainers& pair : containers) {
    if (!pair.a.valid() || !pair.b.valid()) continue;
    if (options.wants_container && !options.wants_container(container_path(a, pair.a))) continue;
    const auto states = tracks.find(pair.a);
    match_in(a, b, pair, states == tracks.end() ? nullptr : states->second, found);
  }
  return found;
}

// The relative difference of the means; 0 if there is no mean.
double part_of(const VariableComparison& of) {
  const double larger = std::max(std::abs(of.mean_a), std::abs(of.mean_b));
  const double part = larger > 0 ? std::abs(of.mean_b - of.mean_a) / larger : 0;
  return std::isnan(part) ? 0 : part;
}

VariableComparison compare_pair(const Trace& a, const Trace& b, const VariablePair& pair,
                                const Comparison& compared) {
  VariableComparison found;
  found.container_a = pair.a.container;
  found.container_b = pair.b.container;
  found.path = container_path(a, pair.a.container);
  found.type = a[pair.a.type].name.text;
  const Pieces in_a(a, pair.a, compared.origin_a);
  const Pieces in_b(b, pair.b, compared.origin_b);
  in_a.measure(found.integral_a, found.mean_a);
  in_b.measure(found.integral_b, found.mean_b);
  const double length = std::max(compared.length_a, compared.length_b);
  LargestDifference largest(in_a, in_b, kSliver * length, found);
  if (pair.track == nullptr) {
    const double end = std::min(compared.length_a, compared.length_b);
    largest.pass({}, {end, end});
  } else {
    walk_columns(TrackStates(a, pair.track->a, compared.origin_a),
                 TrackStates(b, pair.track->b, compared.origin_b), pair.track->columns, largest);
  }
  return found;
}

}  // namespace

std::vector<VariableComparison> compare_variables(const Trace& a, const Trace& b,
                                                  const std::vector<MatchedContainers>& containers,
                                                  const ComparisonOptions& options,
                                                  const Comparison& compared,
                                                  ThreadPool& parallel) {
  const std::vector<VariablePair> pairs = match_variables(a, b, containers, options, compared);
  std::vector<VariableComparison> found(pairs.size());
  parallel.for_each(pairs.size(),
                    [&](std::size_t i) { found[i] = compare_pair(a, b, pairs[i], compared); });
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& x, const auto& y) { return part_of(x) > part_of(y); });
  return found;
}

}  // namespace paje
