// The files and row groups of a trace that several processes write as Parquet, and which process
// encodes which group. The same on all of them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "exchange/parquet/tables.hpp"
#include "paje/parquet.hpp"
#include "paje/sharing.hpp"

namespace paje::parquet {

/// A track of the whole trace.
struct WholeTrack {
  static constexpr uint32_t kSpread = UINT32_MAX;

  Track track;         ///< its rows are numbered from 0 on
  uint32_t owner = 0;  ///< the process that has all of it; kSpread if several have some
};

/// All tracks, in their order. By all processes together.
std::vector<WholeTrack> gather_tracks(const Trace& share, Exchange& exchange);

/// Rows of a track that are in a row group, in the order of the file.
struct TrackPiece {
  uint32_t track = 0;  ///< of GroupPlan::tracks
  uint64_t first = 0;
  uint64_t last = 0;
};

/// What there is of one kind of objects.
struct GroupPlan {
  struct Group {
    uint32_t file = 0;
    uint32_t encoder = 0;  ///< the process that encodes it
    uint64_t rows = 0;
    std::size_t first_piece = 0;
    std::size_t last_piece = 0;
  };
  TypeKind kind = TypeKind::state;
  std::vector<WholeTrack> tracks;  ///< in the order of the files
  std::vector<std::string> files;
  std::vector<std::size_t> first_group;  ///< of each file; one more at the end
  std::vector<Group> groups;
  std::vector<TrackPiece> pieces;

  /// The process that writes what is in the file besides its groups.
  [[nodiscard]] uint32_t finisher(std::size_t file) const {
    return first_group[file] == first_group[file + 1] ? 0 : groups[first_group[file]].encoder;
  }
};

GroupPlan plan_groups(const Trace& share, const std::vector<WholeTrack>& tracks,
                      const Tables& tables, const ParquetOptions& options, TypeKind kind,
                      unsigned ranks);

}  // namespace paje::parquet
