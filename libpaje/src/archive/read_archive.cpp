#include "archive/read_archive.hpp"

#include <algorithm>
#include <atomic>
#include <utility>

#include "archive/archive_loader.hpp"
#include "archive/check_index.hpp"
#include "archive/decode_block.hpp"
#include "archive/level_maker.hpp"
#include "archive/store_rows.hpp"
#include "base/thread_pool.hpp"
#include "paje/archive.hpp"
#include "selection/object_filter.hpp"
#include "trace/trace_data.hpp"
#include "trace/trace_editor.hpp"

namespace paje {

namespace {

using archive::BlockEntry;
using archive::RowKind;
using archive::Segment;

class ArchiveReading {
 public:
  ArchiveReading(const StoredArchive& stored, const ReadOptions& options,
                 uint64_t most_objects = UINT64_MAX)
      : stored_(stored),
        options_(options),
        most_objects_(most_objects),
        parallel_(options.threads),
        filter_(options.selection),
        checks_index_(options.on_problem && filter_.is_everything()),
        decoders_([this] { return BlockDecoder(stored_, index_, limits_); }) {}

  Trace read() {
    read_tables();
    if (options_.on_demand && filter_.is_everything()) return on_demand();
    choose_blocks();
    choose_rows();
    places_ = place_rows(index_, chosen_, data_);
    store_blocks();
    find_block_ends(data_, parallel_);
    if (checks_index_) check_index();
    return finish();
  }
  void check() {
    static_cast<void>(stored_.read_sums(index_, limits_.values));
    static_cast<void>(stored_.read_levels(index_, limits_.values));
    static_cast<void>(stored_.read_field_facts(data_.definitions));
    parallel_.for_each(index_.blocks.size(),
                       [&](std::size_t i) { static_cast<void>(decode(index_.blocks[i], {})); });
  }
  Trace tree(bool checks_blocks) {
    read_tables();
    if (checks_blocks) check();
    data_.tracks.first_of.assign(data_.names.containers.size() + 1, 0);
    return finish();
  }
  TraceOverview overview(uint64_t most_rows) {
    read_tables();
    auto levels = stored_.read_levels(index_, limits_.values);
    if (!levels) levels.emplace();
    levels->of_block.resize(index_.blocks.size());
    levels->late.resize(index_.late.size());
    fill_levels(*levels, most_rows);
    const archive::Index index = std::move(index_);
    data_.tracks.first_of.assign(data_.names.containers.size() + 1, 0);
    return make_overview(finish(), index, std::move(*levels));
  }

 private:
  void read_tables();
  void check_tracks() const;
  void check_counts() const;
  void choose_blocks();
  void choose_rows();
  void choose(const BlockEntry& block, const DecodedBlock& decoded, ChosenBlock& chosen) const;
  void count_objects(const ChosenBlock& chosen);
  void store_blocks();
  void fill_levels(archive::Levels& levels, uint64_t most_rows);
  // For the calling thread, until its next call.
  [[nodiscard]] DecodedBlock& decode(const BlockEntry& block, BlockDecoder::Wanted wanted) {
    if (options_.stop.stop_requested()) throw ReadStopped();
    return stored_.guard([&]() -> DecodedBlock& { return decoders_.mine().decode(block, wanted); });
  }
  [[nodiscard]] BlockDecoder::Wanted wanted() const {
    return {.keys = true, .user_fields = options_.keep_user_fields || checks_index_};
  }
  void check_index();
  Trace on_demand();
  Trace finish();
  void finish(TraceData& data);

  const StoredArchive& stored_;
  const ReadOptions& options_;
  uint64_t most_objects_;
  ThreadPool parallel_;
  ObjectFilter filter_;
  bool checks_index_;
  TraceData data_;
  archive::Index index_;
  ArchiveLimits limits_;
  PerThread<BlockDecoder> decoders_;
  std::atomic<uint64_t> objects_ = 0;  // that are selected, so far
  std::vector<ChosenBlock> chosen_;    // blocks that may have selected rows
  std::vector<DecodedBlock> decoded_;  // these, if not all rows are selected
  RowPlaces places_;
};

void ArchiveReading::read_tables() {
  NameTables tables = stored_.read_names();
  index_ = stored_.read_index(tables.definitions.size());
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
  check_counts();
}

// That the directory counts what is there.
void ArchiveReading::check_counts() const {
  using archive::Summary;
  decltype(Summary::counts) counts{data_.names.types.size(), limits_.containers, limits_.values};
  for (const archive::TrackEntry& track : index_.tracks) {
    counts[Summary::states + static_cast<std::size_t>(track.kind) - 1] += track.rows;
  }
  if (counts == stored_.file().summary().counts) return;
  throw archive::Damage(stored_.file().end_of_blocks(), "other numbers of objects",
                        "those in the directory");
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
      chosen_.push_back({i, {}, {}});
    }
  }
}

// If only some rows are selected, they are counted before there is a place for them.
void ArchiveReading::choose_rows() {
  if (filter_.is_everything()) {
    for (ChosenBlock& chosen : chosen_) {
      choose_all(index_.blocks[chosen.block], chosen);
      count_objects(chosen);
    }
    return;
  }
  decoded_.resize(chosen_.size());
  parallel_.for_each(chosen_.size(), [&](std::size_t i) {
    const BlockEntry& block = index_.blocks[chosen_[i].block];
    DecodedBlock& decoded = decode(block, wanted());
    choose(block, decoded, chosen_[i]);
    count_objects(chosen_[i]);
    keep_chosen_rows(chosen_[i], decoded);
    decoded_[i] = std::move(decoded);
  });
}

void ArchiveReading::count_objects(const ChosenBlock& chosen) {
  uint64_t count = 0;
  for (const uint32_t rows : chosen.segments) count += rows;
  if ((objects_ += count) > most_objects_) throw TooManyObjects();
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

void ArchiveReading::choose(const BlockEntry& block, const DecodedBlock& decoded,
                            ChosenBlock& chosen) const {
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
}

void ArchiveReading::store_blocks() {
  const auto block_of = [&](std::size_t i) -> const BlockEntry& {
    return index_.blocks[chosen_[i].block];
  };
  std::vector<archive::TextList> keys(chosen_.size());
  std::vector<archive::StoredUserRows> user(chosen_.size());
  parallel_.for_each(chosen_.size(), [&](std::size_t i) {
    DecodedBlock& decoded = decoded_.empty() ? decode(block_of(i), wanted()) : decoded_[i];
    store_rows(block_of(i), chosen_[i], places_.of_block[i], decoded, data_);
    if (auto* links = std::get_if<DecodedLinks>(&decoded.rows)) {
      store_key_lengths(block_of(i), chosen_[i], places_.of_block[i], links->keys, data_.links);
      keys[i] = std::move(links->keys);
    }
    user[i] = std::move(decoded.user);
    if (!decoded_.empty()) decoded = DecodedBlock();
  });
  make_room_for_keys(data_.links);
  parallel_.for_each(chosen_.size(), [&](std::size_t i) {
    if (block_of(i).kind != RowKind::link) return;
    store_keys(block_of(i), chosen_[i], places_.of_block[i], keys[i], data_.links);
  });
  data_.user_fields.resize(data_.tracks.all.size());
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    store_user_fields(block_of(i), chosen_[i], places_.of_block[i], places_, user[i].rows, data_);
    user[i] = {};
  }
}

// As fine as rows are.
struct FineLevel {
  std::size_t first, count;

  archive::SegmentLevel operator()(const archive::StateRows& rows) const {
    return level_of(StateSpans{of(rows.start), of(rows.end), of(rows.value), of(rows.depth)},
                    kGrain);
  }
  archive::SegmentLevel operator()(const archive::VariableRows& rows) const {
    return level_of(VariableSpans{of(rows.start), of(rows.end), of(rows.value)}, kGrain);
  }
  archive::SegmentLevel operator()(const archive::EventRows& rows) const {
    return level_of(EventSpans{of(rows.time), of(rows.value)}, kGrain);
  }
  archive::SegmentLevel operator()(const DecodedLinks&) const { return {}; }

 private:
  static constexpr LevelGrain kGrain{1, 1};
  template <class Number>
  [[nodiscard]] std::span<const Number> of(const std::vector<Number>& column) const {
    return std::span(column).subspan(first, count);
  }
};

// Of segments that are too short for a level: each row has cells of its own then.
void ArchiveReading::fill_levels(archive::Levels& levels, uint64_t most_rows) {
  std::vector<uint32_t> blocks;
  uint64_t rows = 0;
  for (uint32_t i = 0; i < index_.blocks.size(); ++i) {
    const BlockEntry& block = index_.blocks[i];
    if (!archive::has_levels(block.kind)) continue;
    std::vector<archive::SegmentLevel>& of_block = levels.of_block[i];
    of_block.resize(block.segments.size());
    const bool is_known = std::all_of(of_block.begin(), of_block.end(),
                                      [](const auto& level) { return level.cells != 0; });
    if (is_known || (rows += block.rows) > most_rows) continue;
    blocks.push_back(i);
  }
  parallel_.for_each(blocks.size(), [&](std::size_t i) {
    const BlockEntry& block = index_.blocks[blocks[i]];
    const DecodedBlock& decoded = decode(block, {.keys = false, .user_fields = false});
    std::size_t first = 0;
    for (std::size_t s = 0; s < block.segments.size(); ++s) {
      archive::SegmentLevel& level = levels.of_block[blocks[i]][s];
      if (level.cells == 0) {
        level = std::visit(FineLevel{first, block.segments[s].rows}, decoded.rows);
      }
      first += block.segments[s].rows;
    }
  });
}

// A whole trace does not need what the index says of its rows, so differences are reported only.
void ArchiveReading::check_index() {
  paje::check_index(stored_, index_, places_, data_, parallel_, [&](const archive::Damage& damage) {
    options_.on_problem(stored_.diagnostic_of(damage));
  });
  if (options_.keep_user_fields) return;
  for (const TypeKind kind :
       {TypeKind::state, TypeKind::variable, TypeKind::event, TypeKind::link}) {
    data_.user_references(kind) = {};
  }
  data_.user_fields = std::vector<UserFields>(data_.tracks.all.size());
}

Trace ArchiveReading::on_demand() {
  auto data = std::make_shared<TraceData>(std::move(data_));
  finish(*data);
  data->loader = load_on_demand(stored_, std::move(index_), options_, *data);
  return Trace(std::move(data));
}

Trace ArchiveReading::finish() {
  finish(data_);
  return Trace(std::make_shared<TraceData>(std::move(data_)));  // not const: see TraceEditor
}

void ArchiveReading::finish(TraceData& data) {
  const archive::Summary& summary = stored_.file().summary();
  data.end_time = summary.end_time;
  data.counts = {stored_.size(), summary.lines, summary.read_events};
  if (options_.on_progress) options_.on_progress({data.counts, stored_.size(), stored_.size()});
}

}  // namespace

Trace read_archive(const StoredArchive& stored, const ReadOptions& options) {
  return ArchiveReading(stored, options).read();
}

TooManyObjects::TooManyObjects() : std::runtime_error("more objects than were allowed for") {}
TooManyObjects::~TooManyObjects() = default;

std::optional<Trace> read_part(const Input& input, const ReadOptions& options,
                               uint64_t most_objects) {
  // Other objects than those of the archive come of its events.
  const bool needs_events = options.stop_at.has_value() || !options.imbrication;
  if (needs_events || input.must_be_binary()) return std::nullopt;
  const auto stored = StoredArchive::open(input, StoredArchive::Bytes::of_index);
  if (!stored) return std::nullopt;
  return ArchiveReading(*stored, options, most_objects).read();
}

Trace check_archive(const StoredArchive& stored, const ReadOptions& options) {
  return ArchiveReading(stored, options).tree(true);
}

Trace read_archive_tree(const StoredArchive& stored, const ReadOptions& options) {
  return ArchiveReading(stored, options).tree(false);
}

TraceOverview read_archive_overview(const StoredArchive& stored, const ReadOptions& options,
                                    uint64_t most_rows) {
  return ArchiveReading(stored, options).overview(most_rows);
}

}  // namespace paje
