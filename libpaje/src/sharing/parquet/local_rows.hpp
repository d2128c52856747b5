// The rows that a process has of the tracks of a plan, in the order of their starts, and which of
// them are in which row group.
#pragma once

#include <cstdint>
#include <vector>

#include "exchange/parquet/rows.hpp"
#include "paje/sharing.hpp"
#include "sharing/parquet/group_plan.hpp"

namespace paje::parquet {

class LocalRows {
 public:
  LocalRows(const Trace& share, const GroupPlan& plan, unsigned threads);

  [[nodiscard]] uint64_t size(uint32_t track) const { return tracks_[track].size(); }
  /// The number that its i-th row has in the share.
  [[nodiscard]] uint64_t row(uint32_t track, uint64_t i) const {
    return orders_[track].empty() ? tracks_[track].first + i : orders_[track][i];
  }
  /// Its rows from the i-th on before another. They stay as long as this does.
  [[nodiscard]] Stretch part(uint32_t track, uint64_t first, uint64_t last) const;

 private:
  std::vector<Track> tracks_;
  std::vector<std::vector<uint64_t>> orders_;  // empty for rows that are in that order
};

/// Which rows of a track this process has of a piece, by their order here.
struct LocalPiece {
  uint64_t first = 0;
  uint64_t last = 0;
};

/// Of all pieces of a plan. Those of one track that several processes have are in order of their
/// starts, then of where they are in the whole trace. By all processes together.
std::vector<LocalPiece> local_pieces(const SharedTrace& share, const GroupPlan& plan,
                                     const LocalRows& rows, Exchange& exchange);

}  // namespace paje::parquet
