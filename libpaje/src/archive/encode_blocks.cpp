#include "archive/encode_blocks.hpp"

#include <algorithm>
#include <limits>
#include <string_view>
#include <utility>

#include "archive/level_maker.hpp"
#include "archive/user_rows.hpp"
#include "formats/archive/link_block.hpp"
#include "formats/archive/plain_blocks.hpp"
#include "formats/archive/state_block.hpp"

namespace paje {

namespace {

using archive::RowKind;
using archive::Segment;

// The rows of the segments of a block, in order: calls visit(row) with numbers of rows of their
// kind.
template <class Visit>
void for_each_row(const TraceData& data, const std::vector<Segment>& segments, Visit&& visit) {
  for (const Segment& segment : segments) {
    const uint64_t first = data.tracks.all[segment.track].first + segment.first;
    for (uint64_t row = first; row < first + segment.rows; ++row) visit(row);
  }
}

// A block uses those of its kind.
struct Choices {
  archive::StateChoices states;
  archive::VariableChoices variables;
  archive::EventChoices events;
  archive::LinkChoices links;
};

class BlockEncoder {
 public:
  BlockEncoder(const TraceData& data, RowKind kind, const std::vector<Segment>& segments,
               Choices& choices, archive::Packer& packer)
      : data_(data), kind_(kind), segments_(segments), choices_(choices), out_(packer) {
    for (const Segment& segment : segments) segment_rows_.push_back(segment.rows);
  }

  EncodedBlock encode() {
    switch (kind_) {
      case RowKind::state:
        encode_states();
        break;
      case RowKind::variable:
        encode_variables();
        break;
      case RowKind::event:
        encode_events();
        break;
      default:
        encode_links();
        break;
    }
    encode_user_fields();
    archive::PackedBlock packed = out_.finish();
    entry_.kind = kind_;
    entry_.pieces = std::move(packed.pieces);
    entry_.segments = segments_;
    return {std::move(entry_), std::move(packed.bytes), std::move(levels_)};
  }

 private:
  void encode_states() {
    archive::StateRows rows;
    for_each_row(data_, segments_, [&](uint64_t row) {
      rows.start.push_back(data_.states.start[row]);
      rows.end.push_back(data_.states.end[row]);
      rows.value.push_back(data_.states.value[row].index);
      rows.depth.push_back(data_.states.depth[row]);
    });
    find_span(rows.start, rows.end);
    add_levels([&](std::size_t first, std::size_t count) {
      return level_of(StateSpans{span_of(rows.start, first, count), span_of(rows.end, first, count),
                                 span_of(rows.value, first, count),
                                 span_of(rows.depth, first, count)});
    });
    archive::write_states(rows, segment_rows_, choices_.states, out_);
  }
  void encode_variables() {
    archive::VariableRows rows;
    for_each_row(data_, segments_, [&](uint64_t row) {
      rows.start.push_back(data_.variables.start[row]);
      rows.end.push_back(data_.variables.end[row]);
      rows.value.push_back(data_.variables.value[row]);
    });
    find_span(rows.start, rows.end);
    add_levels([&](std::size_t first, std::size_t count) {
      return level_of(VariableSpans{span_of(rows.start, first, count),
                                    span_of(rows.end, first, count),
                                    span_of(rows.value, first, count)});
    });
    archive::write_variables(rows, choices_.variables, out_);
  }
  void encode_events() {
    archive::EventRows rows;
    for_each_row(data_, segments_, [&](uint64_t row) {
      rows.time.push_back(data_.events.time[row]);
      rows.value.push_back(data_.events.value[row].index);
    });
    find_span(rows.time, rows.time);
    add_levels([&](std::size_t first, std::size_t count) {
      return level_of(
          EventSpans{span_of(rows.time, first, count), span_of(rows.value, first, count)});
    });
    archive::write_events(rows, choices_.events, out_);
  }
  void encode_links() {
    archive::LinkRows rows;
    const StoredLinks& links = data_.links;
    for_each_row(data_, segments_, [&](uint64_t row) {
      rows.start.push_back(links.start[row]);
      rows.end.push_back(links.end[row]);
      rows.value.push_back(links.value[row].index);
      rows.source.push_back(links.start_container[row].index);
      rows.target.push_back(links.end_container[row].index);
      const uint64_t begin = links.key_begin[row];
      rows.key.emplace_back(links.key_text.data() + begin, links.key_begin[row + 1] - begin);
    });
    find_span(rows.start, rows.end);
    archive::write_links(rows, choices_.links, out_);
  }

  // level(first, count): of these rows of the block.
  template <class Level>
  void add_levels(Level&& level) {
    std::size_t first = 0;
    for (const Segment& segment : segments_) {
      levels_.push_back(level(first, segment.rows));
      first += segment.rows;
    }
    // Of very many short tracks, nothing is kept.
    const auto has_cells = [](const archive::SegmentLevel& made) { return made.cells != 0; };
    if (std::none_of(levels_.begin(), levels_.end(), has_cells)) levels_.clear();
  }
  template <class T>
  static std::span<const T> span_of(const std::vector<T>& column, std::size_t first,
                                    std::size_t count) {
    return std::span(column).subspan(first, count);
  }

  void encode_user_fields() {
    const auto& references = data_.user_references(static_cast<TypeKind>(kind_));
    if (references.empty()) return;
    archive::UserRows rows;
    for (const Segment& segment : segments_) {
      const uint64_t first = data_.tracks.all[segment.track].first + segment.first;
      for (uint64_t row = first; row < first + segment.rows; ++row) {
        add_user_row(data_.user_fields[segment.track], references[row], rows);
      }
    }
    if (rows.definitions.empty()) return;
    archive::write_user_fields(rows, out_);
    out_.end_piece();
  }

  // Links may end before they start. NaN is in no span.
  void find_span(std::span<const double> starts, std::span<const double> ends) {
    double least = std::numeric_limits<double>::infinity();
    double greatest = -least;
    for (const std::span<const double> times : {starts, ends}) {
      for (const double time : times) {
        if (time < least) least = time;
        if (time > greatest) greatest = time;
      }
    }
    entry_.rows = static_cast<uint32_t>(starts.size());
    entry_.least_start = least;
    entry_.greatest_end = greatest;
  }

  const TraceData& data_;
  RowKind kind_;
  const std::vector<Segment>& segments_;
  Choices& choices_;
  archive::PieceWriter out_;
  archive::BlockEntry entry_;
  std::vector<archive::SegmentLevel> levels_;
  std::vector<uint32_t> segment_rows_;
};

}  // namespace

std::vector<EncodedBlock> encode_blocks(const TraceData& data, const PlannedBlocks& plan,
                                        int level) {
  archive::Packer packer(level);
  Choices choices;
  std::vector<EncodedBlock> blocks;
  for (const std::vector<Segment>& segments : plan.segments) {
    blocks.push_back(BlockEncoder(data, plan.kind, segments, choices, packer).encode());
  }
  return blocks;
}

}  // namespace paje
