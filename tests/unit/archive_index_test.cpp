// The index and the file of archives: tracks, blocks and segments come back; those that cannot be
// are refused; header, directory and trailer hold the file together.
#include <gtest/gtest.h>

#include <algorithm>

#include "archive_damage.hpp"
#include "formats/archive/file.hpp"
#include "formats/archive/index.hpp"

namespace paje::archive {
namespace {

using namespace test;

constexpr std::size_t kPieces[kRowKinds] = {0, 5, 5, 3, 7};

// Tracks in order, cut into blocks as a writer may.
Index random_index(Random& random) {
  Index index;
  std::vector<std::vector<uint32_t>> of_kind(kRowKinds);
  for (uint32_t track = 0, count = 1 + static_cast<uint32_t>(below(random, 30)); track < count;
       ++track) {
    const auto kind = static_cast<uint32_t>(1 + below(random, 4));
    index.tracks.push_back(
        {track / 3, track % 3, static_cast<RowKind>(kind), 1 + below(random, 40)});
    of_kind[kind].push_back(track);
  }
  uint64_t byte = kHeaderBytes;
  for (uint32_t kind = 1; kind < kRowKinds; ++kind) {
    BlockEntry block;
    const auto end_block = [&] {
      if (block.rows == 0) return;
      block.kind = static_cast<RowKind>(kind);
      block.byte = byte;
      block.least_start = odd_double(random);
      block.greatest_end = any_decimal(random);
      block.pieces.resize(kPieces[kind] + below(random, 2));
      for (PieceEntry& piece : block.pieces) {
        piece = {static_cast<uint32_t>(2 + below(random, 1000)), static_cast<uint32_t>(random())};
      }
      byte += block.bytes();
      index.blocks.push_back(std::exchange(block, {}));
    };
    for (const uint32_t track : of_kind[kind]) {
      for (uint64_t first = 0; first < index.tracks[track].rows;) {
        const uint64_t rows = 1 + below(random, index.tracks[track].rows - first);
        block.segments.push_back({track, first, static_cast<uint32_t>(rows)});
        block.rows += static_cast<uint32_t>(rows);
        first += rows;
        if (below(random, 3) == 0) end_block();
      }
    }
    end_block();
  }
  return index;
}

struct Sections {
  std::string tracks, blocks, segments;
  uint64_t end = kHeaderBytes;
};

Sections sections_of(const Index& index) {
  Sections made;
  write_tracks(index.tracks, made.tracks);
  write_blocks(index.blocks, made.blocks);
  write_segments(index.blocks, made.segments);
  for (const BlockEntry& block : index.blocks) made.end += block.bytes();
  return made;
}

Index read(const Sections& sections) {
  Index index;
  index.tracks = read_tracks(ByteReader(sections.tracks, 0));
  index.blocks = read_blocks(ByteReader(sections.blocks, 0), kHeaderBytes, sections.end);
  read_segments(ByteReader(sections.segments, 0), index.tracks, index.blocks);
  return index;
}

TEST(ArchiveIndex, ComesBack) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const Index index = random_index(random);
    const Sections sections = sections_of(index);
    const Index back = read(sections);
    ASSERT_EQ(index.tracks.size(), back.tracks.size());
    for (std::size_t i = 0; i < index.tracks.size(); ++i) {
      const TrackEntry &a = index.tracks[i], &b = back.tracks[i];
      EXPECT_TRUE(a.container == b.container && a.type == b.type && a.kind == b.kind &&
                  a.rows == b.rows);
    }
    ASSERT_EQ(index.blocks.size(), back.blocks.size());
    for (std::size_t i = 0; i < index.blocks.size(); ++i) {
      const BlockEntry &a = index.blocks[i], &b = back.blocks[i];
      EXPECT_TRUE(a.kind == b.kind && a.rows == b.rows && a.byte == b.byte && a.pieces == b.pieces);
      EXPECT_EQ(bits_of(std::vector{a.least_start, a.greatest_end}),
                bits_of(std::vector{b.least_start, b.greatest_end}));
      ASSERT_EQ(a.segments.size(), b.segments.size());
      for (std::size_t s = 0; s < a.segments.size(); ++s) {
        EXPECT_TRUE(a.segments[s].track == b.segments[s].track &&
                    a.segments[s].first == b.segments[s].first &&
                    a.segments[s].rows == b.segments[s].rows);
      }
    }
  }
}

TEST(ArchiveIndex, DamageIsOrderly) {
  Random random(2);
  for (int round = 0; round < 10; ++round) {
    const Sections sections = sections_of(random_index(random));
    for (std::string Sections::*const section :
         {&Sections::tracks, &Sections::blocks, &Sections::segments}) {
      expect_orderly_end(sections.*section, random, [&](const std::string& bytes) {
        Sections changed = sections;
        changed.*section = bytes;
        read(changed);
      });
    }
  }
}

Index small_index() {
  Index index;
  index.tracks = {{0, 1, RowKind::event, 3}, {1, 1, RowKind::event, 2}};
  BlockEntry block;
  block.kind = RowKind::event;
  block.rows = 5;
  block.pieces = {{10, 1}, {20, 2}, {30, 3}};
  block.segments = {{0, 0, 3}, {1, 0, 2}};
  index.blocks = {block};
  return index;
}

template <class Change>
bool is_refused(Change&& change) {
  Index index = small_index();
  change(index);
  const Sections sections = sections_of(index);
  return is_damaged([&] { read(sections); });
}

TEST(ArchiveIndex, WhatCannotBeIsRefused) {
  EXPECT_FALSE(is_refused([](Index&) {}));
  EXPECT_TRUE(is_refused([](Index& index) { index.tracks[0].kind = RowKind::container; }));
  EXPECT_TRUE(is_refused([](Index& index) { index.tracks[0].kind = RowKind::state; }));
  EXPECT_TRUE(is_refused([](Index& index) { index.tracks[0].kind = RowKind(5); }));
  EXPECT_TRUE(is_refused([](Index& index) { index.tracks[0].rows = 4; }));
  const auto is_block_refused = [](auto&& change) {
    return is_refused([&](Index& index) { change(index.blocks[0]); });
  };
  EXPECT_TRUE(is_block_refused([](BlockEntry& block) { block.rows = 6; }));
  EXPECT_TRUE(is_block_refused([](BlockEntry& block) { block.rows = kBlockRows + 1; }));
  EXPECT_TRUE(is_block_refused([](BlockEntry& block) { block.kind = RowKind::link; }));
  EXPECT_TRUE(is_block_refused([](BlockEntry& block) { block.pieces.resize(2); }));
  EXPECT_TRUE(is_block_refused([](BlockEntry& block) { block.pieces.resize(9, {2, 0}); }));
  EXPECT_TRUE(is_block_refused([](BlockEntry& block) { block.pieces[1].bytes = 1; }));
  EXPECT_TRUE(is_block_refused([](BlockEntry& block) { block.segments[0].track = 2; }));
  EXPECT_TRUE(is_block_refused([](BlockEntry& block) { block.segments[0].first = 1; }));
  EXPECT_TRUE(is_block_refused([](BlockEntry& block) { block.segments.push_back({1, 2, 0}); }));
  EXPECT_TRUE(is_block_refused([](BlockEntry& block) { block.segments.pop_back(); }));
  const auto add_block = [](Index& index, RowKind kind, uint32_t rows) {
    BlockEntry& block = index.blocks.emplace_back();
    block.kind = kind;
    block.rows = rows;
    block.pieces.resize(3, {2, 0});
  };
  EXPECT_TRUE(is_refused([&](Index& index) { add_block(index, RowKind::event, 0); }));
  EXPECT_TRUE(is_refused([&](Index& index) { add_block(index, RowKind::container, 0); }));
}

TEST(ArchiveIndex, BlocksFillTheFile) {
  Sections sections = sections_of(small_index());
  ++sections.end;
  EXPECT_TRUE(is_damaged([&] { read(sections); }));
}

// A file of a block and two sections.
std::string small_file() {
  std::string bytes;
  FileWriter writer([&](std::string_view more) { bytes += more; });
  writer.add_block("the block");
  Packer packer;
  writer.add_section(Section::tables, std::string(100, 't'), packer);
  writer.add_section(Section::late_ends, "", packer);
  writer.add_section(Section::tracks, "tracks", packer);
  Summary summary;
  summary.counts = {1, 2, 3, 4, 5, 6, 7};
  summary.end_time = 1.5;
  summary.least_start = -1;
  summary.lines = 8;
  writer.finish(summary);
  return bytes;
}

std::string section_of(const File& file, Section id) {
  Unpacker unpacker;
  ByteReader from = file.section(id, unpacker);
  return std::string(from.take(from.left()));
}

TEST(ArchiveFile, ComesBack) {
  const std::string bytes = small_file();
  const File file(bytes);
  EXPECT_EQ(file.summary().counts, (std::array<uint64_t, 7>{1, 2, 3, 4, 5, 6, 7}));
  EXPECT_EQ(file.summary().end_time, 1.5);
  EXPECT_EQ(file.summary().least_start, -1);
  EXPECT_EQ(file.summary().lines, 8U);
  EXPECT_EQ(file.bytes(kHeaderBytes, file.end_of_blocks() - kHeaderBytes), "the block");
  EXPECT_EQ(section_of(file, Section::tables), std::string(100, 't'));
  EXPECT_EQ(section_of(file, Section::tracks), "tracks");
  EXPECT_EQ(section_of(file, Section::late_ends), "");
  EXPECT_FALSE(file.has(Section::blocks));
  EXPECT_THROW(section_of(file, Section::blocks), Damage);
}

TEST(ArchiveFile, EveryBitIsHeldByAChecksum) {
  const std::string whole = small_file();
  const auto read_all = [](const std::string& bytes) {
    const File file(bytes);
    for (const Section id : {Section::tables, Section::late_ends, Section::tracks})
      section_of(file, id);
  };
  for (std::size_t size = 0; size < whole.size(); ++size) {
    EXPECT_TRUE(is_damaged([&] { read_all(whole.substr(0, size)); })) << size;
  }
  EXPECT_TRUE(is_damaged([&] { read_all(whole + 'x'); }));
  for (std::size_t bit = 0; bit < whole.size() * 8; ++bit) {
    const std::size_t byte = bit / 8;
    const bool is_free =
        (byte >= 14 && byte < 16) || (byte >= 16 && byte < 25);  // flags, the block
    if (is_free) continue;
    std::string changed = whole;
    changed[byte] ^= static_cast<char>(1U << bit % 8);
    EXPECT_TRUE(is_damaged([&] { read_all(changed); })) << "bit " << bit;
  }
}

// The file with another directory, whose checksum is right.
template <class Change>
std::string with_directory(Change&& change) {
  std::string bytes = small_file();
  constexpr std::size_t kEntry = 24, kSections = 3;
  const std::size_t end = bytes.size() - kTrailerBytes, first = end - kSections * kEntry;
  change(bytes.data() + first);
  const std::size_t begin = first - (7 * 8 + 3 * 8 + 2 * 8 + 4);
  const uint32_t crc = crc32c(std::string_view(bytes).substr(begin, end - begin));
  std::memcpy(bytes.data() + end + 12, &crc, sizeof crc);
  return bytes;
}

TEST(ArchiveFile, SectionsFollowEachOther) {
  const auto is_bad = [](auto&& change) {
    return is_damaged([&] { File file(with_directory(change)); });
  };
  EXPECT_FALSE(is_bad([](char*) {}));
  EXPECT_TRUE(is_bad([](char* entries) { ++entries[8]; }));        // where the first begins
  EXPECT_TRUE(is_bad([](char* entries) { ++entries[16]; }));       // its bytes
  EXPECT_TRUE(is_bad([](char* entries) { ++entries[48 + 16]; }));  // of the last
  EXPECT_TRUE(is_bad([](char* entries) { --entries[48 + 16]; }));
  EXPECT_TRUE(is_bad([](char* entries) { entries[24 + 15] = 1; }));      // beyond the file
  EXPECT_TRUE(is_bad([](char* entries) { entries[24] = entries[0]; }));  // twice
  EXPECT_FALSE(is_bad([](char* entries) { entries[24] = 99; }));         // unknown
}

// A file of one section, packed as given.
std::string file_of(const std::string& packed) {
  std::string bytes(kMagic);
  put(bytes, kVersion);
  put(bytes, uint32_t{0});
  const uint64_t begin = bytes.size();
  bytes += packed;
  std::string directory(7 * 8 + 3 * 8 + 2 * 8, '\0');
  put(directory, uint32_t{1});
  put(directory, Section::tables);
  put(directory, crc32c(packed));
  put(directory, begin);
  put(directory, uint64_t{packed.size()});
  const uint64_t at = bytes.size();
  bytes += directory;
  put(bytes, at);
  put(bytes, static_cast<uint32_t>(directory.size()));
  put(bytes, crc32c(directory));
  put(bytes, uint64_t{bytes.size()} - 16 + kTrailerBytes);
  bytes += "PJAEND";
  put(bytes, static_cast<uint16_t>(kVersion));
  return bytes;
}

TEST(ArchiveFile, ASectionIsBoundedByItsBytes) {
  Packer packer;
  const std::string raw(1'000'000, 'x');
  std::string packed;
  packer.pack(raw, packed);
  EXPECT_LT(packed.size(), 200U);  // so that it is the bound that refuses it
  const std::string forged = file_of(packed);
  EXPECT_TRUE(is_damaged([&] { section_of(File(forged), Section::tables); }));
  for (const std::size_t size : {1'000U, 20'000U, 45'000U, 1'000'000U}) {
    const std::string whole(size, 'x');
    std::string bytes;
    FileWriter writer([&](std::string_view more) { bytes += more; });
    writer.add_section(Section::tables, whole, packer);
    EXPECT_GE((writer.byte() - kHeaderBytes) * 256 + 4096, size);
    writer.finish({});
    EXPECT_EQ(section_of(File(bytes), Section::tables), whole);
  }
}

}  // namespace
}  // namespace paje::archive
