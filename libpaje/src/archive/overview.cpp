#include "paje/overview.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "archive/read_archive.hpp"
#include "archive/track_sums.hpp"

namespace paje {

namespace {

using archive::RowKind;

OverviewCells cells_of(archive::SegmentLevel level) {
  OverviewCells cells{level.exponent,          level.first, level.cells, {},
                      std::move(level.shares), level.low,   level.high};
  for (const archive::Lane& lane : level.lanes) {
    cells.lanes.push_back(
        {lane.depth, lane.value == archive::kOtherValues ? ValueId{} : ValueId{lane.value}});
  }
  return cells;
}

// Which track a late state belongs to.
uint32_t track_of(const archive::BlockEntry& block, uint32_t row) {
  std::size_t s = 0;
  for (; row >= block.segments[s].rows; ++s) row -= block.segments[s].rows;
  return block.segments[s].track;
}

void add_bounds(const archive::BlockEntry& block, std::optional<TimeBounds>& bounds) {
  if (!(block.least_start <= block.greatest_end)) return;
  if (!bounds) bounds = TimeBounds{block.least_start, block.greatest_end};
  bounds->first_start = std::min(bounds->first_start, block.least_start);
  bounds->last_end = std::max(bounds->last_end, block.greatest_end);
}

}  // namespace

double OverviewCells::begin(uint32_t cell) const {
  return std::ldexp(static_cast<double>(first + cell), exponent);
}

TraceOverview make_overview(Trace tree, const archive::Index& index, archive::Levels levels) {
  TraceOverview overview{std::move(tree), {}, {}, {}};
  std::vector<OverviewTrack> tracks;
  for (const archive::TrackEntry& track : index.tracks) {
    tracks.push_back({{track.container},
                      {track.type},
                      static_cast<TypeKind>(track.kind),
                      track.rows,
                      0,
                      {},
                      {}});
  }
  for (std::size_t i = 0; i < index.blocks.size(); ++i) {
    const archive::BlockEntry& block = index.blocks[i];
    add_bounds(block, overview.bounds);
    OverviewBlock& listed = overview.blocks.emplace_back();
    listed.kind = static_cast<TypeKind>(block.kind);
    listed.bounds = {block.least_start, block.greatest_end};
    for (const archive::Segment& segment : block.segments) {
      listed.parts.push_back({{index.tracks[segment.track].container}, segment.rows});
    }
    if (!archive::has_levels(block.kind)) continue;
    for (std::size_t s = 0; s < block.segments.size(); ++s) {
      OverviewTrack& track = tracks[block.segments[s].track];
      archive::SegmentLevel& level = levels.of_block[i][s];
      if (level.cells == 0) {
        track.hidden += block.segments[s].rows;
      } else {
        track.cells.push_back(cells_of(std::move(level)));
      }
    }
  }
  for (std::size_t i = 0; i < index.late.size(); ++i) {
    const archive::LateEnd& end = index.late[i];
    const archive::LateStart& start = levels.late[i];
    tracks[track_of(index.blocks[end.block], end.row)].states.push_back(
        {start.start, end.end, {start.value}, start.depth});
  }
  for (OverviewTrack& track : tracks) {
    if (track.kind != TypeKind::link) overview.tracks.push_back(std::move(track));
  }
  return overview;
}

std::optional<TraceOverview> read_overview(const Input& input, const ReadOptions& options,
                                           uint64_t most_rows) {
  if (input.must_be_binary()) return std::nullopt;
  const auto stored = StoredArchive::open(input, StoredArchive::Bytes::of_index);
  if (!stored || (!stored->file().has(archive::Section::levels) && most_rows == 0)) {
    return std::nullopt;
  }
  ReadOptions tables;
  tables.threads = options.threads;
  return read_archive_overview(*stored, tables, most_rows);
}

std::optional<std::vector<TrackStateSums>> read_state_sums(const Input& input) {
  if (input.must_be_binary()) return std::nullopt;
  const auto stored = StoredArchive::open(input, StoredArchive::Bytes::of_index);
  if (!stored) return std::nullopt;
  const NameTables names = stored->read_names();
  const archive::Index index = stored->read_index(names.definitions.size());
  std::vector<TrackStateSums> sums;
  for (const archive::TrackSums& track : stored->read_sums(index, names.names.values.size())) {
    const archive::TrackEntry& entry = index.tracks[track.track];
    sums.push_back({{entry.container}, {entry.type}, state_sums_of(track)});
  }
  return sums;
}

}  // namespace paje
