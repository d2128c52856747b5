// An archive that is written a slice of a trace at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/track_sums.hpp"
#include "archive/user_facts.hpp"
#include "base/thread_pool.hpp"
#include "formats/archive/file.hpp"
#include "formats/archive/index.hpp"
#include "formats/archive/levels.hpp"
#include "paje/archive.hpp"
#include "trace/late_state.hpp"
#include "trace/trace_data.hpp"

namespace paje {

class ArchiveMaker {
 public:
  ArchiveMaker(const ArchiveOptions& options, const std::function<void(std::string_view)>& sink)
      : options_(options), file_(sink) {}

  /// Adds the rows of all tracks of `data`, after those of earlier calls. `open`: which states have
  /// no end yet, in order; add_late() has to follow for each.
  void add_rows(const TraceData& data, ThreadPool& parallel, std::span<const uint64_t> open = {});

  /// The tracks of a slice among those of the archive.
  struct SliceTracks {
    std::vector<TrackSumMaker::Place> places;
    /// An entry whose segments are of the slice, as one of the archive.
    [[nodiscard]] archive::BlockEntry placed(archive::BlockEntry entry) const;
  };
  /// For those who write blocks themselves: the next rows are those of these tracks. `values`: of
  /// each, how many its states have by then. add_sums() has to follow for each, and add_facts() for
  /// all rows.
  SliceTracks begin_slice(const TrackIndex& tracks, std::span<const uint64_t> values);
  /// A block whose bytes were written, after those of the one before. Its segments are of the
  /// slice.
  void add_written_block(archive::BlockEntry entry, std::vector<archive::SegmentLevel> levels,
                         const SliceTracks& slice);
  /// What sums_worth_keeping() has of all rows of a track.
  void add_sums(ContainerId container, TypeId type, std::vector<archive::ValueSums> sums);
  /// What UserFactMaker::put() wrote of rows, but not of states that are added by add_late().
  void add_facts(archive::ByteReader facts) { user_facts_.add(facts); }

  /// Of rows that were added. `fields`: what the state refers to.
  void add_late(LateState late, const UserFields& fields);
  /// Whether something but the header was written.
  [[nodiscard]] bool has_blocks() const { return !blocks_.empty(); }
  /// Ends the file. Of `data`: names, definitions, end and counts.
  ArchiveSizes finish(const TraceData& data);

 private:
  using TrackKey = std::pair<ContainerId, TypeId>;
  uint32_t track_number(const Track& track);
  SliceTracks place_tracks(const TrackIndex& tracks);
  void note_block(archive::BlockEntry entry, std::vector<archive::SegmentLevel> levels);
  ArchiveSizes::Column& column(archive::RowKind kind, std::size_t piece);
  /// The number of each track from then on, by the number that it had.
  std::vector<uint32_t> number_tracks();
  void write_sums(std::span<const uint32_t> number_of, archive::Packer& packer);
  void write_levels(archive::Packer& packer);
  void write_field_facts(std::span<const EventDefinition> definitions, archive::Packer& packer);
  void write_late_ends(archive::Packer& packer);
  [[nodiscard]] archive::Summary summary(const TraceData& data) const;

  const ArchiveOptions& options_;
  archive::FileWriter file_;
  std::map<TrackKey, uint32_t> numbers_;     // of tracks, in the order in which they came
  std::vector<archive::TrackEntry> tracks_;  // by these numbers; their rows so far
  std::vector<archive::BlockEntry> blocks_;
  archive::Levels levels_;  // of these
  TrackSumMaker sums_;
  UserFactMaker user_facts_;
  std::vector<LateState> late_;
  UserFields late_fields_;
  ArchiveSizes sizes_;
};

}  // namespace paje
