// Sums of the states of each track, collected while an archive is written.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/thread_pool.hpp"
#include "formats/archive/sums.hpp"
#include "trace/state_summer.hpp"
#include "trace/trace_data.hpp"

namespace paje {

/// Sums that are worth their place: those of tracks that have many rows for each of their values.
/// What they take is bounded, as rows alone bound it. Counts decide which tracks have them, slice
/// by slice, so the sums themselves may come from whoever has all rows of a track.
class TrackSumMaker {
 public:
  /// Each sum takes some hundred bytes of memory.
  static constexpr std::size_t kMostSums = std::size_t{1} << 18U;

  explicit TrackSumMaker(std::size_t most_sums = kMostSums) : most_sums_(most_sums) {}

  /// Where the rows of a track of a slice go: which track of the archive it is, and how many rows
  /// of it earlier slices had.
  struct Place {
    uint32_t track;
    uint64_t before;
  };
  /// The rows of the tracks of `data`, which has a place for each. `open`: which states have no end
  /// yet, in order.
  void add_rows(const TraceData& data, std::span<const Place> places,
                std::span<const uint64_t> open, ThreadPool& parallel);
  /// The end of a row that was open.
  void add_end(uint32_t track, uint64_t row, double end);

  /// Instead of rows: how many values the states of each track have by then; add_sums() has to
  /// follow for each.
  void add_counts(const TrackIndex& tracks, std::span<const Place> places,
                  std::span<const uint64_t> values);
  /// What sums_worth_keeping() has of all rows of a track.
  void add_sums(uint32_t track, std::vector<archive::ValueSums> sums);

  /// By the numbers that tracks have at last: `number_of` has that of each.
  [[nodiscard]] std::vector<archive::TrackSums> finish(std::span<const uint32_t> number_of) const;

 private:
  struct Sums {
    std::unique_ptr<StateSummer> summer;  // null if there are no rows here
    std::vector<archive::ValueSums> known;
    uint64_t rows = 0;
    uint64_t values = 0;
    bool are_kept = true;
  };

  template <class Add>
  void add_groups(const TrackIndex& tracks, std::span<const Place> places, Add&& add);
  static void add_track(const TraceData& data, const Track& track, uint64_t before,
                        std::span<const uint64_t> open, Sums& sums);
  void keep_few();
  std::size_t drop_short(uint64_t least_rows);

  std::size_t most_sums_;
  std::vector<Sums> tracks_;
};

/// The sums of all rows of a track, by value; nothing if these are too few, or not all numbers.
[[nodiscard]] std::vector<archive::ValueSums> sums_worth_keeping(const StateSummer& summer,
                                                                 uint64_t rows);

/// The same back.
[[nodiscard]] std::vector<StateSum> state_sums_of(const archive::TrackSums& track);

}  // namespace paje
