#include "archive/plan_blocks.hpp"

#include <algorithm>

namespace paje {

namespace {

using archive::kBlockRows;
using archive::Segment;

// More would leave less to do at the same time.
constexpr std::size_t kBlocksTogether = 8;

// Rows of many tracks that no block of their own holds.
class SharedBlocks {
 public:
  explicit SharedBlocks(archive::RowKind kind) : kind_(kind) {}

  void add(uint32_t track, uint64_t first, uint32_t rows, std::vector<PlannedBlocks>& plan) {
    while (rows != 0) {
      const uint32_t fitting = std::min(rows, kBlockRows - rows_);
      segments_.push_back({track, first, fitting});
      rows_ += fitting;
      first += fitting;
      rows -= fitting;
      if (rows_ == kBlockRows) end_block(plan);
    }
  }
  void end_block(std::vector<PlannedBlocks>& plan) {
    if (segments_.empty()) return;
    plan.push_back({kind_, {std::move(segments_)}});
    segments_.clear();
    rows_ = 0;
  }

 private:
  archive::RowKind kind_;
  std::vector<Segment> segments_;
  uint32_t rows_ = 0;
};

uint64_t plan_own_blocks(uint32_t number, const Track& track, std::vector<PlannedBlocks>& plan) {
  uint64_t first = 0;
  while (track.size() - first >= kBlockRows) {
    PlannedBlocks blocks{static_cast<archive::RowKind>(track.kind), {}};
    while (track.size() - first >= kBlockRows && blocks.segments.size() < kBlocksTogether) {
      blocks.segments.push_back({{number, first, kBlockRows}});
      first += kBlockRows;
    }
    plan.push_back(std::move(blocks));
  }
  return first;
}

}  // namespace

std::vector<PlannedBlocks> plan_blocks(const TrackIndex& tracks) {
  std::vector<PlannedBlocks> plan;
  for (std::size_t kind = 1; kind < archive::kRowKinds; ++kind) {
    SharedBlocks shared(static_cast<archive::RowKind>(kind));
    for (const uint32_t number : tracks.of_kind[kind]) {
      const Track& track = tracks.all[number];
      const uint64_t first = plan_own_blocks(number, track, plan);
      shared.add(number, first, static_cast<uint32_t>(track.size() - first), plan);
    }
    shared.end_block(plan);
  }
  return plan;
}

}  // namespace paje
