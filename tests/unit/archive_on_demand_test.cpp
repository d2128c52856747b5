// Columns of an archive that are read when they are first asked for are those that reading all at
// once gives, whatever is asked for first and from however many threads.
#include <gtest/gtest.h>

#include <atomic>
#include <random>
#include <string>
#include <thread>
#include <variant>
#include <vector>

#include "formats/archive/field_facts.hpp"
#include "formats/archive/file.hpp"
#include "paje/archive.hpp"
#include "paje/diagnostic.hpp"
#include "paje/read.hpp"
#include "paje/user_columns.hpp"
#include "three_ranks.hpp"
#include "whole_trace.hpp"

namespace paje::testing {
namespace {

using Random = std::mt19937_64;

uint64_t below(Random& random, uint64_t bound) { return random() % bound; }

// Several blocks of each kind, whose bounds are in the middle of tracks; states are open from the
// first block to the last, links have a key and a user-defined field.
std::string long_trace() {
  std::string text = definitions_of_ranks();
  for (int rank = 0; rank < 3; ++rank) text += fmt::format("6 0 r{} R m r{}\n", rank, rank);
  for (int rank = 0; rank < 3; ++rank) text += fmt::format("12 0 S r{} outermost\n", rank);
  add_steps_of_ranks(text, 5, 1, 40'000);
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

// Columns of user-defined fields, with all that they say before a value is read and after.
std::string columns_text(const Trace& trace) {
  std::string text;
  for (const TypeKind kind : {TypeKind::container, TypeKind::state, TypeKind::variable,
                              TypeKind::event, TypeKind::link}) {
    const UserColumns columns(trace, kind);
    for (const UserColumn& column : columns.all()) {
      text += fmt::format("{} {} {} {} of {}:", column.name(), column.field(),
                          spelling(column.type()), column.count(), column.rows());
    }
    for (const UserColumn& column : columns.all()) {
      for (const uint64_t row : column.rows_with_value()) {
        const uint64_t place = column.place(row);
        text += column.type() == UserType::text ? fmt::format(" {}={}", row, column.texts()[place])
                                                : fmt::format(" {}={}", row, column.number(place));
      }
      text += '\n';
    }
  }
  return text;
}

// Words of every type, in several events of an object, in some of them only.
std::string worded_trace(Random& random) {
  std::string text =
      std::string(kHeader) +
      "%EventDef PajePushState 30\n% Time date\n% Type string\n% Container string\n"
      "% Value string\n% A int\n% B string\n% H hex\n%EndEventDef\n"
      "%EventDef PajePopState 31\n% Time date\n% Type string\n% Container string\n"
      "% B string\n% C string\n%EndEventDef\n"
      "%EventDef PajeStartLink 32\n% Time date\n% Type string\n% Container string\n"
      "% StartContainer string\n% Value string\n% Key string\n% Size int\n%EndEventDef\n"
      "%EventDef PajeEndLink 33\n% Time date\n% Type string\n% Container string\n"
      "% EndContainer string\n% Value string\n% Key string\n% Size int\n%EndEventDef\n"
      "0 R 0 Rank\n2 S R State\n4 L 0 R R Message\n6 0 a R 0 a\n6 0 b R 0 b\n";
  const bool has_text = below(random, 2) == 0, has_points = below(random, 2) == 0;
  const auto word = [&] {
    const uint64_t which = below(random, 8);
    if (which == 0) return std::string("\"\"");
    if (which == 1) return std::string("0x1f");
    if (which == 2 && has_text) return std::string("\"some words\"");
    if (which == 3 && has_points) return fmt::format("{}.5", below(random, 100));
    return fmt::format("{}", below(random, 1000));
  };
  uint64_t open = 0;
  for (int i = 0; i < 400; ++i) {
    if (open == 0 || below(random, 2) == 0) {
      text += below(random, 3) == 0
                  ? fmt::format("12 {} S a plain\n", i)
                  : fmt::format("30 {} S a v {} {} {:x}\n", i, word(), word(), below(random, 99));
      ++open;
    } else {
      text += below(random, 3) == 0 ? fmt::format("13 {} S a\n", i)
                                    : fmt::format("31 {} S a {} {}\n", i, word(), word());
      --open;
    }
    // The end of a link may come first.
    const std::string start = fmt::format("32 {} L 0 a x k{} {}\n", i, i, below(random, 50));
    const std::string end = fmt::format("33 {} L 0 b x k{} {}\n", i, i, below(random, 50));
    text += below(random, 2) == 0 ? start + end : end + start;
  }
  return text;
}

// Of rows here and there: first those of a few blocks are read, then all.
void expect_same_details(const Trace& some, const Trace& whole, Random& random) {
  for (const TypeKind kind : {TypeKind::state, TypeKind::link}) {
    const UserColumns near(some, kind), all(whole, kind);
    ASSERT_EQ(near.all().size(), all.all().size());
    for (int i = 0; i < 60; ++i) {
      const uint64_t row = below(random, whole.starts(kind).size());
      const Track& track = whole.track_of(kind, row);
      EXPECT_EQ(some.user_fields(track, row), whole.user_fields(track, row)) << row;
      EXPECT_EQ(some.user_field_names(track, row), whole.user_field_names(track, row)) << row;
      if (kind == TypeKind::link) {
        EXPECT_EQ(some.link_key(row).text, whole.link_key(row).text) << row;
        EXPECT_EQ(some.link_key(row).quoted, whole.link_key(row).quoted) << row;
      }
      for (std::size_t column = 0; column < all.all().size(); ++column) {
        const UserColumn& expected = all.all()[column];
        const UserColumn::Value value = near.all()[column].value(row);
        const uint64_t place = expected.place(row);
        EXPECT_EQ(value, expected.value(row)) << row << expected.name();
        EXPECT_EQ(std::holds_alternative<std::monostate>(value), place == UserColumn::kNoPlace);
        if (const auto* const text = std::get_if<std::string_view>(&value)) {
          EXPECT_EQ(*text, expected.texts()[place]);
        } else if (place != UserColumn::kNoPlace) {
          const auto* const integer = std::get_if<int64_t>(&value);
          EXPECT_EQ(integer != nullptr ? static_cast<double>(*integer) : std::get<double>(value),
                    expected.number(place));
        }
      }
    }
  }
}

TEST(ArchiveUserColumns, AreKnownFromTheIndex) {
  Random random(21);
  for (int round = 0; round < 20; ++round) {
    const std::string text = worded_trace(random);
    ReadOptions options;
    options.keep_user_fields = true;
    options.chunk_bytes = 256;
    const Trace whole = read_trace(Input::from_memory(text), options);
    for (const uint64_t slice_rows : {1'000'000U, 40U}) {
      std::string bytes;
      write_archive(Input::from_memory(text), options, {.slice_rows = slice_rows},
                    {.write = [&](std::string_view more) { bytes += more; }, .restart = [] {}});
      ASSERT_TRUE(archive::File(bytes).has(archive::Section::field_facts));
      options.on_demand = true;
      const Trace stored = read_trace(Input::from_memory(bytes), options);
      EXPECT_EQ(columns_text(stored), columns_text(whole)) << round;
      expect_same_details(read_trace(Input::from_memory(bytes), options), whole, random);
      // No block is read to know which columns there are.
      const uint64_t end = archive::File(bytes).end_of_blocks();
      std::fill(bytes.begin() + archive::kHeaderBytes,
                bytes.begin() + static_cast<std::ptrdiff_t>(end), '\0');
      const Trace broken = read_trace(Input::from_memory(bytes), options);
      const UserColumns states(broken, TypeKind::state), links(broken, TypeKind::link);
      EXPECT_EQ(states.all().size(), UserColumns(whole, TypeKind::state).all().size());
      ASSERT_NE(links.size(), nullptr);
      EXPECT_EQ(links.size()->count(), 400U);
      EXPECT_THROW(static_cast<void>(links.size()->place(0)), TraceError);
      options.on_demand = false;
    }
  }
}

// An index that counts other words than there are.
TEST(ArchiveUserColumns, WordsThatTheIndexDeniesAreDamage) {
  Random random(22);
  ReadOptions options;
  options.keep_user_fields = true;
  std::string bytes;
  write_archive(read_trace(Input::from_memory(worded_trace(random)), options), {},
                [&](std::string_view more) { bytes += more; });
  options.on_demand = true;
  const archive::File file(bytes);
  archive::Unpacker unpacker;
  const archive::AllFieldFacts facts =
      archive::read_field_facts(file.section(archive::Section::field_facts, unpacker));
  for (int change = 0; change < 3; ++change) {
    archive::AllFieldFacts changed = facts;
    archive::FieldFacts& size = changed[static_cast<std::size_t>(TypeKind::link)][0];
    if (change == 0) ++size.words;
    if (change == 1) --size.words;
    if (change == 2) size.words = 0;
    std::string forged;
    archive::FileWriter writer([&](std::string_view more) { forged += more; });
    writer.add_block(
        file.bytes(archive::kHeaderBytes, file.end_of_blocks() - archive::kHeaderBytes));
    archive::Packer packer;
    for (const archive::Section id : {archive::Section::tables, archive::Section::tracks,
                                      archive::Section::blocks, archive::Section::segments}) {
      archive::ByteReader section = file.section(id, unpacker);
      writer.add_section(id, section.take(section.left()), packer);
    }
    std::string raw;
    archive::write_field_facts(changed, raw);
    writer.add_section(archive::Section::field_facts, raw, packer);
    writer.finish(file.summary());
    const Trace trace = read_trace(Input::from_memory(forged), options);
    const UserColumns links(trace, TypeKind::link);
    if (change == 2) {
      EXPECT_TRUE(links.all().empty());
      continue;
    }
    ASSERT_FALSE(links.all().empty());
    EXPECT_THROW(static_cast<void>(links.all()[0].rows_with_value()), TraceError);
  }
}

}  // namespace
}  // namespace paje::testing
