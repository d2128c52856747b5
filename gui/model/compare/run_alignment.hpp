// The alignment of two runs: the result of paje/comparison.hpp, prepared for drawing and queries.
// Which time of one run corresponds to which of the other, where they differ, and partners of
// states.
#pragma once

#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "model/rows/object.hpp"
#include "model/rows/trace_model.hpp"
#include "paje/comparison.hpp"

namespace paje::gui {

/// When states without an equal partner are, by track: disjoint, ascending.
class Differences {
 public:
  void add(const Track& track, TimeSpan span);
  /// Joins spans that touch; none may be added afterwards.
  void finish();
  [[nodiscard]] const std::vector<TimeSpan>& of(ContainerId container, TypeId type) const;

 private:
  std::map<std::pair<ContainerId, TypeId>, std::vector<TimeSpan>> spans_;
};

/// How much later the second run is at a time of the first: seconds since both began.
struct Shift {
  double mean = 0;
  double least = 0;  ///< of one track
  double greatest = 0;
};

/// A state of each run that are next to each other.
struct StatePair {
  std::array<double, 2> starts{};
  std::array<ValueId, 2> values;
  bool is_match = false;  ///< the values are those of one name
};

class RunAlignment {
 public:
  /// Compares `second` with `first`. Costs what compare() costs. Throws what it throws, and what
  /// `check` throws, which is called now and then, on any thread.
  RunAlignment(TraceModelPointer first, TraceModelPointer second,
               const std::function<void()>& check = {});

  [[nodiscard]] const Comparison& comparison() const { return comparison_; }
  [[nodiscard]] const TraceModel& run(int slot) const { return *runs_[std::size_t(slot)]; }
  /// Of the first run's times, and so of what both have in common.
  [[nodiscard]] TimeUnit unit() const { return run(0).unit(); }
  [[nodiscard]] const std::shared_ptr<const Differences>& differences(int slot) const {
    return differences_[std::size_t(slot)];
  }

  /// The time in the other run that goes with a time in run `slot`: the mean of all tracks. Never
  /// goes backwards. O(log).
  [[nodiscard]] double other_time(int slot, double time) const;
  /// At a time of the first run.
  [[nodiscard]] Shift shift_at(double time) const;
  /// Of all times.
  [[nodiscard]] const Shift& bounds() const { return bounds_; }
  /// How much longer the second run is; 0 where only rounding of the times makes a difference.
  [[nodiscard]] double longer() const {
    return without_noise(comparison_.length_b - comparison_.length_a);
  }

  /// The state in the other run that is paired with one of run `slot`. O(states of the track).
  [[nodiscard]] std::optional<ObjectRef> partner(int slot, const ObjectRef& state) const;
  /// The number of a track of run `slot`; nothing if it was not compared. O(tracks).
  [[nodiscard]] std::optional<uint32_t> track_of(int slot, ContainerId container,
                                                 TypeId type) const;
  /// The first track that both runs have.
  [[nodiscard]] std::optional<uint32_t> first_common_track() const;
  /// Pairs of a track that both runs have, which start within `shown` in the first one: of each of
  /// `cells` equal parts of it the first. O(cells log states).
  [[nodiscard]] std::vector<StatePair> pairs(uint32_t track, TimeSpan shown,
                                             std::size_t cells) const;
  /// The container of a track in run `slot`; invalid if it is not there.
  [[nodiscard]] ContainerId container(int slot, uint32_t track) const;
  /// A time of the comparison as one of run `slot`.
  [[nodiscard]] double absolute(int slot, double time) const {
    return time + (slot == 0 ? comparison_.origin_a : comparison_.origin_b);
  }

 private:
  static constexpr std::size_t kSamples = 2048;
  /// A difference of times far from 0 is rounded: less than some steps of these is none.
  [[nodiscard]] double without_noise(double difference) const;
  void add_track(const TrackComparison& track, std::vector<Shift>& sums) const;
  void mark_differences(const TrackComparison& track);
  [[nodiscard]] bool is_match(ValueId a, ValueId b) const {
    return comparison_.numbers_a[a.index] == comparison_.numbers_b[b.index];
  }

  std::array<TraceModelPointer, 2> runs_;
  Comparison comparison_;
  std::array<std::shared_ptr<const Differences>, 2> differences_;
  std::array<Differences, 2> marks_;  // until they are shared
  std::vector<Shift> shifts_;         // at times of the first run that are equally far apart
  std::vector<double> others_;        // times of the second run at these
  Shift bounds_;
};

using RunAlignmentPointer = std::shared_ptr<const RunAlignment>;

}  // namespace paje::gui
