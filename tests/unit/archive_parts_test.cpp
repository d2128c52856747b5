// A part of an archive is what the same selection gives of the whole trace, reads the blocks it
// needs and no others, and has no more objects than are allowed for. Short tracks have an overview.
#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "formats/archive/file.hpp"
#include "paje/archive.hpp"
#include "paje/diagnostic.hpp"
#include "paje/overview.hpp"
#include "paje/read.hpp"
#include "paje/state_sums.hpp"
#include "three_ranks.hpp"
#include "whole_trace.hpp"

namespace paje::testing {
namespace {

using Random = std::mt19937_64;

uint64_t below(Random& random, uint64_t bound) { return random() % bound; }

// Ranks with a user-defined field and a key each now and then, and one that is hardly used.
std::string text_of_run(int steps) {
  std::string text = definitions_of_ranks();
  for (int rank = 0; rank < 3; ++rank) text += fmt::format("6 0 r{} R m r{}*\n", rank, rank);
  text += "6 0 few R m few\n12 0 S few alone\n13 0.5 S few\n8 0.25 V few 7\n17 0.3 E few e -\n";
  for (int rank = 0; rank < 3; ++rank) text += fmt::format("12 0.5 S r{} outermost\n", rank);
  add_steps_of_ranks(text, 9, 500, steps);
  return text;
}

class ArchiveParts : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    path_ = new std::string(
        (std::filesystem::temp_directory_path() / fmt::format("paje-parts-{}", ::getpid()))
            .string());
    ReadOptions read;
    read.keep_user_fields = true;
    read.chunk_bytes = 16384;
    ArchiveOptions options;
    options.slice_rows = 20'000;  // late ends, too
    std::string bytes;
    write_archive(Input::from_memory(text_of_run(40'000)), read, options,
                  {[&](std::string_view more) { bytes += more; }, [&] { bytes.clear(); }});
    std::ofstream(*path_, std::ios::binary) << bytes;
  }
  static void TearDownTestSuite() {
    std::filesystem::remove(*path_);
    delete path_;
  }
  static Input input() { return Input::from_path(*path_); }

  static inline std::string* path_ = nullptr;
};

void expect_same(const Trace& a, const Trace& b) {
  EXPECT_TRUE(whole_text(a) == whole_text(b));  // too long to be printed
}

TEST_F(ArchiveParts, AreWhatASelectionGives) {
  Random random(3);
  ReadOptions options;
  options.keep_user_fields = true;
  for (int round = 0; round < 8; ++round) {
    options.selection = {};
    options.selection.start = static_cast<double>(below(random, 40'000)) * 0.001;
    options.selection.end = options.selection.start + static_cast<double>(below(random, 900)) / 100;
    if (round % 3 != 0) options.selection.containers = {"r1\\*", "few"};
    if (round % 5 == 0) options.selection.containers.emplace_back("m/r[02]?");
    if (round % 4 == 0) options.selection.types = {"State", "Message"};
    const auto part = read_part(input(), options, UINT64_MAX);
    ASSERT_TRUE(part);
    options.map_files = round % 2 == 0;
    const Trace selected = read_trace(input(), options);
    expect_same(*part, selected);
    // The same of a text, whose objects are filtered after the replay.
    const Trace of_text = read_trace(Input::from_memory(text_of_run(40'000)), options);
    expect_same(*part, of_text);
  }
}

TEST_F(ArchiveParts, HaveNoMoreObjectsThanAllowed) {
  ReadOptions options;
  options.selection.start = 3;
  options.selection.end = 4;
  const auto part = read_part(input(), options, UINT64_MAX);
  const uint64_t objects = part->states().start.size() + part->variables().start.size() +
                           part->events().time.size() + part->links().start.size();
  EXPECT_GT(objects, 1000U);
  EXPECT_TRUE(read_part(input(), options, objects));
  EXPECT_THROW((void)read_part(input(), options, objects - 1), TooManyObjects);
  EXPECT_THROW((void)read_part(input(), {}, 1000), TooManyObjects);
  EXPECT_FALSE(read_part(Input::from_memory(text_of_run(600)), options, 5));
}

TEST_F(ArchiveParts, ReadNoOtherBlocks) {
  std::string bytes(std::istreambuf_iterator<char>(std::ifstream(*path_, std::ios::binary).rdbuf()),
                    {});
  const uint64_t end = archive::File(bytes).end_of_blocks();
  // The second half of all blocks is damaged.
  for (uint64_t i = archive::kHeaderBytes + (end - archive::kHeaderBytes) / 2; i < end; ++i) {
    bytes[i] = 'x';
  }
  const std::string damaged = *path_ + ".damaged";
  std::ofstream(damaged, std::ios::binary) << bytes;
  ReadOptions options;
  options.map_files = false;
  // The last values of variables hold from long ago, but are the last to be written.
  options.selection.types = {"State", "Message"};
  options.selection.end = 5;
  expect_same(*read_part(Input::from_path(damaged), options, UINT64_MAX),
              read_trace(input(), options));
  expect_same(read_trace(Input::from_path(damaged), options), read_trace(input(), options));
  options.selection.end = 39;
  EXPECT_THROW((void)read_part(Input::from_path(damaged), options, UINT64_MAX), TraceError);
  std::filesystem::remove(damaged);
}

TEST_F(ArchiveParts, BlocksOfAnOverviewHaveAllObjects) {
  const auto overview = read_overview(input());
  ASSERT_TRUE(overview);
  const Trace whole = read_trace(input());
  std::array<uint64_t, 5> rows{};
  for (const OverviewBlock& block : overview->blocks) {
    for (const OverviewBlock::Part& part : block.parts) {
      rows[static_cast<std::size_t>(block.kind)] += part.rows;
    }
    EXPECT_LE(block.bounds.first_start, block.bounds.last_end);
  }
  EXPECT_EQ(rows,
            (std::array<uint64_t, 5>{0, whole.states().start.size(), whole.variables().start.size(),
                                     whole.events().time.size(), whole.links().start.size()}));
}

TEST_F(ArchiveParts, ShortTracksHaveAnOverviewIfTheyAreRead) {
  const auto has_few = [](const Trace& coarse) {
    const ContainerId few = coarse.find_container("few");
    int kinds = 0;
    for (const Track& track : coarse.tracks(few)) kinds += track.size() > 0 ? 1 : 0;
    return kinds == 3;
  };
  EXPECT_FALSE(has_few(coarse_trace(*read_overview(input()), 1000)));
  EXPECT_TRUE(has_few(coarse_trace(*read_overview(input(), {}, 1'000'000), 1000)));
  // An archive of short tracks alone has no levels at all.
  std::string bytes;
  write_archive(read_trace(Input::from_memory(text_of_run(520))), {},
                [&](std::string_view more) { bytes += more; });
  EXPECT_FALSE(read_overview(Input::from_memory(bytes)));
  auto overview = read_overview(Input::from_memory(bytes), {}, 1000);
  ASSERT_TRUE(overview);
  const Trace coarse = coarse_trace(std::move(*overview), 10'000);
  EXPECT_TRUE(has_few(coarse));
  double seconds = 0;
  const Track track = coarse.track(coarse.find_container("few"), coarse.find_type("S"));
  for (uint64_t row = track.first; row < track.last; ++row) {
    seconds += coarse.states().end[row] - coarse.states().start[row];
  }
  EXPECT_NEAR(seconds, 0.5, 0.01);
}

TEST_F(ArchiveParts, SumsOfTheIndexAreThoseOfTheStates) {
  const auto sums = read_state_sums(input());
  ASSERT_TRUE(sums);
  EXPECT_EQ(sums->size(), 3U);  // not of the short one
  const Trace whole = read_trace(input());
  for (const TrackStateSums& track : *sums) {
    const auto expected = sum_states(whole, whole.track(track.container, track.type));
    ASSERT_EQ(track.values.size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_EQ(track.values[i].value, expected[i].value);
      EXPECT_EQ(track.values[i].count, expected[i].count);
      EXPECT_EQ(track.values[i].inclusive.rounded(), expected[i].inclusive.rounded());
      EXPECT_EQ(track.values[i].exclusive().rounded(), expected[i].exclusive().rounded());
    }
  }
  EXPECT_FALSE(read_state_sums(Input::from_memory(text_of_run(600))));
}

}  // namespace
}  // namespace paje::testing
