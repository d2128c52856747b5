// Sums of the tracks of states that a process has, for the one that writes the index. A track of
// states is whole in one process, so its sums are; which of them are worth their place depends on
// all tracks slice by slice, so how many values there are after each slice is known, too.
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "formats/archive/sums.hpp"
#include "replay/object_rows.hpp"
#include "sharing/slice_plan.hpp"

namespace paje {

struct OwnSums {
  ContainerId container;
  TypeId type;
  std::vector<uint64_t> values;          ///< how many, after each slice that has rows of the track
  std::vector<archive::ValueSums> sums;  ///< nothing if they are not worth keeping in any case
};
/// Of rows that are complete. `ends`: where slices end in them, in order.
OwnSums sum_rows(const SegmentedVector<StateRow>& rows, std::span<const uint64_t> ends);
/// Of all tracks of states of this process.
std::vector<OwnSums> own_sums(ShareReplay& replay, const SlicePlan& plan, uint32_t rank);
void put_sums(const std::vector<OwnSums>& all, std::string& message);

/// Those of all processes.
class GatheredSums {
 public:
  /// What put_sums() of a process wrote, to the end.
  void take(archive::ByteReader from);
  /// How many values each track of the next slice has after it.
  std::vector<uint64_t> next_values(const TrackIndex& slice);
  /// Calls use(container, type, sums) for each track.
  template <class Use>
  void release(Use&& use) {
    for (auto& [key, track] : tracks_) use(key.first, key.second, std::move(track.sums.sums));
  }

 private:
  struct Track {
    OwnSums sums;
    std::size_t slices = 0;  // that next_values() had
  };
  std::map<std::pair<ContainerId, TypeId>, Track> tracks_;
};

}  // namespace paje
