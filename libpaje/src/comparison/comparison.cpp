// Compares two traces: matches tracks, aligns and accounts for each of them, and combines the
// results in the order of tracks.
#include "paje/comparison.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "base/thread_pool.hpp"
#include "comparison/accounting.hpp"
#include "comparison/links.hpp"
#include "comparison/track_alignment.hpp"
#include "comparison/track_matching.hpp"
#include "comparison/value_sums.hpp"
#include "comparison/variables.hpp"
#include "paje/measured_time.hpp"

namespace paje {

namespace {

constexpr double kRounding = 1e-9;  // relative to the length of a run

// Numbers the values of both traces together.
class ValueNumbers {
 public:
  ValueNumbers() { values.push_back({"", "idle"}); }

  std::vector<uint32_t> number(const Trace& trace) {
    std::vector<uint32_t> numbers;
    for (const EntityValue& value : trace.values()) {
      if (trace[value.type].kind != TypeKind::state) {
        numbers.push_back(0);
        continue;
      }
      ComparedValue named{std::string(trace[value.type].name.text), std::string(value.name.text)};
      const auto [place, is_new] = numbers_.emplace(named.type + '\0' + named.name, values.size());
      if (is_new) values.push_back(std::move(named));
      numbers.push_back(static_cast<uint32_t>(place->second));
    }
    return numbers;
  }

  std::vector<ComparedValue> values;

 private:
  std::unordered_map<std::string, std::size_t> numbers_;
};

double origin_of(const Trace& trace, const std::vector<TrackComparison>& tracks,
                 Track TrackComparison::*side) {
  double origin = std::numeric_limits<double>::infinity();
  for (const TrackComparison& compared : tracks) {
    const Track& track = compared.*side;
    if (!track.container.valid()) continue;
    origin = std::min(origin, trace.states().start[track.first]);
    // The root starts at 0, regardless of the trace's times.
    if (track.container != kRootContainer) origin = std::min(origin, trace[track.container].start);
  }
  return std::isfinite(origin) ? origin : 0;
}

class Comparer {
 public:
  Comparer(const Trace& a, const Trace& b, const ComparisonOptions& options)
      : a_(a), b_(b), options_(options), parallel_(options.alignment.threads) {}

  Comparison compare() {
    const std::vector<MatchedContainers> containers = match_containers(a_, b_, options_);
    result_.tracks = match_tracks(a_, b_, containers, options_);
    ValueNumbers numbers;
    result_.numbers_a = numbers.number(a_);
    result_.numbers_b = numbers.number(b_);
    result_.values = std::move(numbers.values);
    for (const ComparedValue& value : result_.values) names_.push_back(name_hash(value.name));
    measure_runs();
    align_and_account();
    merge_accounts();
    find_regions();
    result_.links =
        compare_links(a_, b_, containers, options_, result_.origin_a, result_.origin_b, parallel_);
    result_.variables = compare_variables(a_, b_, containers, options_, result_, parallel_);
    return std::move(result_);
  }

 private:
  void measure_runs() {
    if (options_.origin == Origin::start) {
      result_.origin_a = origin_of(a_, result_.tracks, &TrackComparison::a);
      result_.origin_b = origin_of(b_, result_.tracks, &TrackComparison::b);
    }
    result_.length_a = a_.end_time().value_or(result_.origin_a) - result_.origin_a;
    result_.length_b = b_.end_time().value_or(result_.origin_b) - result_.origin_b;
    result_.paired_tracks =
        static_cast<std::size_t>(std::count_if(result_.tracks.begin(), result_.tracks.end(),
                                               [](const auto& track) { return track.in_both(); }));
    for (TrackComparison& track : result_.tracks) {
      if (track.a.container.valid()) track.length_a = states_a(track).length;
      if (track.b.container.valid()) track.length_b = states_b(track).length;
      axis_.length = std::max(axis_.length, track.length_a);
    }
    axis_.slices = std::max(1U, options_.slices);
  }

  [[nodiscard]] TrackStates states_a(const TrackComparison& track) const {
    return {a_, track.a, result_.origin_a};
  }
  [[nodiscard]] TrackStates states_b(const TrackComparison& track) const {
    return {b_, track.b, result_.origin_b};
  }
  [[nodiscard]] ComparedTrack compared(const TrackComparison& track) const {
    return {track, states_a(track), states_b(track), result_.numbers_a, result_.numbers_b};
  }

  // Large tracks first, so that no thread is left with one at the end.
  [[nodiscard]] std::vector<uint32_t> tracks_by_size() const {
    std::vector<uint32_t> order(result_.paired_tracks);
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(), [&](uint32_t x, uint32_t y) {
      const auto size = [&](uint32_t track) {
        return result_.tracks[track].a.size() + result_.tracks[track].b.size();
      };
      return size(x) > size(y);
    });
    return order;
  }

  void align_and_account() {
    accounts_.resize(result_.paired_tracks);
    const std::vector<uint32_t> order = tracks_by_size();
    parallel_.for_each(order.size(), [&](std::size_t i) {
      if (options_.alignment.check) options_.alignment.check();
      const uint32_t number = order[i];
      TrackComparison& track = result_.tracks[number];
      align(track);
      accounts_[number] = account_for(compared(track), number, result_.values.size(), axis_);
    });
    for (TrackComparison& track : result_.tracks) {
      if (!track.b.container.valid()) track.gaps_a = track.a.size();
      if (!track.a.container.valid()) track.gaps_b = track.b.size();
    }
  }

  void align(TrackComparison& track) {
    const ComparedTrack both = compared(track);
    const TrackTree tree_a(both.a, result_.numbers_a, names_);
    const TrackTree tree_b(both.b, result_.numbers_b, names_);
    TrackAlignment found = align_tracks(tree_a, tree_b, options_, parallel_);
    track.matches = found.matches;
    track.mismatches = found.mismatches - found.swapped_mismatches;
    track.gaps_a = found.gaps_a - found.swapped_gaps;
    track.gaps_b = found.gaps_b - found.swapped_gaps;
    track.swapped = found.swapped_mismatches + found.swapped_gaps;
    track.swaps = std::move(found.swaps);
    track.columns = std::move(found.columns);
    const AlignmentScores& scores = options_.alignment.scores;
    const auto signed_of = [](uint64_t count) { return static_cast<int64_t>(count); };
    const uint64_t charged = found.gaps_a + found.gaps_b - found.free_gaps;
    track.score = scores.match * signed_of(found.matches) +
                  scores.mismatch * signed_of(found.mismatches) + scores.gap * signed_of(charged);
    // Free gaps do not change the score.
    const auto states = static_cast<double>(2 * (found.matches + found.mismatches) + charged);
    const double best = 0.5 * scores.match * states;
    track.similarity = best > 0 ? std::max(0.0, static_cast<double>(track.score) / best)
                                : 2.0 * static_cast<double>(track.matches) / std::max(1.0, states);
  }

  void merge_accounts() {
    std::vector<ValueDifference> values(result_.values.size());
    std::vector<std::vector<ValueAmount>> slices(axis_.slices);
    double similarity = 0;
    double states = 0;
    for (uint32_t number = 0; number < accounts_.size(); ++number) {
      TrackAccount& account = accounts_[number];
      TrackComparison& track = result_.tracks[number];
      track.time = account.time;
      track.least_shift = account.least_shift;
      track.greatest_shift = account.greatest_shift;
      track.divergences = account.divergences;
      track.first_divergence = account.first_divergence;
      result_.time += account.time;
      for (const ValueDifference& value : account.values) {
        add_value(values, value, number);
        if (value.time.total() != 0) track.values.push_back({value.value, value.time.total()});
      }
      std::sort(track.values.begin(), track.values.end(), is_larger);
      for (const SliceAmount& part : account.slices) slices[part.slice].push_back(part.amount);
      const auto weight = static_cast<double>(track.a.size() + track.b.size());
      similarity += weight * track.similarity;
      states += weight;
      account = {};
    }
    result_.similarity = states > 0 ? similarity / states : 0;
    add_values(values);
    add_slices(slices);
  }

  static void add_value(std::vector<ValueDifference>& values, const ValueDifference& of_track,
                        uint32_t number) {
    ValueDifference& sum = values[of_track.value];
    sum.time += of_track.time;
    sum.pairs += of_track.pairs;
    sum.only_a += of_track.only_a;
    sum.only_b += of_track.only_b;
    const double total = of_track.time.total();
    sum.sum_of_amounts += std::abs(total);
    if (std::abs(total) > std::abs(sum.leading_total)) {
      sum.leading_track = number;
      sum.leading_total = total;
    }
    if (std::abs(of_track.worst.stretch) > std::abs(sum.worst.stretch)) sum.worst = of_track.worst;
  }

  void add_values(const std::vector<ValueDifference>& values) {
    for (uint32_t number = 0; number < values.size(); ++number) {
      const ValueDifference& value = values[number];
      const TimeDifference& time = value.time;
      const bool has_time =
          time.in_a != 0 || time.in_b != 0 || time.only_a != 0 || time.only_b != 0;
      if (!has_time && value.pairs + value.only_a + value.only_b == 0) continue;
      result_.by_value.push_back(value);
      result_.by_value.back().value = number;
    }
    std::stable_sort(result_.by_value.begin(), result_.by_value.end(),
                     [](const auto& x, const auto& y) {
                       return std::abs(x.time.total()) > std::abs(y.time.total());
                     });
  }

  void add_slices(const std::vector<std::vector<ValueAmount>>& slices) {
    ValueSums sums(result_.values.size());
    for (uint32_t slice = 0; slice < axis_.slices; ++slice) {
      for (const ValueAmount& amount : slices[slice]) sums.add(amount.value, amount.amount);
      TimeSlice found{axis_.start(slice), axis_.start(slice + 1), 0, sums.amounts()};
      sums.clear();
      for (const ValueAmount& amount : found.values) found.total += amount.amount;
      result_.slices.push_back(std::move(found));
    }
  }

  void find_regions() {
    double widest = 0;
    for (const TrackComparison& track : result_.tracks) {
      widest = std::max(widest, track.greatest_shift - track.least_shift);
    }
    CurveTolerance tolerance;
    tolerance.difference = widest * options_.region_tolerance;
    // Smaller shifts are rounding errors of times, as written in the traces or as sums.
    constexpr double kRoundingPart = 1e-3;
    const double length = std::max(result_.length_a, result_.length_b);
    tolerance.rounding = std::max(tolerance.difference * kRoundingPart, kRounding * length);
    tolerance.difference = std::max(tolerance.difference, tolerance.rounding);
    std::vector<std::vector<Region>> found(result_.paired_tracks);
    const std::vector<uint32_t> order = tracks_by_size();
    parallel_.for_each(order.size(), [&](std::size_t i) {
      const uint32_t number = order[i];
      const TrackComparison& track = result_.tracks[number];
      const double shift = std::max({std::abs(track.least_shift), std::abs(track.greatest_shift),
                                     std::abs(track.length_b - track.length_a)});
      if (2 * shift <= tolerance.rounding) return;
      found[number] = regions_of(compared(result_.tracks[number]), number, result_.values.size(),
                                 tolerance, options_.most_regions);
    });
    for (std::vector<Region>& of_track : found) {
      std::move(of_track.begin(), of_track.end(), std::back_inserter(result_.regions));
    }
    std::sort(result_.regions.begin(), result_.regions.end(), is_before);
    if (result_.regions.size() > options_.most_regions) {
      result_.regions.resize(options_.most_regions);
    }
    result_.outside_regions = result_.time.total();
    for (const Region& region : result_.regions) result_.outside_regions -= region.gain();
  }

  const Trace& a_;
  const Trace& b_;
  const ComparisonOptions& options_;
  ThreadPool parallel_;
  Comparison result_;
  std::vector<uint64_t> names_;  // hashes of the names in result_.values
  SliceAxis axis_;
  std::vector<TrackAccount> accounts_;
};

}  // namespace

TimeDifference& TimeDifference::operator+=(const TimeDifference& other) {
  in_a += other.in_a;
  in_b += other.in_b;
  only_a += other.only_a;
  only_b += other.only_b;
  return *this;
}

bool Comparison::is_equal() const {
  return links.differences.empty() &&
         std::all_of(tracks.begin(), tracks.end(),
                     [](const auto& track) { return track.is_equal(); });
}

TrackStates::TrackStates(const Trace& trace, const Track& track, double from_origin)
    : origin(from_origin) {
  const StateColumns states = trace.states();
  start = states.start.subspan(track.first, track.size());
  end = states.end.subspan(track.first, track.size());
  value = states.value.subspan(track.first, track.size());
  depth = states.depth.subspan(track.first, track.size());
  if (track.container.valid()) length = trace[track.container].end - origin;
}

Comparison compare(const Trace& a, const Trace& b, const ComparisonOptions& options) {
  check_measured(a, "A");
  check_measured(b, "B");
  return Comparer(a, b, options).compare();
}

}  // namespace paje
