#include "archive/archive_maker.hpp"

#include <algorithm>
#include <array>
#include <tuple>

#include "archive/encode_blocks.hpp"
#include "archive/name_tables.hpp"
#include "archive/user_rows.hpp"
#include "formats/archive/link_block.hpp"

namespace paje {

namespace {

using archive::BlockEntry;
using archive::RowKind;
using archive::Section;
using archive::Segment;

constexpr std::array<std::array<const char*, archive::kMostPieces>, archive::kRowKinds> kColumns = {
    {{},
     {"scale", "depth", "value", "duration", "start", "fields"},
     {"scale", "duration", "start", "scale of values", "value", "fields"},
     {"scale", "time", "value", "fields"},
     {"scale", "target", "source", "end", "duration", "value", "key", "fields"}}};

}  // namespace

ArchiveMaker::SliceTracks ArchiveMaker::place_tracks(const TrackIndex& tracks) {
  SliceTracks slice;
  for (const Track& track : tracks.all) {
    const uint32_t number = track_number(track);
    uint64_t& rows = tracks_[number].rows;
    slice.places.push_back({number, rows});
    rows += track.size();
  }
  return slice;
}

BlockEntry ArchiveMaker::SliceTracks::placed(BlockEntry entry) const {
  for (Segment& segment : entry.segments) {
    segment.first += places[segment.track].before;
    segment.track = places[segment.track].track;
  }
  return entry;
}

void ArchiveMaker::add_rows(const TraceData& data, ThreadPool& parallel,
                            std::span<const uint64_t> open) {
  const SliceTracks slice = place_tracks(data.tracks);
  sums_.add_rows(data, slice.places, open, parallel);
  user_facts_.add_rows(data, parallel);
  std::vector<PlannedBlocks> plan = plan_blocks(data.tracks);
  parallel.ordered(
      plan.size(),
      [&](std::size_t i) {
        const PlannedBlocks blocks = std::move(plan[i]);  // freed as soon as they are encoded
        return encode_blocks(data, blocks, options_.level);
      },
      [&](std::vector<EncodedBlock> encoded) {
        for (EncodedBlock& block : encoded) {
          file_.add_block(block.bytes);
          note_block(slice.placed(std::move(block.entry)), std::move(block.levels));
        }
      });
}

ArchiveMaker::SliceTracks ArchiveMaker::begin_slice(const TrackIndex& tracks,
                                                    std::span<const uint64_t> values) {
  SliceTracks slice = place_tracks(tracks);
  sums_.add_counts(tracks, slice.places, values);
  return slice;
}

void ArchiveMaker::add_written_block(BlockEntry entry, std::vector<archive::SegmentLevel> levels,
                                     const SliceTracks& slice) {
  file_.skip(entry.bytes());
  note_block(slice.placed(std::move(entry)), std::move(levels));
}

void ArchiveMaker::add_sums(ContainerId container, TypeId type,
                            std::vector<archive::ValueSums> sums) {
  const auto track = numbers_.find({container, type});
  if (track != numbers_.end()) sums_.add_sums(track->second, std::move(sums));
}

uint32_t ArchiveMaker::track_number(const Track& track) {
  const auto [entry, is_new] =
      numbers_.try_emplace({track.container, track.type}, static_cast<uint32_t>(tracks_.size()));
  if (is_new) {
    tracks_.push_back(
        {track.container.index, track.type.index, static_cast<RowKind>(track.kind), 0});
  }
  return entry->second;
}

void ArchiveMaker::note_block(BlockEntry entry, std::vector<archive::SegmentLevel> levels) {
  for (std::size_t i = 0; i < entry.pieces.size(); ++i) {
    column(entry.kind, i).bytes += entry.pieces[i].bytes;
  }
  blocks_.push_back(std::move(entry));
  levels_.of_block.push_back(std::move(levels));
}

ArchiveSizes::Column& ArchiveMaker::column(RowKind kind, std::size_t piece) {
  const char* name = kColumns[static_cast<std::size_t>(kind)][piece];
  const auto type_kind = static_cast<TypeKind>(kind);
  for (ArchiveSizes::Column& column : sizes_.columns) {
    if (column.kind == type_kind && column.name == name) return column;
  }
  sizes_.columns.push_back({type_kind, name, 0});
  return sizes_.columns.back();
}

void ArchiveMaker::add_late(LateState late, const UserFields& fields) {
  user_facts_.add_late(fields, late.user);
  late.user = late_fields_.add_from(fields, late.user);
  late_.push_back(late);
  const auto track = numbers_.find({late.container, late.type});
  if (track != numbers_.end()) sums_.add_end(track->second, late.row, late.end);
}

// Tracks come in order of containers and types.
std::vector<uint32_t> ArchiveMaker::number_tracks() {
  std::vector<uint32_t> in_order(tracks_.size());
  std::vector<archive::TrackEntry> ordered;
  for (const auto& [key, number] : numbers_) {
    in_order[number] = static_cast<uint32_t>(ordered.size());
    ordered.push_back(tracks_[number]);
  }
  tracks_ = std::move(ordered);
  for (auto& [key, number] : numbers_) number = in_order[number];
  for (BlockEntry& block : blocks_) {
    for (Segment& segment : block.segments) segment.track = in_order[segment.track];
  }
  return in_order;
}

void ArchiveMaker::write_sums(std::span<const uint32_t> number_of, archive::Packer& packer) {
  const std::vector<archive::TrackSums> sums = sums_.finish(number_of);
  if (sums.empty()) return;
  std::string raw;
  archive::write_sums(sums, raw);
  file_.add_section(Section::sums, raw, packer);
}

void ArchiveMaker::write_levels(archive::Packer& packer) {
  const auto has_cells = [](const std::vector<archive::SegmentLevel>& levels) {
    return std::any_of(levels.begin(), levels.end(),
                       [](const archive::SegmentLevel& level) { return level.cells != 0; });
  };
  if (std::none_of(levels_.of_block.begin(), levels_.of_block.end(), has_cells)) return;
  std::string raw;
  archive::write_levels(blocks_, levels_, raw);
  file_.add_section(Section::levels, raw, packer);
}

void ArchiveMaker::write_field_facts(std::span<const EventDefinition> definitions,
                                     archive::Packer& packer) {
  const auto facts = user_facts_.finish(definitions);
  if (!facts) return;
  std::string raw;
  archive::write_field_facts(*facts, raw);
  file_.add_section(Section::field_facts, raw, packer);
}

void ArchiveMaker::write_late_ends(archive::Packer& packer) {
  if (late_.empty()) return;
  const auto place = [](const LateState& late) {
    return std::tuple(late.container, late.type, late.row);
  };
  std::sort(late_.begin(), late_.end(),
            [&](const LateState& a, const LateState& b) { return place(a) < place(b); });
  std::vector<archive::LateEnd> ends;
  archive::UserRows user;
  for (uint32_t i = 0; i < blocks_.size(); ++i) {
    BlockEntry& block = blocks_[i];
    uint32_t row = 0;
    for (const Segment& segment : block.segments) {
      const archive::TrackEntry& track = tracks_[segment.track];
      const ContainerId container{track.container};
      const TypeId type{track.type};
      const auto begin = std::tuple(container, type, segment.first);
      const auto end = std::tuple(container, type, segment.first + segment.rows);
      auto late = std::partition_point(
          late_.begin(), late_.end(), [&](const LateState& other) { return place(other) < begin; });
      for (; late != late_.end() && place(*late) < end; ++late) {
        ends.push_back({i, row + static_cast<uint32_t>(late->row - segment.first), late->end});
        levels_.late.push_back({late->start, late->value.index, late->depth});
        if (late->end > block.greatest_end) block.greatest_end = late->end;
        add_user_row(late_fields_, late->user, user);
      }
      row += segment.rows;
    }
  }
  archive::PieceWriter section(packer);
  archive::write_late_ends(ends, user, section);
  file_.add_section(Section::late_ends, section.raw(), packer);
}

ArchiveSizes ArchiveMaker::finish(const TraceData& data) {
  sizes_.blocks = blocks_.size();
  const uint64_t blocks_end = file_.byte();
  archive::Packer packer(options_.level);
  const std::vector<uint32_t> number_of = number_tracks();
  for (const archive::TrackEntry& track : tracks_) {
    sizes_.objects[static_cast<std::size_t>(track.kind)] += track.rows;
  }
  archive::PieceWriter tables(packer);
  write_name_tables(data.names, data.definitions, tables);
  file_.add_section(Section::tables, tables.raw(), packer);
  write_late_ends(packer);  // changes bounds of blocks
  std::string raw;
  archive::write_tracks(tracks_, raw);
  file_.add_section(Section::tracks, std::exchange(raw, {}), packer);
  archive::write_blocks(blocks_, raw);
  file_.add_section(Section::blocks, std::exchange(raw, {}), packer);
  archive::write_segments(blocks_, raw);
  file_.add_section(Section::segments, raw, packer);
  write_sums(number_of, packer);
  write_levels(packer);
  write_field_facts(data.definitions, packer);
  file_.finish(summary(data));
  sizes_.bytes = file_.byte();
  sizes_.index = sizes_.bytes - blocks_end;
  return std::move(sizes_);
}

archive::Summary ArchiveMaker::summary(const TraceData& data) const {
  using archive::Summary;
  Summary summary;
  summary.counts[Summary::types] = data.names.types.size();
  summary.counts[Summary::containers] = data.names.containers.size();
  summary.counts[Summary::values] = data.names.values.size();
  for (const archive::TrackEntry& track : tracks_) {
    // In the order of kinds.
    summary.counts[Summary::states + static_cast<std::size_t>(track.kind) - 1] += track.rows;
  }
  summary.end_time = data.end_time;
  summary.lines = data.counts.lines;
  summary.read_events = data.counts.events;
  for (const BlockEntry& block : blocks_) {
    const bool is_first = &block == blocks_.data();
    summary.least_start =
        is_first ? block.least_start : std::min(summary.least_start, block.least_start);
    summary.greatest_end =
        is_first ? block.greatest_end : std::max(summary.greatest_end, block.greatest_end);
  }
  return summary;
}

}  // namespace paje
