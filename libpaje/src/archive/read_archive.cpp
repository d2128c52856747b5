#include "archive/read_archive.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "archive/decode_block.hpp"
#include "archive/user_rows.hpp"
#include "base/thread_pool.hpp"
#include "selection/object_filter.hpp"
#include "trace/trace_data.hpp"
#include "trace/trace_editor.hpp"

namespace paje {

namespace {

using archive::BlockEntry;
using archive::RowKind;
using archive::Segment;

// Which rows of a block are selected, and how many of each segment.
struct Chosen {
  std::vector<uint8_t> rows;       // empty: all
  std::vector<uint32_t> segments;  // selected rows of each
};

class ArchiveReading {
 public:
  ArchiveReading(const StoredArchive& stored, const ReadOptions& options)
      : stored_(stored),
        options_(options),
        parallel_(options.threads),
        filter_(options.selection),
        decoders_([this] { return BlockDecoder(stored_, limits_); }) {}

  Trace read() {
    read_tables();
    choose_blocks();
    choose_rows();
    number_tracks();
    make_room();
    store_blocks();
    find_block_ends(data_, parallel_);
    return finish();
  }
  void check() {
    parallel_.for_each(index_.blocks.size(),
                       [&](std::size_t i) { static_cast<void>(decode(index_.blocks[i], {})); });
  }
  Trace tree(bool checks_blocks) {
    read_tables();
    if (checks_blocks) check();
    data_.tracks.first_of.assign(data_.names.containers.size() + 1, 0);
    return finish();
  }

 private:
  void read_tables();
  void check_tracks() const;
  void choose_blocks();
  void choose_rows();
  [[nodiscard]] Chosen choose(const BlockEntry& block, const DecodedBlock& decoded) const;
  void number_tracks();
  void make_room();
  void store_blocks();
  void store(std::size_t block, DecodedBlock& decoded);
  void store_keys(std::size_t block, const archive::TextList& keys);
  void store_user_fields();
  // For the calling thread, until its next call.
  [[nodiscard]] DecodedBlock& decode(const BlockEntry& block, BlockDecoder::Wanted wanted) {
    if (options_.stop.stop_requested()) throw ReadStopped();
    return stored_.guard([&]() -> DecodedBlock& { return decoders_.mine().decode(block, wanted); });
  }
  [[nodiscard]] BlockDecoder::Wanted wanted() const {
    return {.keys = true, .user_fields = options_.keep_user_fields};
  }
  Trace finish();

  const StoredArchive& stored_;
  const ReadOptions& options_;
  ThreadPool parallel_;
  ObjectFilter filter_;
  TraceData data_;
  archive::Index index_;
  ArchiveLimits limits_;
  PerThread<BlockDecoder> decoders_;
  std::vector<uint32_t> blocks_;       // that may have selected rows
  std::vector<DecodedBlock> decoded_;  // these, if not all rows are selected
  std::vector<Chosen> chosen_;         // of these
  std::vector<uint32_t> track_of_;     // the number in the trace of each track of the archive
  // Where the rows of each segment of each block go.
  std::vector<std::vector<uint64_t>> places_;
  std::vector<archive::TextList> keys_;        // of each block
  std::vector<archive::StoredUserRows> user_;  // of each block
};

void ArchiveReading::read_tables() {
  NameTables tables = stored_.read_names();
  index_ = stored_.read_index();
  data_.names = std::move(tables.names);
  data_.definitions = std::move(tables.definitions);
  limits_ = {data_.names.containers.size(), data_.names.values.size(), data_.definitions.size()};
  stored_.guard([&] { check_tracks(); });
  filter_.learn(data_.names.types, data_.names.containers);
  if (!options_.selection.allow_unmatched) {
    check_matched({&filter_, 1}, data_.names.types, data_.names.containers);
  }
}

// That tracks are in order, of containers and types that are there.
void ArchiveReading::check_tracks() const {
  const archive::TrackEntry* last = nullptr;
  for (const archive::TrackEntry& track : index_.tracks) {
    const bool is_known = track.container < limits_.containers &&
                          track.type < data_.names.types.size() &&
                          static_cast<RowKind>(data_.names.types[track.type].kind) == track.kind;
    const bool is_in_order = last == nullptr || std::pair(last->container, last->type) <
                                                    std::pair(track.container, track.type);
    if (!is_known || !is_in_order || track.rows == 0) {
      throw archive::Damage(stored_.file().end_of_blocks(), "a track of no place",
                            "tracks in order");
    }
    last = &track;
  }
}

void ArchiveReading::choose_blocks() {
  for (uint32_t i = 0; i < index_.blocks.size(); ++i) {
    const BlockEntry& block = index_.blocks[i];
    const auto may_have = [&](const Segment& segment) {
      const archive::TrackEntry& track = index_.tracks[segment.track];
      return filter_.has_track({track.container}, {track.type}, static_cast<TypeKind>(track.kind));
    };
    if (filter_.is_everything() ||
        (filter_.has_time(block.least_start, block.greatest_end) &&
         std::any_of(block.segments.begin(), block.segments.end(), may_have))) {
      blocks_.push_back(i);
    }
  }
}

// If only some rows are selected, they are counted before there is a place for them.
void ArchiveReading::choose_rows() {
  chosen_.resize(blocks_.size());
  if (filter_.is_everything()) {
    for (std::size_t i = 0; i < blocks_.size(); ++i) {
      for (const Segment& segment : index_.blocks[blocks_[i]].segments) {
        chosen_[i].segments.push_back(segment.rows);
      }
    }
    return;
  }
  decoded_.resize(blocks_.size());
  parallel_.for_each(blocks_.size(), [&](std::size_t i) {
    decoded_[i] = std::move(decode(index_.blocks[blocks_[i]], wanted()));
    chosen_[i] = choose(index_.blocks[blocks_[i]], decoded_[i]);
  });
}

// Whether each row of a block is selected, of a track that may have some.
struct RowChoice {
  const ObjectFilter& filter;
  ContainerId container;

  [[nodiscard]] bool operator()(const archive::StateRows& rows, std::size_t i) const {
    return filter.has_time(rows.start[i], rows.end[i]) && filter.has_depth(rows.depth[i]);
  }
  [[nodiscard]] bool operator()(const archive::VariableRows& rows, std::size_t i) const {
    return filter.has_time(rows.start[i], rows.end[i]);
  }
  [[nodiscard]] bool operator()(const archive::EventRows& rows, std::size_t i) const {
    return filter.has_time(rows.time[i], rows.time[i]);
  }
  [[nodiscard]] bool operator()(const DecodedLinks& links, std::size_t i) const {
    const archive::LinkRows& rows = links.rows;
    return filter.has_time(rows.start[i], rows.end[i]) &&
           filter.has_ends(container, {rows.source[i]}, {rows.target[i]});
  }
};

Chosen ArchiveReading::choose(const BlockEntry& block, const DecodedBlock& decoded) const {
  Chosen chosen;
  chosen.rows.resize(block.rows);
  std::size_t row = 0;
  for (const Segment& segment : block.segments) {
    const archive::TrackEntry& track = index_.tracks[segment.track];
    const std::size_t last = row + segment.rows;
    uint32_t count = 0;
    if (filter_.has_track({track.container}, {track.type}, static_cast<TypeKind>(track.kind))) {
      const RowChoice is_chosen{filter_, {track.container}};
      std::visit(
          [&](const auto& rows) {
            for (std::size_t i = row; i < last; ++i) {
              chosen.rows[i] = is_chosen(rows, i) ? 1 : 0;
              count += chosen.rows[i];
            }
          },
          decoded.rows);
    }
    chosen.segments.push_back(count);
    row = last;
  }
  return chosen;
}

void ArchiveReading::number_tracks() {
  std::vector<uint64_t> rows(index_.tracks.size());
  places_.resize(blocks_.size());
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const std::vector<Segment>& segments = index_.blocks[blocks_[i]].segments;
    for (std::size_t s = 0; s < segments.size(); ++s) {
      places_[i].push_back(rows[segments[s].track]);
      rows[segments[s].track] += chosen_[i].segments[s];
    }
  }
  track_of_.resize(index_.tracks.size());
  data_.tracks.first_of.assign(limits_.containers + 1, 0);
  for (std::size_t t = 0; t < index_.tracks.size(); ++t) {
    if (rows[t] == 0) continue;
    const archive::TrackEntry& track = index_.tracks[t];
    track_of_[t] = static_cast<uint32_t>(data_.tracks.all.size());
    data_.tracks.all.push_back(
        {{track.container}, {track.type}, static_cast<TypeKind>(track.kind), 0, rows[t]});
    ++data_.tracks.first_of[track.container + 1];
  }
  for (std::size_t i = 1; i < data_.tracks.first_of.size(); ++i) {
    data_.tracks.first_of[i] += data_.tracks.first_of[i - 1];
  }
  number_rows(data_.tracks);
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const std::vector<Segment>& segments = index_.blocks[blocks_[i]].segments;
    for (std::size_t s = 0; s < segments.size(); ++s) {
      if (chosen_[i].segments[s] == 0) continue;
      places_[i][s] += data_.tracks.all[track_of_[segments[s].track]].first;
    }
  }
}

void ArchiveReading::make_room() {
  uint64_t rows[archive::kRowKinds] = {};
  for (const Track& track : data_.tracks.all)
    rows[static_cast<std::size_t>(track.kind)] = track.last;
  const auto make = [&](TypeKind kind, auto&... columns) {
    (columns.resize_uninitialized(rows[static_cast<std::size_t>(kind)]), ...);
  };
  make(TypeKind::state, data_.states.start, data_.states.end, data_.states.value,
       data_.states.depth);
  make(TypeKind::variable, data_.variables.start, data_.variables.end, data_.variables.value);
  make(TypeKind::event, data_.events.time, data_.events.value);
  make(TypeKind::link, data_.links.start, data_.links.end, data_.links.value,
       data_.links.start_container, data_.links.end_container);
  data_.links.key_begin.resize_uninitialized(data_.links.start.size() + 1);
  std::fill(data_.links.key_begin.begin(), data_.links.key_begin.end(), 0);
}

// Where rows go: each to a column.
struct RowStore {
  TraceData& data;

  // All rows of a stretch.
  void operator()(const archive::StateRows& rows, std::size_t i, std::size_t count,
                  uint64_t to) const {
    copy(rows.start, i, count, data.states.start, to);
    copy(rows.end, i, count, data.states.end, to);
    copy(rows.value, i, count, data.states.value, to);
    copy(rows.depth, i, count, data.states.depth, to);
  }
  void operator()(const archive::VariableRows& rows, std::size_t i, std::size_t count,
                  uint64_t to) const {
    copy(rows.start, i, count, data.variables.start, to);
    copy(rows.end, i, count, data.variables.end, to);
    copy(rows.value, i, count, data.variables.value, to);
  }
  void operator()(const archive::EventRows& rows, std::size_t i, std::size_t count,
                  uint64_t to) const {
    copy(rows.time, i, count, data.events.time, to);
    copy(rows.value, i, count, data.events.value, to);
  }
  void operator()(const DecodedLinks& links, std::size_t i, std::size_t count, uint64_t to) const {
    copy(links.rows.start, i, count, data.links.start, to);
    copy(links.rows.end, i, count, data.links.end, to);
    copy(links.rows.value, i, count, data.links.value, to);
    copy(links.rows.source, i, count, data.links.start_container, to);
    copy(links.rows.target, i, count, data.links.end_container, to);
    for (std::size_t row = i; row < i + count; ++row) {
      data.links.key_begin[++to] = links.keys[row].size();
    }
  }

  // One row.
  void operator()(const archive::StateRows& rows, std::size_t i, uint64_t to) const {
    data.states.start[to] = rows.start[i];
    data.states.end[to] = rows.end[i];
    data.states.value[to] = {rows.value[i]};
    data.states.depth[to] = rows.depth[i];
  }
  void operator()(const archive::VariableRows& rows, std::size_t i, uint64_t to) const {
    data.variables.start[to] = rows.start[i];
    data.variables.end[to] = rows.end[i];
    data.variables.value[to] = rows.value[i];
  }
  void operator()(const archive::EventRows& rows, std::size_t i, uint64_t to) const {
    data.events.time[to] = rows.time[i];
    data.events.value[to] = {rows.value[i]};
  }
  void operator()(const DecodedLinks& links, std::size_t i, uint64_t to) const {
    data.links.start[to] = links.rows.start[i];
    data.links.end[to] = links.rows.end[i];
    data.links.value[to] = {links.rows.value[i]};
    data.links.start_container[to] = {links.rows.source[i]};
    data.links.end_container[to] = {links.rows.target[i]};
    data.links.key_begin[to + 1] = links.keys[i].size();
  }

 private:
  template <class From, class To>
  static void copy(const std::vector<From>& from, std::size_t first, std::size_t count, To& column,
                   uint64_t to) {
    std::transform(
        from.begin() + static_cast<std::ptrdiff_t>(first),
        from.begin() + static_cast<std::ptrdiff_t>(first + count), column.data() + to,
        [](From number) { return std::remove_reference_t<decltype(column[0])>{number}; });
  }
};

void ArchiveReading::store(std::size_t block, DecodedBlock& decoded) {
  const std::vector<Segment>& segments = index_.blocks[blocks_[block]].segments;
  const std::vector<uint8_t>& chosen = chosen_[block].rows;
  const RowStore put{data_};
  std::visit(
      [&](const auto& rows) {
        std::size_t row = 0;
        for (std::size_t s = 0; s < segments.size(); ++s) {
          uint64_t to = places_[block][s];
          const std::size_t last = row + segments[s].rows;
          if (chosen.empty()) put(rows, row, segments[s].rows, to);
          for (; !chosen.empty() && row < last; ++row) {
            if (chosen[row] != 0) put(rows, row, to++);
          }
          row = last;
        }
      },
      decoded.rows);
}

void ArchiveReading::store_blocks() {
  keys_.resize(blocks_.size());
  user_.resize(blocks_.size());
  parallel_.for_each(blocks_.size(), [&](std::size_t i) {
    DecodedBlock& decoded =
        decoded_.empty() ? decode(index_.blocks[blocks_[i]], wanted()) : decoded_[i];
    store(i, decoded);
    if (auto* links = std::get_if<DecodedLinks>(&decoded.rows)) keys_[i] = std::move(links->keys);
    user_[i] = std::move(decoded.user);
    if (!decoded_.empty()) decoded = DecodedBlock();
  });
  uint64_t bytes = 0;
  for (uint64_t& begin : data_.links.key_begin) begin = bytes += begin;
  data_.links.key_text.resize_uninitialized(bytes);
  parallel_.for_each(blocks_.size(), [&](std::size_t i) { store_keys(i, keys_[i]); });
  store_user_fields();
}

void ArchiveReading::store_keys(std::size_t block, const archive::TextList& keys) {
  if (keys.size() == 0) return;
  const std::vector<Segment>& segments = index_.blocks[blocks_[block]].segments;
  const std::vector<uint8_t>& chosen = chosen_[block].rows;
  std::size_t row = 0;
  for (std::size_t s = 0; s < segments.size(); ++s) {
    uint64_t to = places_[block][s];
    for (const std::size_t last = row + segments[s].rows; row < last; ++row) {
      if (!chosen.empty() && chosen[row] == 0) continue;
      const std::string_view key = keys[row];
      std::copy(key.begin(), key.end(), data_.links.key_text.data() + data_.links.key_begin[to++]);
    }
  }
}

void ArchiveReading::store_user_fields() {
  data_.user_fields.resize(data_.tracks.all.size());
  const auto references_of = [&](RowKind kind) -> PodVector<UserFields::Reference>& {
    return kind == RowKind::state      ? data_.states.user
           : kind == RowKind::variable ? data_.variables.user
           : kind == RowKind::event    ? data_.events.user
                                       : data_.links.user;
  };
  for (std::size_t i = 0; i < blocks_.size(); ++i) {
    const BlockEntry& block = index_.blocks[blocks_[i]];
    if (user_[i].rows.events.empty()) continue;
    auto& references = references_of(block.kind);
    if (references.empty()) {
      references.resize_uninitialized(data_.starts_of(static_cast<TypeKind>(block.kind)).size());
      std::fill(references.begin(), references.end(), UserFields::kNone);
    }
    UserRowWalk walk(user_[i].rows);
    std::size_t row = 0;
    for (std::size_t s = 0; s < block.segments.size(); ++s) {
      uint64_t to = places_[i][s];
      UserFields& fields = data_.user_fields[track_of_[block.segments[s].track]];
      for (const std::size_t last = row + block.segments[s].rows; row < last; ++row) {
        if (!chosen_[i].rows.empty() && chosen_[i].rows[row] == 0) {
          walk.skip();
        } else {
          references[to++] = walk.copy_to(fields);
        }
      }
    }
    user_[i] = {};
  }
}

Trace ArchiveReading::finish() {
  const archive::Summary& summary = stored_.file().summary();
  data_.end_time = summary.end_time;
  data_.counts = {stored_.size(), summary.lines, summary.read_events};
  if (options_.on_progress) options_.on_progress({data_.counts, stored_.size(), stored_.size()});
  return Trace(std::make_shared<TraceData>(std::move(data_)));  // not const: see TraceEditor
}

}  // namespace

Trace read_archive(const StoredArchive& stored, const ReadOptions& options) {
  return ArchiveReading(stored, options).read();
}

Trace check_archive(const StoredArchive& stored, const ReadOptions& options) {
  return ArchiveReading(stored, options).tree(true);
}

Trace read_archive_tree(const StoredArchive& stored, const ReadOptions& options) {
  return ArchiveReading(stored, options).tree(false);
}

}  // namespace paje
