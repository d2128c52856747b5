#include "archive/archive_loader.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <limits>
#include <mutex>
#include <optional>
#include <utility>

#include "archive/kept_details.hpp"
#include "archive/store_rows.hpp"
#include "archive/track_sums.hpp"
#include "archive/user_facts.hpp"
#include "archive/user_rows.hpp"
#include "base/memory_pages.hpp"
#include "base/sparse_memory.hpp"
#include "base/thread_pool.hpp"
#include "trace/each_column.hpp"
#include "trace/trace_editor.hpp"

namespace paje {

namespace {

using archive::BlockEntry;

// Rows of a track in a block.
struct Part {
  uint32_t block = 0;
  RowRange rows;
  uint64_t first = 0;  // of these rows, in the block
};

// The user-defined fields of a block, and which its rows have.
struct BlockFields {
  UserFields fields;
  std::vector<UserFields::Reference> references;
};

std::size_t blocks_of(const archive::Index& index, TypeKind kind) {
  return static_cast<std::size_t>(std::count_if(
      index.blocks.begin(), index.blocks.end(),
      [&](const BlockEntry& block) { return static_cast<TypeKind>(block.kind) == kind; }));
}

// How many blocks of a kind are read one by one before all are. Few, because these are read twice.
std::size_t few_of(const archive::Index& index, TypeKind kind) {
  return blocks_of(index, kind) / 8 + 4;
}

class ArchiveLoader final : public ColumnLoader {
 public:
  ArchiveLoader(StoredArchive stored, archive::Index index, const ReadOptions& options,
                TraceData& data);

  [[nodiscard]] bool has(TypeKind kind) const override { return has_[number(kind)]; }
  void load(TypeKind kind) override;
  void load(TypeKind kind, RowRange rows) override;
  std::vector<RowRange> load_near(const Track& track, double from, double to) override;
  [[nodiscard]] double first_start(TypeKind kind) const override;
  [[nodiscard]] TimeBounds bounds(TypeKind kind) const override;
  std::optional<std::vector<StateSum>> state_sums(const Track& track) override;
  void load_keys() override;
  void load_user_fields(TypeKind kind) override;
  std::optional<std::string_view> key_near(uint64_t row) override;
  std::optional<NearFields> user_fields_near(TypeKind kind, uint64_t row) override;
  std::optional<std::vector<UserWordFacts>> user_word_facts(TypeKind kind) override;

 private:
  static std::size_t number(TypeKind kind) { return static_cast<std::size_t>(kind); }
  [[nodiscard]] KeptDetails<BlockFields> fields_of(std::size_t kind) const {
    return KeptDetails<BlockFields>(few_of(index_, static_cast<TypeKind>(kind)));
  }
  BlockFields read_fields(uint32_t block);
  // Large pages help where all rows are loaded; with few rows, they would make most of the column.
  void want_pages(TypeKind kind, bool are_large);
  void list_parts();
  [[nodiscard]] std::span<const Part> parts_in(TypeKind kind, RowRange rows) const;
  void load_blocks(std::vector<uint32_t> blocks);
  DecodedBlock& decode(uint32_t block, BlockDecoder::Wanted wanted) {
    if (stop_.stop_requested()) throw ReadStopped();
    return stored_.guard(
        [&]() -> DecodedBlock& { return decoders_.mine().decode(index_.blocks[block], wanted); });
  }

  StoredArchive stored_;
  archive::Index index_;
  ArchiveLimits limits_;
  TraceData& data_;
  std::stop_token stop_;
  bool keeps_user_fields_;
  // An arena of its own: while a thread waits here it does no work of others, which might ask for
  // columns, too.
  ThreadPool parallel_;
  PerThread<BlockDecoder> decoders_;
  std::vector<ChosenBlock> all_;  // of each block, that all rows are wanted
  RowPlaces places_;
  std::array<std::vector<Part>, archive::kRowKinds> parts_;  // of each kind, by row
  std::vector<std::atomic<bool>> is_loaded_;                 // of each block
  std::array<std::atomic<bool>, archive::kRowKinds> has_{};
  std::optional<std::vector<archive::TrackSums>> sums_;
  std::optional<std::optional<archive::AllFieldFacts>> field_facts_;
  std::atomic<bool> has_keys_ = false;
  std::array<std::atomic<bool>, archive::kRowKinds> has_user_fields_{};
  KeptDetails<archive::TextList> keys_;
  std::array<KeptDetails<BlockFields>, archive::kRowKinds> user_fields_;  // by kind
  std::mutex loading_;
};

ArchiveLoader::ArchiveLoader(StoredArchive stored, archive::Index index, const ReadOptions& options,
                             TraceData& data)
    : stored_(std::move(stored)),
      index_(std::move(index)),
      limits_{data.names.containers.size(), data.names.values.size(), data.definitions.size()},
      data_(data),
      stop_(options.stop),
      keeps_user_fields_(options.keep_user_fields),
      parallel_(options.threads),
      decoders_([this] { return BlockDecoder(stored_, index_, limits_); }),
      is_loaded_(index_.blocks.size()),
      keys_(few_of(index_, TypeKind::link)),
      user_fields_{fields_of(0), fields_of(1), fields_of(2), fields_of(3), fields_of(4)} {
  for (uint32_t i = 0; i < index_.blocks.size(); ++i) {
    choose_all(index_.blocks[i], all_.emplace_back(ChosenBlock{i, {}, {}}));
  }
  places_ = place_rows(index_, all_, data_);
  list_parts();
  for (std::size_t kind = 0; kind < parts_.size(); ++kind) {
    has_[kind] = parts_[kind].empty();
    want_pages(static_cast<TypeKind>(kind), false);
  }
}

void ArchiveLoader::want_pages(TypeKind kind, bool are_large) {
  for_each_column(data_, kind, [&](auto& column) {
    const std::size_t bytes = column.size() * sizeof(*column.data());
    are_large ? want_large_pages(column.data(), bytes) : want_small_pages(column.data(), bytes);
  });
}

void ArchiveLoader::list_parts() {
  for (uint32_t i = 0; i < index_.blocks.size(); ++i) {
    const BlockEntry& block = index_.blocks[i];
    auto& parts = parts_[static_cast<std::size_t>(block.kind)];
    uint64_t before = 0;
    for (std::size_t s = 0; s < block.segments.size(); ++s) {
      const uint64_t first = places_.of_block[i][s];
      parts.push_back({i, {first, first + block.segments[s].rows}, before});
      before += block.segments[s].rows;
    }
  }
  const auto is_before = [](const Part& a, const Part& b) { return a.rows.first < b.rows.first; };
  for (auto& parts : parts_) std::sort(parts.begin(), parts.end(), is_before);
}

std::span<const Part> ArchiveLoader::parts_in(TypeKind kind, RowRange rows) const {
  const std::vector<Part>& parts = parts_[number(kind)];
  const auto first = std::partition_point(
      parts.begin(), parts.end(), [&](const Part& part) { return part.rows.last <= rows.first; });
  const auto last = std::partition_point(
      first, parts.end(), [&](const Part& part) { return part.rows.first < rows.last; });
  return {first, last};
}

void ArchiveLoader::load_blocks(std::vector<uint32_t> blocks) {
  const auto is_there = [&](uint32_t block) { return is_loaded_[block].load(); };
  if (std::all_of(blocks.begin(), blocks.end(), is_there)) return;
  const std::lock_guard lock(loading_);
  std::erase_if(blocks, is_there);
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  parallel_.for_each(blocks.size(), [&](std::size_t i) {
    const uint32_t block = blocks[i];
    store_rows(index_.blocks[block], all_[block], places_.of_block[block],
               decode(block, {.keys = false, .user_fields = false}), data_);
    is_loaded_[block] = true;
  });
}

void ArchiveLoader::load(TypeKind kind) {
  if (has(kind)) return;
  want_pages(kind, true);
  std::vector<uint32_t> blocks;
  for (const Part& part : parts_[number(kind)]) blocks.push_back(part.block);
  load_blocks(std::move(blocks));
  const std::lock_guard lock(loading_);
  if (has(kind)) return;
  find_block_ends(data_, kind, parallel_);
  has_[number(kind)] = true;
}

void ArchiveLoader::load(TypeKind kind, RowRange rows) {
  if (has(kind) || rows.empty()) return;
  std::vector<uint32_t> blocks;
  for (const Part& part : parts_in(kind, rows)) blocks.push_back(part.block);
  load_blocks(std::move(blocks));
}

std::vector<RowRange> ArchiveLoader::load_near(const Track& track, double from, double to) {
  std::vector<RowRange> near;
  std::vector<uint32_t> blocks;
  for (const Part& part : parts_in(track.kind, {track.first, track.last})) {
    const BlockEntry& block = index_.blocks[part.block];
    if (!(block.least_start <= to && block.greatest_end >= from)) continue;
    blocks.push_back(part.block);
    near.push_back(part.rows);
  }
  load_blocks(std::move(blocks));
  return near;
}

TimeBounds ArchiveLoader::bounds(TypeKind kind) const {
  constexpr double kEver = std::numeric_limits<double>::infinity();
  TimeBounds bounds{kEver, -kEver};
  for (const BlockEntry& block : index_.blocks) {
    if (static_cast<TypeKind>(block.kind) != kind) continue;
    bounds.first_start = std::min(bounds.first_start, block.least_start);
    bounds.last_end = std::max(bounds.last_end, block.greatest_end);
  }
  return bounds;
}

double ArchiveLoader::first_start(TypeKind kind) const { return bounds(kind).first_start; }

std::optional<std::vector<StateSum>> ArchiveLoader::state_sums(const Track& track) {
  {
    const std::lock_guard lock(loading_);
    if (!sums_) sums_ = stored_.read_sums(index_, limits_.values);
  }
  const auto of = [&](const archive::TrackSums& sums) {
    const archive::TrackEntry& entry = index_.tracks[sums.track];
    return std::pair(ContainerId{entry.container}, TypeId{entry.type});
  };
  const auto key = std::pair(track.container, track.type);
  const auto found = std::partition_point(
      sums_->begin(), sums_->end(), [&](const archive::TrackSums& sums) { return of(sums) < key; });
  if (found == sums_->end() || of(*found) != key) return std::nullopt;
  return state_sums_of(*found);
}

void ArchiveLoader::load_keys() {
  if (has_keys_) return;
  load(TypeKind::link);
  const std::lock_guard lock(loading_);
  if (has_keys_) return;
  std::vector<uint32_t> blocks;
  for (uint32_t i = 0; i < index_.blocks.size(); ++i) {
    if (index_.blocks[i].kind == archive::RowKind::link) blocks.push_back(i);
  }
  std::vector<archive::TextList> keys(blocks.size());
  parallel_.for_each(blocks.size(), [&](std::size_t i) {
    const uint32_t block = blocks[i];
    DecodedBlock& decoded = decode(block, {.keys = true, .user_fields = false});
    auto& links = std::get<DecodedLinks>(decoded.rows);
    store_key_lengths(index_.blocks[block], all_[block], places_.of_block[block], links.keys,
                      data_.links);
    keys[i] = std::move(links.keys);
  });
  make_room_for_keys(data_.links);
  parallel_.for_each(blocks.size(), [&](std::size_t i) {
    const uint32_t block = blocks[i];
    store_keys(index_.blocks[block], all_[block], places_.of_block[block], keys[i], data_.links);
  });
  has_keys_ = true;
}

void ArchiveLoader::load_user_fields(TypeKind kind) {
  if (has_user_fields_[number(kind)]) return;
  const std::lock_guard lock(loading_);
  if (has_user_fields_[number(kind)]) return;
  data_.user_fields.resize(data_.tracks.all.size());
  std::vector<uint32_t> blocks;
  for (uint32_t i = 0; i < index_.blocks.size(); ++i) {
    const BlockEntry& block = index_.blocks[i];
    if (!keeps_user_fields_ || static_cast<TypeKind>(block.kind) != kind) continue;
    if (has_user_fields(index_, block)) blocks.push_back(i);
  }
  std::vector<archive::StoredUserRows> user(blocks.size());
  parallel_.for_each(user.size(), [&](std::size_t i) {
    user[i] =
        std::move(decode(blocks[i], {.keys = false, .user_fields = true, .rows = false}).user);
  });
  for (std::size_t i = 0; i < user.size(); ++i) {
    const uint32_t block = blocks[i];
    store_user_fields(index_.blocks[block], all_[block], places_.of_block[block], places_,
                      user[i].rows, data_);
    user[i] = {};
  }
  has_user_fields_[number(kind)] = true;
}

std::optional<std::string_view> ArchiveLoader::key_near(uint64_t row) {
  if (has_keys_) return std::nullopt;
  const Part& part = parts_in(TypeKind::link, {row, row + 1}).front();
  const archive::TextList* const keys = keys_.of(part.block, [&] {
    return std::move(
        std::get<DecodedLinks>(decode(part.block, {.keys = true, .user_fields = false}).rows).keys);
  });
  if (keys == nullptr) return std::nullopt;
  return (*keys)[part.first + (row - part.rows.first)];
}

BlockFields ArchiveLoader::read_fields(uint32_t block) {
  BlockFields read;
  const archive::StoredUserRows& user =
      decode(block, {.keys = false, .user_fields = true, .rows = false}).user;
  UserRowWalk walk(user.rows);
  for (std::size_t row = 0; row < user.rows.events.size(); ++row) {
    read.references.push_back(walk.copy_to(read.fields));
  }
  return read;
}

std::optional<ColumnLoader::NearFields> ArchiveLoader::user_fields_near(TypeKind kind,
                                                                        uint64_t row) {
  if (has_user_fields_[number(kind)] || !keeps_user_fields_) return std::nullopt;
  const Part& part = parts_in(kind, {row, row + 1}).front();
  if (!has_user_fields(index_, index_.blocks[part.block])) return NearFields{};
  const BlockFields* const fields =
      user_fields_[number(kind)].of(part.block, [&] { return read_fields(part.block); });
  if (fields == nullptr) return std::nullopt;
  if (fields->references.empty()) return NearFields{};
  return NearFields{&fields->fields, fields->references[part.first + (row - part.rows.first)]};
}

std::optional<std::vector<UserWordFacts>> ArchiveLoader::user_word_facts(TypeKind kind) {
  if (!keeps_user_fields_) return std::nullopt;
  const std::lock_guard lock(loading_);
  if (!field_facts_) field_facts_ = stored_.read_field_facts(data_.definitions);
  if (!*field_facts_) return std::nullopt;
  return user_word_facts_of((**field_facts_)[number(kind)]);
}

}  // namespace

std::unique_ptr<ColumnLoader> load_on_demand(const StoredArchive& stored, archive::Index index,
                                             const ReadOptions& options, TraceData& data) {
  return std::make_unique<ArchiveLoader>(stored, std::move(index), options, data);
}

}  // namespace paje
