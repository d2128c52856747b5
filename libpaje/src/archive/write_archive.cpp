#include <algorithm>
#include <array>
#include <utility>

#include "archive/encode_blocks.hpp"
#include "archive/name_tables.hpp"
#include "base/thread_pool.hpp"
#include "formats/archive/file.hpp"
#include "formats/archive/link_block.hpp"
#include "paje/archive.hpp"
#include "trace/trace_access.hpp"

namespace paje {

namespace {

using archive::RowKind;
using archive::Section;

constexpr std::array<std::array<const char*, archive::kMostPieces>, archive::kRowKinds> kColumns = {
    {{},
     {"scale", "depth", "value", "duration", "start", "fields"},
     {"scale", "duration", "start", "scale of values", "value", "fields"},
     {"scale", "time", "value", "fields"},
     {"scale", "target", "source", "end", "duration", "value", "key", "fields"}}};

class ArchiveMaker {
 public:
  ArchiveMaker(const TraceData& data, const ArchiveOptions& options,
               const std::function<void(std::string_view)>& sink)
      : data_(data), options_(options), file_(sink) {}

  ArchiveSizes make() {
    write_blocks();
    sizes_.blocks = blocks_.size();
    const uint64_t blocks_end = file_.byte();
    archive::Packer packer(options_.level);
    archive::PieceWriter tables(packer);
    write_name_tables(data_.names, data_.definitions, tables);
    file_.add_section(Section::tables, tables.raw(), packer);
    std::string raw;
    archive::write_tracks(track_entries(), raw);
    file_.add_section(Section::tracks, std::exchange(raw, {}), packer);
    archive::write_blocks(blocks_, raw);
    file_.add_section(Section::blocks, std::exchange(raw, {}), packer);
    archive::write_segments(blocks_, raw);
    file_.add_section(Section::segments, raw, packer);
    file_.finish(summary());
    sizes_.bytes = file_.byte();
    sizes_.index = sizes_.bytes - blocks_end;
    return std::move(sizes_);
  }

 private:
  void write_blocks() {
    std::vector<PlannedBlocks> plan = plan_blocks(data_.tracks);
    ThreadPool parallel(options_.threads);
    parallel.ordered(
        plan.size(),
        [&](std::size_t i) { return encode_blocks(data_, std::move(plan[i]), options_.level); },
        [&](const std::vector<EncodedBlock>& encoded) {
          for (const EncodedBlock& block : encoded) add_block(block);
        });
  }
  void add_block(const EncodedBlock& block) {
    file_.add_block(block.bytes);
    blocks_.push_back(block.entry);
    for (std::size_t i = 0; i < block.entry.pieces.size(); ++i) {
      column(block.entry.kind, i).bytes += block.entry.pieces[i].bytes;
    }
  }
  ArchiveSizes::Column& column(RowKind kind, std::size_t piece) {
    const char* name = kColumns[static_cast<std::size_t>(kind)][piece];
    const auto type_kind = static_cast<TypeKind>(kind);
    for (ArchiveSizes::Column& column : sizes_.columns) {
      if (column.kind == type_kind && column.name == name) return column;
    }
    sizes_.columns.push_back({type_kind, name, 0});
    return sizes_.columns.back();
  }
  [[nodiscard]] std::vector<archive::TrackEntry> track_entries() const {
    std::vector<archive::TrackEntry> entries;
    for (const Track& track : data_.tracks.all) {
      entries.push_back({track.container.index, track.type.index, static_cast<RowKind>(track.kind),
                         track.size()});
    }
    return entries;
  }
  [[nodiscard]] archive::Summary summary() const {
    archive::Summary summary;
    using archive::Summary;
    summary.counts[Summary::types] = data_.names.types.size();
    summary.counts[Summary::containers] = data_.names.containers.size();
    summary.counts[Summary::values] = data_.names.values.size();
    summary.counts[Summary::states] = data_.states.start.size();
    summary.counts[Summary::variables] = data_.variables.start.size();
    summary.counts[Summary::events] = data_.events.time.size();
    summary.counts[Summary::links] = data_.links.start.size();
    summary.end_time = data_.end_time;
    summary.lines = data_.counts.lines;
    summary.read_events = data_.counts.events;
    for (const archive::BlockEntry& block : blocks_) {
      const bool is_first = &block == blocks_.data();
      summary.least_start =
          is_first ? block.least_start : std::min(summary.least_start, block.least_start);
      summary.greatest_end =
          is_first ? block.greatest_end : std::max(summary.greatest_end, block.greatest_end);
    }
    return summary;
  }

  const TraceData& data_;
  const ArchiveOptions& options_;
  archive::FileWriter file_;
  std::vector<archive::BlockEntry> blocks_;
  ArchiveSizes sizes_;
};

}  // namespace

ArchiveSizes write_archive(const Trace& trace, const ArchiveOptions& options,
                           const std::function<void(std::string_view)>& sink) {
  return ArchiveMaker(TraceAccess::data(trace), options, sink).make();
}

bool is_archive(std::string_view first_bytes) { return archive::is_archive(first_bytes); }

}  // namespace paje
