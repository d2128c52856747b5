// Seekable Zstandard frames: what is written is read again, frame by frame and from the beginning;
// and whatever is done to a file, the end is an error at a byte offset and nothing large is
// allocated.
#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <cstring>
#include <random>
#include <string>

#include "seekable_zstd.hpp"
#include "zstd_stream.hpp"

namespace paje::zstd {
namespace {

std::string words_of(std::size_t size, uint32_t seed) {
  std::mt19937 random(seed);
  std::string text;
  while (text.size() < size) text += "word " + std::to_string(random() % 1000) + '\n';
  text.resize(size);
  return text;
}

std::string packed(std::string_view plain, std::size_t frame_bytes, unsigned threads = 2,
                   std::size_t piece = SIZE_MAX) {
  std::string bytes;
  FrameWriter writer(
      kDefaultLevel, threads, [&](std::string_view more) { bytes += more; }, frame_bytes);
  for (std::size_t at = 0; at < plain.size(); at += std::min(piece, plain.size() - at)) {
    writer.write(plain.substr(at, piece));
  }
  writer.finish();
  return bytes;
}

struct Unpacked {
  std::string plain;
  std::optional<FrameError> error;
};

Unpacked unpacked(std::string_view bytes, unsigned threads = 2) {
  Unpacked result;
  FrameReader reader;
  result.error = reader.open(bytes);
  if (result.error) return result;
  result.error = decompress_all(reader, threads, [&](const Frame& frame, std::string_view plain) {
    EXPECT_EQ(frame.plain_offset, result.plain.size());
    result.plain += plain;
  });
  return result;
}

Unpacked streamed(std::string_view bytes, std::size_t step, std::size_t room) {
  Unpacked result;
  StreamReader reader([&] {
    const std::string_view next = bytes.substr(0, step);
    bytes.remove_prefix(next.size());
    return next;
  });
  std::string plain(room, '\0');
  while (true) {
    std::size_t used = 0;
    result.error = reader.read(plain, used);
    result.plain.append(plain, 0, used);
    if (result.error || used < room) return result;
  }
}

TEST(SeekableZstd, GivesBackWhatItGot) {
  for (const std::size_t size : {0, 1, 999, 1000, 1001, 20'000}) {
    const std::string plain = words_of(size, 1);
    const std::string bytes = packed(plain, 1000);
    ASSERT_TRUE(is_seekable(bytes));
    FrameReader reader;
    ASSERT_FALSE(reader.open(bytes));
    EXPECT_EQ(reader.frames().size(), (size + 999) / 1000);
    EXPECT_EQ(reader.plain_size(), size);
    for (const unsigned threads : {1U, 2U, 5U}) {
      const Unpacked back = unpacked(bytes, threads);
      EXPECT_FALSE(back.error);
      EXPECT_EQ(back.plain, plain);
    }
  }
}

TEST(SeekableZstd, DoesNotDependOnThreadsOrPieces) {
  const std::string plain = words_of(50'000, 2);
  const std::string bytes = packed(plain, 3000, 1);
  EXPECT_EQ(packed(plain, 3000, 4), bytes);
  EXPECT_EQ(packed(plain, 3000, 3, 7), bytes);
}

TEST(SeekableZstd, IsPlainZstdForOthers) {
  const std::string plain = words_of(10'000, 3);
  const std::string bytes = packed(plain, 1000);
  std::string back(plain.size() + 1, '\0');
  // The library's own decompressor knows neither table nor frames of ours.
  const std::size_t size = ZSTD_decompress(back.data(), back.size(), bytes.data(), bytes.size());
  ASSERT_FALSE(ZSTD_isError(size));
  back.resize(size);
  EXPECT_EQ(back, plain);
  for (const std::size_t step : {std::size_t{1}, std::size_t{100}, bytes.size()}) {
    for (const std::size_t room : {1UL, 64UL, 20'000UL}) {
      const Unpacked streaming = streamed(bytes, step, room);
      EXPECT_FALSE(streaming.error);
      EXPECT_EQ(streaming.plain, plain);
    }
  }
}

TEST(SeekableZstd, HasTheBytesOfTheSpecification) {
  const std::string plain = words_of(1500, 4);
  const std::string bytes = packed(plain, 1000);
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

TEST(SeekableZstd, EndsInAnErrorWhereverAFileIsCut) {
  const std::string plain = words_of(3000, 5);
  const std::string bytes = packed(plain, 1000);
  for (std::size_t cut = 0; cut < bytes.size(); ++cut) {
    const std::string_view rest = std::string_view(bytes).substr(0, cut);
    EXPECT_FALSE(is_seekable(rest));
    FrameReader reader;
    const auto error = reader.open(rest);
    ASSERT_TRUE(error);
    EXPECT_LE(error->offset, cut);
    const Unpacked streaming = streamed(rest, 64, 512);
    EXPECT_EQ(streaming.plain, plain.substr(0, streaming.plain.size()));
  }
}

TEST(SeekableZstd, SurvivesAnyDamage) {
  const std::string plain = words_of(3000, 6);
  const std::string whole = packed(plain, 1000);
  std::mt19937 random(1);
  for (int round = 0; round < 10'000; ++round) {
    std::string bytes = whole;
    for (auto flips = 1 + random() % 3; flips > 0; --flips) {
      // Half of them in the table, which is small.
      const std::size_t from = random() % 2 == 0 ? 0 : bytes.size() - 9 - 3 * 12 - 8;
      char& damaged = bytes[from + random() % (bytes.size() - from)];
      damaged = static_cast<char>(damaged ^ (1U << random() % 8));
    }
    const Unpacked back = unpacked(bytes, 1);
    ASSERT_EQ(back.plain, plain.substr(0, back.plain.size()));
    ASSERT_TRUE(!back.error || back.error->offset <= bytes.size());
    ASSERT_TRUE(back.error || back.plain == plain);
    const Unpacked streaming = streamed(bytes, 1000, 4096);
    ASSERT_TRUE(!streaming.error || streaming.error->offset <= bytes.size());
  }
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
  const std::string plain(100, 'x');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), plain.data(), plain.size(), 1));
  const auto size = static_cast<uint32_t>(frame.size());
  EXPECT_EQ(unpacked(with_table(frame, {size, 100}, 1)).plain, plain);
  const auto error = [&](std::initializer_list<uint32_t> sizes, uint32_t count) {
    const Unpacked back = unpacked(with_table(frame, sizes, count));
    EXPECT_TRUE(back.error);
    EXPECT_EQ(back.plain, "");
    return back.error.value_or(FrameError{});
  };
  EXPECT_EQ(error({size, UINT32_MAX}, 1).offset, size + 12);
  EXPECT_EQ(error({size, 99}, 1).offset, 0U);
  EXPECT_EQ(error({size, 101}, 1).found, "a frame for 100 bytes");
  EXPECT_EQ(error({size + 1, 100}, 1).offset, size + 8);
  EXPECT_EQ(error({size - 1, 100}, 1).offset, size - 1);
  EXPECT_EQ(error({size, 100}, UINT32_MAX).found, "a table of 4294967295 frames");
  EXPECT_EQ(error({size, 100}, 0).expected, "the number 0x184D2A5E and the size 9");
}

TEST(SeekableZstd, TellsWhichFrameIsDamaged) {
  const std::string plain = words_of(5000, 7);
  std::string bytes = packed(plain, 1000);
  FrameReader reader;
  ASSERT_FALSE(reader.open(bytes));
  const Frame third = reader.frames()[2];
  bytes[third.offset + third.compressed_size - 1] ^= 1;  // of its checksum
  const Unpacked back = unpacked(bytes);
  ASSERT_TRUE(back.error);
  EXPECT_EQ(back.error->offset, third.offset);
  EXPECT_EQ(back.plain, plain.substr(0, 2000));
}

}  // namespace
}  // namespace paje::zstd
