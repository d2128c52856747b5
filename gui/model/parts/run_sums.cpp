#include "model/parts/run_sums.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <utility>
#include <vector>

#include "model/parts/part_reading.hpp"
#include "paje/overview.hpp"

namespace paje::gui {

namespace {

using TrackKey = std::pair<ContainerId, TypeId>;
using SumsByTrack = std::map<TrackKey, std::vector<StateSum>>;

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

double share_of(double seconds, const StatisticsScope& scope, double rows) {
  const double window = scope.range.length();
  return window > 0 && rows > 0 ? seconds / (window * rows) : 0;
}

StateStatistics line_of(const StateSum& sum) {
  const double seconds = sum.inclusive.rounded();
  return {.value = sum.value,
          .count = sum.count,
          .seconds = seconds,
          .exclusive = sum.exclusive().rounded(),
          .mean = seconds / static_cast<double>(sum.count),
          .least = sum.shortest,
          .median = kUnknown,
          .p90 = kUnknown,
          .p99 = kUnknown,
          .greatest = sum.longest};
}

// Of tracks with sums in the index, and of the others from their states.
std::optional<SumsByTrack> sums_of(const TraceModel& model, const StatisticsScope& scope,
                                   uint64_t most_bytes, const std::stop_token& stop) {
  const RunOutline& outline = *model.outline();
  SumsByTrack sums;
  auto known = read_state_sums(Input::from_path(outline.source.path));
  if (!known) return std::nullopt;
  for (TrackStateSums& track : *known) {
    sums[{track.container, track.type}] = std::move(track.values);
  }
  RunPart others;
  others.containers.assign(model.trace().containers().size(), false);
  std::vector<TrackKey> unknown;
  for (const OutlineTrack& track : outline.tracks) {
    if (track.kind != TypeKind::state || !scope.has(track.container)) continue;
    if (sums.contains({track.container, track.type})) continue;
    others.containers[track.container.index] = true;
    unknown.emplace_back(track.container, track.type);
  }
  if (unknown.empty()) return sums;
  if (size_of(outline, others).bytes > most_bytes) return std::nullopt;
  const auto trace = read_part_of(outline, model.trace(), others, most_bytes, stop);
  if (!trace) return std::nullopt;
  for (const TrackKey& key : unknown) {
    sums[key] = sum_states(*trace, trace->track(key.first, key.second));
  }
  return sums;
}

struct Line {
  TypeId type;
  StateSum sum;
  double most = 0;
};

}  // namespace

std::optional<RangeStatistics> run_sums(const TraceModel& model, const StatisticsScope& scope,
                                        uint64_t most_bytes, const std::stop_token& stop) {
  const RunOutline& outline = *model.outline();
  if (!outline.bounds || scope.range.start > outline.bounds->first_start ||
      scope.range.end < outline.bounds->last_end) {
    return std::nullopt;
  }
  const auto sums = sums_of(model, scope, most_bytes, stop);
  if (!sums) return std::nullopt;
  RangeStatistics result;
  result.range = scope.range;
  std::map<std::pair<TypeId, ValueId>, Line> lines;
  std::map<TypeId, double> rows;  // that have states of the type
  for (const auto& [key, values] : *sums) {
    if (!scope.has(key.first)) continue;
    bool has_states = false;
    for (const StateSum& sum : values) {
      if (sum.count == 0 || !scope.has(sum.value)) continue;
      has_states = true;
      StateStatistics line = line_of(sum);
      line.container = key.first;
      line.type = key.second;
      line.share = share_of(line.exclusive, scope, 1);
      Line& all = lines[{key.second, sum.value}];
      all.sum.value = sum.value;
      all.sum.add(sum);
      all.most = std::max(all.most, line.seconds);
      result.containers.push_back(line);
    }
    if (has_states) ++rows[key.second];
  }
  for (const auto& [key, all] : lines) {
    StateStatistics line = line_of(all.sum);
    line.type = key.first;
    line.share = share_of(line.exclusive, scope, rows[key.first]);
    line.balance = all.most > 0 ? line.seconds / rows[key.first] / all.most : 0;
    result.values.push_back(line);
  }
  return result;
}

}  // namespace paje::gui
