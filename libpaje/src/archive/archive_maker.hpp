// An archive that is written a slice of a trace at a time.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include "base/thread_pool.hpp"
#include "formats/archive/file.hpp"
#include "formats/archive/index.hpp"
#include "paje/archive.hpp"
#include "trace/late_state.hpp"
#include "trace/trace_data.hpp"

namespace paje {

class ArchiveMaker {
 public:
  ArchiveMaker(const ArchiveOptions& options, const std::function<void(std::string_view)>& sink)
      : options_(options), file_(sink) {}

  /// Adds the rows of all tracks of `data`, after those of earlier calls.
  void add_rows(const TraceData& data, ThreadPool& parallel);
  /// The tracks of a slice among those of the archive, and how many rows were there before.
  struct SliceTracks {
    std::vector<uint32_t> number;
    std::vector<uint64_t> before;
    /// An entry whose segments are of the slice, as one of the archive.
    [[nodiscard]] archive::BlockEntry placed(archive::BlockEntry entry) const;
  };
  /// For those who write blocks themselves: the next rows are those of these tracks.
  SliceTracks begin_slice(const TrackIndex& tracks);
  /// A block whose bytes were written, after those of the one before. Its segments are of the
  /// slice.
  void add_written_block(archive::BlockEntry entry, const SliceTracks& slice);
  /// Of rows that were added. `fields`: what the state refers to.
  void add_late(LateState late, const UserFields& fields);
  /// Whether something but the header was written.
  [[nodiscard]] bool has_blocks() const { return !blocks_.empty(); }
  /// Ends the file. Of `data`: names, definitions, end and counts.
  ArchiveSizes finish(const TraceData& data);

 private:
  using TrackKey = std::pair<ContainerId, TypeId>;
  uint32_t track_number(const Track& track);
  void note_block(archive::BlockEntry entry);
  ArchiveSizes::Column& column(archive::RowKind kind, std::size_t piece);
  void number_tracks();
  void write_late_ends(archive::Packer& packer);
  [[nodiscard]] archive::Summary summary(const TraceData& data) const;

  const ArchiveOptions& options_;
  archive::FileWriter file_;
  std::map<TrackKey, uint32_t> numbers_;     // of tracks, in the order in which they came
  std::vector<archive::TrackEntry> tracks_;  // by these numbers; their rows so far
  std::vector<archive::BlockEntry> blocks_;
  std::vector<LateState> late_;
  UserFields late_fields_;
  ArchiveSizes sizes_;
};

}  // namespace paje
