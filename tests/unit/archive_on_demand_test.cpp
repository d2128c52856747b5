// Columns of an archive that are read when they are first asked for are those that reading all at
// once gives, whatever is asked for first and from however many threads.
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "formats/archive/file.hpp"
#include "paje/archive.hpp"
#include "paje/diagnostic.hpp"
#include "paje/read.hpp"
#include "random_trace.hpp"
#include "whole_trace.hpp"

namespace paje::testing {
namespace {

using Random = std::mt19937_64;

uint64_t below(Random& random, uint64_t bound) { return random() % bound; }

// Several blocks of each kind, whose bounds are in the middle of tracks; states are open from the
// first block to the last, links have a key and a user-defined field.
std::string long_trace() {
  std::string text = std::string(kHeader) +
                     "%EventDef PajeStartLink 20\n% Time date\n% Type string\n% Container string\n"
                     "% StartContainer string\n% Value string\n% Key string\n% Size int\n"
                     "%EndEventDef\n"
                     "0 M 0 Machine\n0 R M Rank\n2 S R State\n3 E R Mark\n1 V R Load\n"
                     "4 L M R R Message\n6 0 m M 0 m\n";
  Random random(5);
  for (int rank = 0; rank < 3; ++rank) text += fmt::format("6 0 r{} R m r{}\n", rank, rank);
  for (int rank = 0; rank < 3; ++rank) text += fmt::format("12 0 S r{} outermost\n", rank);
  for (int i = 1; i < 40'000; ++i) {
    const double time = i * 0.001;
    const uint64_t rank = below(random, 3), other = below(random, 3);
    text += fmt::format("12 {} S r{} v{}\n", time, rank, below(random, 5));
    text += fmt::format("13 {} S r{}\n", time + 0.0005, rank);
    text += fmt::format("8 {} V r{} {}\n", time + 0.0005, rank, below(random, 100));
    text += fmt::format("20 {} L m r{} x k{} {}\n", time + 0.0005, rank, i, i % 7);
    text += fmt::format("16 {} L m r{} x k{}\n", time + 0.0006, other, i);
  }
  return text;
}

class ArchiveOnDemand : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    ReadOptions options;
    options.keep_user_fields = true;
    whole_ = new Trace(read_trace(Input::from_memory(long_trace()), options));
    archive_ = new std::string();
    write_archive(*whole_, {}, [](std::string_view more) { *archive_ += more; });
  }
  static void TearDownTestSuite() {
    delete whole_;
    delete archive_;
  }
  static Trace read(const std::string& archive = *archive_) {
    ReadOptions options;
    options.keep_user_fields = true;
    options.on_demand = true;
    options.threads = 3;
    return read_trace(Input::from_memory(archive), options);
  }
  static const Trace& whole() { return *whole_; }

  static inline Trace* whole_ = nullptr;
  static inline std::string* archive_ = nullptr;
};

// The rows of `track` near [from, to], asked of both.
void expect_same_near(const Trace& some, const Trace& whole, const Track& track, double from,
                      double to) {
  std::vector<uint64_t> found, expected;
  some.for_each_overlapping(track, from, to, [&](uint64_t row) { found.push_back(row); });
  whole.for_each_overlapping(track, from, to, [&](uint64_t row) { expected.push_back(row); });
  EXPECT_EQ(found, expected);
  if (track.kind == TypeKind::link) return;
  const RowRange a = some.starting_in(track, from, to), b = whole.starting_in(track, from, to);
  EXPECT_EQ(a.empty(), b.empty());
  if (b.empty()) return;
  EXPECT_EQ(a.first, b.first);
  EXPECT_EQ(a.last, b.last);
}

void expect_same_rows(const Trace& some, const Trace& whole, TypeKind kind, RowRange rows) {
  for (uint64_t row = rows.first; row < rows.last; ++row) {
    if (kind == TypeKind::state) {
      const StateColumns a = some.states(rows), b = whole.states();
      EXPECT_EQ(a.start[row], b.start[row]);
      EXPECT_EQ(a.end[row], b.end[row]);
      EXPECT_EQ(a.value[row], b.value[row]);
      EXPECT_EQ(a.depth[row], b.depth[row]);
    } else if (kind == TypeKind::variable) {
      const VariableColumns a = some.variables(rows), b = whole.variables();
      EXPECT_EQ(a.start[row], b.start[row]);
      EXPECT_EQ(a.end[row], b.end[row]);
      EXPECT_EQ(a.value[row], b.value[row]);
    } else if (kind == TypeKind::link) {
      const LinkColumns a = some.links(rows), b = whole.links();
      EXPECT_EQ(a.start[row], b.start[row]);
      EXPECT_EQ(a.end[row], b.end[row]);
      EXPECT_EQ(a.value[row], b.value[row]);
      EXPECT_EQ(a.start_container[row], b.start_container[row]);
      EXPECT_EQ(a.end_container[row], b.end_container[row]);
    }
  }
}

void ask(const Trace& some, const Trace& whole, Random& random) {
  const auto tracks = whole.tracks();
  const Track& track = tracks[below(random, tracks.size())];
  const double from = 0.001 * static_cast<double>(below(random, 41'000)) - 0.2;
  const double to = from + 0.001 * static_cast<double>(below(random, 300));
  expect_same_near(some, whole, track, from, to);
  const uint64_t first = track.first + below(random, track.size());
  const RowRange rows{first, std::min(first + below(random, 40), track.last)};
  expect_same_rows(some, whole, track.kind, rows);
}

TEST_F(ArchiveOnDemand, GivesTheRowsThatAreAskedFor) {
  for (unsigned round = 0; round < 5; ++round) {
    const Trace some = read();
    ASSERT_EQ(some.tracks().size(), whole().tracks().size());
    Random random(round);
    for (int i = 0; i < 40; ++i) ask(some, whole(), random);
    for (const TypeKind kind : {TypeKind::state, TypeKind::variable, TypeKind::link}) {
      EXPECT_EQ(some.first_start(kind), whole().first_start(kind));
    }
    EXPECT_FALSE(some.first_start(TypeKind::event));
    EXPECT_EQ(whole_text(some), whole_text(whole()));  // what is left
    for (int i = 0; i < 40; ++i) ask(some, whole(), random);
  }
}

TEST_F(ArchiveOnDemand, GivesThemToManyThreads) {
  const Trace some = read();
  std::vector<std::thread> threads;
  for (unsigned thread = 0; thread < 6; ++thread) {
    threads.emplace_back([&some, thread] {
      Random random(100 + thread);
      for (int i = 0; i < 15; ++i) ask(some, whole(), random);
      if (thread % 3 == 0) {
        EXPECT_EQ(some.states().start.back(), whole().states().start.back());
      }
      if (thread % 3 == 1) {
        EXPECT_EQ(some.link_key(7).text, whole().link_key(7).text);
      }
      const Track& links = some.tracks().front();
      EXPECT_EQ(some.user_fields(links, links.first), whole().user_fields(links, links.first));
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(whole_text(some), whole_text(whole()));
}

TEST_F(ArchiveOnDemand, ReadsNothingThatIsNotAskedFor) {
  // All bytes of blocks are wrong: trees and numbers of rows are there, rows are not.
  std::string damaged = *archive_;
  std::string::size_type end = damaged.size() / 2;
  std::fill(damaged.begin() + 16, damaged.begin() + static_cast<std::ptrdiff_t>(end), '\x55');
  const Trace some = read(damaged);
  EXPECT_EQ(some.containers().size(), whole().containers().size());
  EXPECT_EQ(some.tracks().back().size(), whole().tracks().back().size());
  EXPECT_EQ(some.first_start(TypeKind::state), whole().first_start(TypeKind::state));
  EXPECT_THROW(static_cast<void>(some.states()), TraceError);
  EXPECT_THROW(static_cast<void>(some.states()), TraceError);  // again
  EXPECT_THROW(static_cast<void>(read_trace(Input::from_memory(damaged), {})), TraceError);
}

TEST_F(ArchiveOnDemand, CountsOfTheDirectoryMustHold) {
  const archive::File file(*archive_);
  const auto with = [&](const archive::Summary& summary) {
    std::string made;
    archive::FileWriter writer([&](std::string_view more) { made += more; });
    writer.add_block(file.bytes(writer.byte(), file.end_of_blocks() - writer.byte()));
    archive::Packer packer;
    archive::Unpacker unpacker;
    for (const auto id : {archive::Section::tables, archive::Section::tracks,
                          archive::Section::blocks, archive::Section::segments}) {
      archive::ByteReader section = file.section(id, unpacker);
      writer.add_section(id, section.take(section.left()), packer);
    }
    writer.finish(summary);
    return made;
  };
  archive::Summary summary = file.summary();
  EXPECT_EQ(whole_text(read(with(summary))), whole_text(whole()));
  for (uint64_t& count : summary.counts) {
    ++count;
    EXPECT_THROW(static_cast<void>(read(with(summary))), TraceError);
    --count;
  }
}

}  // namespace
}  // namespace paje::testing
