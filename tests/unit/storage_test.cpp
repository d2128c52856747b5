// The layout of striped files against golden values, and the distances of disks.
#include <gtest/gtest.h>

#include <map>
#include <stdexcept>

#include "golden_json.hpp"
#include "paje/simulation/storage.hpp"

namespace paje::testing {
namespace {

TEST(Storage, LayoutsAreThoseOfTheGoldenFile) {
  const auto golden = golden_model("striping.json");
  for (const auto& layout : golden["layouts"]) {
    const Striping striping{layout["stripe"], layout["servers"], layout["first"]};
    uint64_t sum = 0;
    for (uint32_t server = 0; server < striping.servers; ++server) {
      const uint64_t here = bytes_on_server(striping, layout["file"], server);
      EXPECT_EQ(here, layout["per_server"][server].get<uint64_t>()) << layout << server;
      sum += here;
    }
    EXPECT_EQ(sum, layout["file"].get<uint64_t>());
  }
  for (const auto& one : golden["locate"]) {
    const auto pieces = stripe_pieces({one["stripe"], one["servers"], one["first"]}, one["off"], 1);
    ASSERT_EQ(pieces.size(), 1U);
    EXPECT_EQ(pieces[0].server, one["server"].get<uint32_t>()) << one;
    EXPECT_EQ(pieces[0].offset, one["local"].get<uint64_t>()) << one;
  }
}

TEST(Storage, PiecesAreThoseOfTheGoldenFile) {
  const auto wanted = golden_model("striping.json")["split_1MiB_at_1MiB"]["pieces"];
  for (uint32_t first = 0; first < 6; ++first) {
    const auto pieces = stripe_pieces({65536, 6, first}, 1U << 20U, 1U << 20U);
    ASSERT_EQ(pieces.size(), wanted.size());
    if (pieces[0].server != wanted[0][0]) continue;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      EXPECT_EQ(pieces[i].server, wanted[i][0].get<uint32_t>());
      EXPECT_EQ(pieces[i].offset, wanted[i][1].get<uint64_t>());
      EXPECT_EQ(pieces[i].bytes, wanted[i][2].get<uint64_t>());
    }
    return;
  }
  FAIL() << "no first server fits";
}

TEST(Storage, PiecesJoinedAreTheRequest) {
  for (const uint64_t offset : {0ULL, 1ULL, 999ULL, 65535ULL, 123456789ULL}) {
    for (const uint64_t bytes : {0ULL, 1ULL, 65536ULL, 1000001ULL}) {
      uint64_t sum = 0;
      for (const StripePiece& piece : stripe_pieces({1000, 3, 2}, offset, bytes)) {
        sum += piece.bytes;
        EXPECT_LE(piece.bytes, 1000U);
      }
      EXPECT_EQ(sum, bytes);
    }
  }
}

// Twenty reads that go from one file to the other and back.
double alternating(const DiskModel& disk, uint64_t base) {
  double seconds = 0;
  uint64_t head = 0;
  for (uint64_t i = 0; i < 20; ++i) {
    const uint64_t offset = (i % 2) * base + i / 2 * 65536;
    seconds += access_seconds(disk, head, offset, 65536, false);
    head = offset + 65536;
  }
  return seconds;
}

TEST(Storage, DistancesAreThoseOfTheGoldenFile) {
  const auto golden = golden_model("striping.json")["distance_model"];
  const DiskModel disk{golden["a_s_per_B"], golden["bw"], {}};
  expect_close(golden["whole_file_image_s"], alternating(disk, 2147483648), "one file");
  expect_close(golden["striped_image_s"], alternating(disk, 357957632), "stripes");
}

TEST(Storage, FittedModelsKnowWhatIsSequential) {
  DiskModel disk;
  disk.intervals = {{100, {1, 0}, {2, 0}, {3, 0}, {4, 0}},
                    {200, {5, 0.5}, {6, 0}, {7, 0}, {-8, 0}}};
  EXPECT_EQ(access_seconds(disk, 50, 50, 100, false), 1);
  EXPECT_EQ(access_seconds(disk, 51, 50, 100, false), 2);
  EXPECT_EQ(access_seconds(disk, 50, 50, 100, true), 3);
  EXPECT_EQ(access_seconds(disk, 51, 50, 1, true), 4);
  EXPECT_EQ(access_seconds(disk, 50, 50, 1000, false), 505);
  EXPECT_THROW(access_seconds(disk, 0, 50, 1000, true), std::invalid_argument);  // -8 s
}

}  // namespace
}  // namespace paje::testing
