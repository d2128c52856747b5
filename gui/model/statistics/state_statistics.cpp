#include "model/statistics/state_statistics.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <span>
#include <thread>
#include <utility>

#include "model/parallel.hpp"
#include "model/rows/track_statistics.hpp"

namespace paje::gui {

namespace {

// Tracks side by side, worked on by one thread at a time.
struct Part {
  std::span<TrackStatistics> tracks;
  std::vector<PickedDurations> picked;  // by value
};

// States of one value over all containers. A value is of one type.
struct Line {
  TypeId type;
  uint64_t count = 0;
  double seconds = 0;
  double exclusive = 0;
  double most = 0;  // seconds of one container
  double least = 0;
  double greatest = 0;
  PercentileCells found;
  Neighbours neighbours{};
};

class StateSums {
 public:
  StateSums(const Trace& trace, const StatisticsScope& scope, const std::function<void()>& check)
      : trace_(trace), scope_(scope), check_(check) {}

  void add_to(RangeStatistics& result) {
    collect_tracks();
    const DurationCells cells(sample(), cells_for(trace_.values().size()));
    count_states(cells);
    add_up_lines();
    select_percentiles(cells);
    write(result);
  }

 private:
  static std::size_t cells_for(std::size_t values) {
    constexpr std::size_t kMost = std::size_t{1} << 18U;
    return std::bit_floor(
        std::clamp<std::size_t>(kMost / std::max<std::size_t>(values, 1), 4, 512));
  }
  void collect_tracks();
  [[nodiscard]] std::vector<double> sample() const;
  void count_states(const DurationCells& cells);
  void add_up_lines();
  void select_percentiles(const DurationCells& cells);
  void write(RangeStatistics& result) const;

  const Trace& trace_;
  const StatisticsScope& scope_;
  const std::function<void()>& check_;
  std::vector<TrackStatistics> tracks_;
  std::vector<Part> parts_;
  CellTable<uint64_t> counts_;
  std::vector<Line> lines_;  // by value
};

void StateSums::collect_tracks() {
  uint64_t all = 0;
  for (const Track& track : trace_.tracks()) {
    if (track.kind != TypeKind::state || !scope_.has(track.container)) continue;
    tracks_.emplace_back(trace_, track, scope_.range, scope_.hidden);
    all += tracks_.back().size();
  }
  // Parts of about as many states each.
  const unsigned limit = thread_limit;
  const unsigned threads = limit > 0 ? limit : std::max(1U, std::thread::hardware_concurrency());
  const uint64_t most = all / (std::uint64_t{4} * threads);
  uint64_t states = 0;
  std::size_t first = 0;
  for (std::size_t i = 0; i < tracks_.size(); ++i) {
    states += tracks_[i].size();
    if (states <= most && i + 1 < tracks_.size()) continue;
    parts_.push_back({std::span(tracks_).subspan(first, i + 1 - first), {}});
    first = i + 1;
    states = 0;
  }
}

std::vector<double> StateSums::sample() const {
  constexpr uint64_t kSample = 1024;
  uint64_t all = 0;
  for (const TrackStatistics& track : tracks_) all += track.size();
  const uint64_t step = all / kSample + 1;
  std::vector<double> durations;
  uint64_t next = 0;  // place in the current track
  for (const TrackStatistics& track : tracks_) {
    for (; next < track.size(); next += step) durations.push_back(track.duration(next));
    next -= track.size();
  }
  return durations;
}

void StateSums::count_states(const DurationCells& cells) {
  const std::size_t values = trace_.values().size();
  counts_ = CellTable<uint64_t>(values, cells.size());
  std::mutex mutex;
  for_each_parallel(parts_.size(), [&](std::size_t at) {
    CellTable<uint32_t> counts(values, cells.size());
    ListScratch scratch(values);
    for (TrackStatistics& track : parts_[at].tracks) {
      if (check_) check_();
      track.look(cells, scratch, counts);
    }
    const std::lock_guard lock(mutex);
    for (uint32_t value = 0; value < values; ++value) {
      for (std::size_t cell = 0; cell < cells.size(); ++cell) {
        counts_.at(ValueId{value}, cell) += counts.at(ValueId{value}, cell);
      }
    }
  });
}

void StateSums::add_up_lines() {
  lines_.resize(trace_.values().size());
  for (const TrackStatistics& track : tracks_) {
    for (const ValueOfTrack& value : track.values()) {
      Line& line = lines_[value.value.index];
      const bool is_first = line.count == 0;
      line.type = track.track().type;
      line.least = is_first ? value.least : std::min(line.least, value.least);
      line.greatest = is_first ? value.greatest : std::max(line.greatest, value.greatest);
      line.count += value.count;
      line.seconds += value.seconds;
      line.exclusive += value.exclusive;
      line.most = std::max(line.most, value.seconds);
    }
  }
}

void StateSums::select_percentiles(const DurationCells& cells) {
  CellMarks marks(lines_.size(), cells.size());
  for (uint32_t at = 0; at < lines_.size(); ++at) {
    Line& line = lines_[at];
    if (line.count == 0) continue;
    line.found = PercentileCells(std::span<const uint64_t>(counts_.of(ValueId{at})), line.count);
    for (std::size_t i = 0; i < kPlaces; ++i) {
      if (line.found.first_of(i) != i) continue;
      marks.at(ValueId{at}, line.found.cell[i]) |= static_cast<uint16_t>(1U << i);
    }
  }
  for_each_parallel(parts_.size(), [&](std::size_t at) {
    Part& part = parts_[at];
    part.picked.resize(lines_.size());
    ListScratch scratch(lines_.size());
    for (TrackStatistics& track : part.tracks) {
      if (check_) check_();
      track.look_again(cells, scratch, marks, part.picked);
    }
  });
  for_each_parallel(lines_.size(), [&](std::size_t at) {
    Line& line = lines_[at];
    if (line.count == 0) return;
    // Of few states, places go back to a cell that came before the last one.
    PickedDurations durations;
    for (std::size_t i = 0; i < kPlaces; ++i) {
      const std::size_t first = line.found.first_of(i);
      std::vector<double>& of_cell = durations[first];
      if (first == i) {
        for (const Part& part : parts_) {
          of_cell.insert(of_cell.end(), part.picked[at][i].begin(), part.picked[at][i].end());
        }
      }
      line.neighbours[i] = select(of_cell, line.found.within[i]);
    }
  });
}

void set_distribution(StateStatistics& line, uint64_t count, double sum, double least,
                      double greatest, const Neighbours& neighbours) {
  line.count = count;
  line.mean = sum / static_cast<double>(count);
  line.least = least;
  line.greatest = greatest;
  line.median = percentile(neighbours, count, 0);
  line.p90 = percentile(neighbours, count, 1);
  line.p99 = percentile(neighbours, count, 2);
}

void StateSums::write(RangeStatistics& result) const {
  std::map<TypeId, double> containers;  // that have states of the type
  for (const TrackStatistics& states : tracks_) {
    if (states.has_states()) ++containers[states.track().type];
  }
  const double window = scope_.range.length();
  const auto share = [window](double seconds, double rows) {
    return window > 0 && rows > 0 ? seconds / (window * rows) : 0;
  };
  for (const TrackStatistics& states : tracks_) {
    const Track& track = states.track();
    for (const ValueOfTrack& value : states.values()) {
      result.containers.push_back({.container = track.container,
                                   .type = track.type,
                                   .value = value.value,
                                   .seconds = value.seconds,
                                   .exclusive = value.exclusive,
                                   .share = share(value.exclusive, 1)});
      set_distribution(result.containers.back(), value.count, value.seconds, value.least,
                       value.greatest, value.neighbours);
    }
  }
  std::vector<uint32_t> order;
  for (uint32_t value = 0; value < lines_.size(); ++value) {
    if (lines_[value].count > 0) order.push_back(value);
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return lines_[a].type < lines_[b].type; });
  for (const uint32_t value : order) {
    const Line& line = lines_[value];
    const double rows = containers[line.type];
    result.values.push_back({.type = line.type,
                             .value = ValueId{value},
                             .seconds = line.seconds,
                             .exclusive = line.exclusive,
                             .share = share(line.exclusive, rows),
                             .balance = line.most > 0 ? line.seconds / rows / line.most : 0});
    set_distribution(result.values.back(), line.count, line.seconds, line.least, line.greatest,
                     line.neighbours);
  }
}

}  // namespace

void add_state_statistics(const Trace& trace, const StatisticsScope& scope,
                          const std::function<void()>& check, RangeStatistics& result) {
  StateSums(trace, scope, check).add_to(result);
}

}  // namespace paje::gui
