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
/// What they take is bounded, as rows alone bound it.
class TrackSumMaker {
 public:
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
  /// By the numbers that tracks have at last: `number_of` has that of each.
  [[nodiscard]] std::vector<archive::TrackSums> finish(std::span<const uint32_t> number_of);

 private:
  struct Sums {
    std::unique_ptr<StateSummer> summer;  // null if there are no states, or too few
    uint64_t rows = 0;                    // 0 until there are some
  };

  void add_track(const TraceData& data, const Track& track, uint64_t before,
                 std::span<const uint64_t> open, Sums& sums) const;
  void keep_few();
  std::size_t drop_short(uint64_t least_rows);

  std::vector<Sums> tracks_;
};

/// The same back.
[[nodiscard]] std::vector<StateSum> state_sums_of(const archive::TrackSums& track);

}  // namespace paje
