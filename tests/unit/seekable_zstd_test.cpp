// Seekable Zstandard frames: what is written is read again; whatever is done to a file, it is read
// or is damaged; and whatever its table says, it is read, and the table reported.
#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>

#include "formats/seekable_zstd.hpp"
#include "input/decompression.hpp"

namespace paje::zstd {
namespace {

std::string words_of(std::size_t size, uint32_t seed) {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < size) text += "word " + std::to_string(random() % 1000) + '\n';
  text.resize(size);
  return text;
}

std::string packed(std::string_view content, std::size_t frame_bytes, unsigned threads = 2,
                   std::size_t piece = SIZE_MAX) {
  std::string bytes;
  FrameWriter writer(
      kDefaultLevel, threads, [&](std::string_view more) { bytes += more; }, frame_bytes);
  for (std::size_t at = 0; at < content.size(); at += std::min(piece, content.size() - at)) {
    writer.write(content.substr(at, piece));
  }
  writer.finish();
  return bytes;
}

struct Unpacked {
  std::string content;
  bool is_damaged = false;
  std::optional<FrameError> flaw;  // of the table
};

// As the library does it: frame by frame, `step` bytes of the file at a time.
Unpacked unpacked(std::string_view bytes, std::size_t step = 1000, std::size_t room = 500) {
  Unpacked result;
  const auto decompressor = paje::decompressor(bytes);
  if (decompressor == nullptr) return {{}, true, {}};
  std::string some(room, '\0');
  bool in_frame = false;
  std::string_view given;
  try {
    while (!bytes.empty() || in_frame) {
      if (!in_frame) decompressor->begin();
      in_frame = true;
      given = bytes.substr(0, step);
      const auto went = decompressor->go_on(given, some);
      EXPECT_LE(went.read, given.size());
      bytes.remove_prefix(went.read);
      result.content.append(some, 0, went.made);
      in_frame = !went.ends;
      if (in_frame && went.read + went.made == 0) return {result.content, true, {}};
    }
  } catch (const DamagedCompression&) {
    return {result.content, true, {}};
  }
  result.flaw = decompressor->flaw();
  return result;
}

TEST(SeekableZstd, GivesBackWhatItGot) {
  for (const std::size_t size : {0, 1, 999, 1000, 1001, 20'000}) {
    const std::string content = words_of(size, 1);
    const std::string bytes = packed(content, 1000);
    for (const std::size_t step : {std::size_t{1}, std::size_t{100}, bytes.size()}) {
      for (const std::size_t room : {1UL, 64UL, 20'000UL}) {
        const Unpacked back = unpacked(bytes, step, room);
        EXPECT_FALSE(back.is_damaged);
        EXPECT_FALSE(back.flaw);
        EXPECT_EQ(back.content, content);
      }
    }
  }
}

TEST(SeekableZstd, DoesNotDependOnThreadsOrPieces) {
  const std::string content = words_of(50'000, 2);
  const std::string bytes = packed(content, 3000, 1);
  EXPECT_EQ(packed(content, 3000, 4), bytes);
  EXPECT_EQ(packed(content, 3000, 3, 7), bytes);
}

TEST(SeekableZstd, IsZstdForOthers) {
  const std::string content = words_of(10'000, 3);
  const std::string bytes = packed(content, 1000);
  std::string back(content.size() + 1, '\0');
  // The library's own decompressor knows neither table nor frames of ours.
  const std::size_t size = ZSTD_decompress(back.data(), back.size(), bytes.data(), bytes.size());
  ASSERT_FALSE(ZSTD_isError(size));
  back.resize(size);
  EXPECT_EQ(back, content);
}

TEST(SeekableZstd, HasTheBytesOfTheSpecification) {
  const std::string content = words_of(1500, 4);
  const std::string bytes = packed(content, 1000);
  const auto u32 = [&](std::size_t from_end) {
    uint32_t number;
    std::memcpy(&number, bytes.data() + bytes.size() - from_end, sizeof number);
    return number;
  };
  EXPECT_EQ(u32(4), 0x8F92EAB1U);
  EXPECT_EQ(static_cast<uint8_t>(bytes[bytes.size() - 5]), 0x80U);  // with checksums
  EXPECT_EQ(u32(9), 2U);
  EXPECT_EQ(u32(9 + 8), 500U);
  EXPECT_EQ(u32(9 + 8 + 12), 1000U);
  EXPECT_EQ(u32(9 + 24 + 4), 2U * 12 + 9);
  EXPECT_EQ(u32(9 + 24 + 8), 0x184D2A5EU);
  EXPECT_EQ(u32(9 + 12) + u32(9 + 24) + 9 + 24 + 8, bytes.size());
}

constexpr std::size_t kTableBytes = 8 + 3 * 12 + 9;  // of three frames

TEST(SeekableZstd, IsDamagedWhereverItIsCut) {
  const std::string content = words_of(3000, 5);
  const std::string bytes = packed(content, 1000);
  for (std::size_t cut = 1; cut < bytes.size(); ++cut) {
    const Unpacked back = unpacked(bytes.substr(0, cut), 64, 512);
    EXPECT_EQ(back.content, content.substr(0, back.content.size()));
    // Without its table, and between frames, it is a file of whole frames.
    EXPECT_TRUE(back.is_damaged || back.content.size() % 1000 == 0) << cut;
  }
}

TEST(SeekableZstd, SurvivesAnyDamage) {
  const std::string content = words_of(3000, 6);
  const std::string whole = packed(content, 1000);
  std::mt19937 random(1);
  for (int round = 0; round < 10'000; ++round) {
    std::string bytes = whole;
    for (auto flips = 1 + random() % 3; flips > 0; --flips) {
      // Half of them in the table, which is small.
      const std::size_t from = random() % 2 == 0 ? 0 : bytes.size() - kTableBytes;
      char& damaged = bytes[from + random() % (bytes.size() - from)];
      damaged = static_cast<char>(damaged ^ (1U << random() % 8));
    }
    const Unpacked back = unpacked(bytes);
    ASSERT_TRUE(back.is_damaged || back.content.size() % 1000 == 0);
    ASSERT_TRUE(!back.flaw || back.flaw->offset <= bytes.size());
  }
}

// Whatever changes in the table, all else is read; and that it changed is seen.
TEST(SeekableZstd, IsReadWithoutItsTable) {
  const std::string content = words_of(3000, 8);
  const std::string whole = packed(content, 1000);
  const std::size_t table = whole.size() - kTableBytes;
  const std::size_t descriptor = whole.size() - 5;
  for (std::size_t at = table + 8; at < whole.size(); ++at) {
    for (unsigned bit = 0; bit < 8; ++bit) {
      std::string bytes = whole;
      bytes[at] = static_cast<char>(bytes[at] ^ (1U << bit));
      const Unpacked back = unpacked(bytes);
      EXPECT_FALSE(back.is_damaged);
      EXPECT_EQ(back.content, content);
      const bool means_nothing = at == descriptor && bit < 2;
      ASSERT_EQ(back.flaw.has_value(), !means_nothing) << at - table << ", bit " << bit;
      EXPECT_LE(back.flaw.value_or(FrameError{}).offset, at);
    }
  }
  EXPECT_FALSE(unpacked(whole.substr(0, table)).flaw);
}

// A file whose table says what it likes.
std::string with_table(std::string_view frames, std::initializer_list<uint32_t> sizes,
                       uint32_t count) {
  std::string bytes(frames);
  const auto append = [&](uint32_t number) {
    bytes.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
  append(0x184D2A5E);
  append(static_cast<uint32_t>(sizes.size() * 4 + 9));
  for (const uint32_t size : sizes) append(size);
  append(count);
  bytes += '\0';
  append(0x8F92EAB1);
  return bytes;
}

TEST(SeekableZstd, BelievesNoNumber) {
  std::string frame(200, '\0');
  const std::string content(100, 'x');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), content.data(), content.size(), 1));
  const auto size = static_cast<uint32_t>(frame.size());
  EXPECT_FALSE(unpacked(with_table(frame, {size, 100}, 1)).flaw);
  const auto flaw = [&](std::initializer_list<uint32_t> sizes, uint32_t count) {
    const Unpacked back = unpacked(with_table(frame, sizes, count));
    EXPECT_TRUE(back.flaw);
    EXPECT_EQ(back.content, content);
    return back.flaw.value_or(FrameError{});
  };
  EXPECT_EQ(flaw({size, UINT32_MAX}, 1).offset, size + 12);
  EXPECT_EQ(flaw({size, 99}, 1).found, "size 99 of frame 1");
  EXPECT_EQ(flaw({size, 99}, 1).expected, "100");
  EXPECT_EQ(flaw({size + 1, 100}, 1).offset, size + 8);
  EXPECT_EQ(flaw({size, 100}, UINT32_MAX).found, "a table of 4294967295 frames");
  EXPECT_EQ(flaw({size, 100}, 0).expected, "one of 1 frame");
  EXPECT_EQ(flaw({}, 0).offset, size + 8);
  EXPECT_EQ(flaw({size, 100, 0, 0, 0, 0}, 3).found, "a table of frames of 41 bytes");
}

}  // namespace
}  // namespace paje::zstd
