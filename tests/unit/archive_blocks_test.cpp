// Blocks of archives: random rows come back bit for bit, also times that are no decimals, out of
// order or in deep stacks, in several segments; damage is noticed by checksums, and orderly where
// these are forged.
#include <gtest/gtest.h>

#include <numeric>

#include "archive_damage.hpp"
#include "formats/archive/link_block.hpp"
#include "formats/archive/plain_blocks.hpp"
#include "formats/archive/state_block.hpp"
#include "formats/archive/user_block.hpp"

namespace paje::archive {
namespace {

using namespace test;

// Times of a block are of one kind, mostly.
class Times {
 public:
  explicit Times(Random& random) : random_(random), kind_(below(random, 4)) {}

  double next() {
    if (kind_ == 0) return odd_double(random_);
    if (kind_ == 1 && below(random_, 40) == 0) return odd_double(random_);
    if (below(random_, 3) != 0) ticks_ += below(random_, 1000);
    if (below(random_, 50) == 0) ticks_ = below(random_, 100'000);  // out of order
    return kind_ == 2 ? static_cast<double>(ticks_) / 3 : static_cast<double>(ticks_) / 1e6;
  }

 private:
  Random& random_;
  uint64_t kind_;
  uint64_t ticks_ = 0;
};

std::vector<uint32_t> random_segments(Random& random, std::size_t rows) {
  std::vector<uint32_t> segments;
  while (rows != 0) {
    const std::size_t size = below(random, 3) == 0 ? rows : 1 + below(random, rows);
    segments.push_back(static_cast<uint32_t>(size));
    rows -= size;
  }
  return segments;
}

std::size_t random_size(Random& random) {
  return below(random, 10) == 0 ? 1000 + below(random, 5000) : 1 + below(random, 60);
}

StateRows random_states(Random& random) {
  StateRows rows;
  Times times(random);
  const uint64_t values = 1 + below(random, 300);
  uint32_t depth = 0;
  for (std::size_t i = random_size(random); i > 0; --i) {
    rows.start.push_back(times.next());
    rows.end.push_back(below(random, 9) == 0 ? rows.start.back() : times.next());
    rows.value.push_back(static_cast<uint32_t>(below(random, values)));
    if (below(random, 2) == 0) ++depth;
    if (below(random, 3) == 0) depth = static_cast<uint32_t>(below(random, depth + 1));
    if (below(random, 500) == 0) depth += 1500;
    rows.depth.push_back(below(random, 1000) == 0 ? UINT32_MAX : depth);
  }
  return rows;
}

TEST(ArchiveStates, ComeBack) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    const StateRows rows = random_states(random);
    const std::vector<uint32_t> segments = random_segments(random, rows.size());
    Packer packer;
    PieceWriter out(packer);
    StateChoices choices;
    if (round % 2 == 0) {  // every way, not only the shortest
      choices.start = {true, static_cast<uint8_t>(below(random, 3)), Coder::varint};
      choices.duration = {true, static_cast<uint8_t>(below(random, 3)), Coder::planes};
    }
    write_states(rows, segments, choices, out);
    const PackedBlock block = out.finish();
    ASSERT_EQ(block.pieces.size(), kStatePieces);
    const auto read = [&](PieceReader& from) {
      StateRows back;
      read_states(from, segments, back);
      return back;
    };
    const StateRows back = read_block(block, read);
    EXPECT_EQ(bits_of(rows.start), bits_of(back.start));
    EXPECT_EQ(bits_of(rows.end), bits_of(back.end));
    EXPECT_EQ(rows.value, back.value);
    EXPECT_EQ(rows.depth, back.depth);
    if (round < 20 && rows.size() < 100) expect_damage_noticed(block, random, read);
  }
}

TEST(ArchiveStates, NestedOnesTakeFewBytes) {
  // Each state ends where the next one at its depth begins.
  StateRows rows;
  Random random(2);
  double time = 0;
  for (int i = 0; i < 4000; ++i) {
    const double length = static_cast<double>(2 + below(random, 100'000)) * 2;
    rows.start.insert(rows.start.end(), {time, time, time + length / 2});
    rows.end.insert(rows.end.end(), {time + length, time + length / 2, time + length});
    rows.depth.insert(rows.depth.end(), {0, 1, 1});
    rows.value.insert(rows.value.end(), {0, 1, 2});
    time += length;
  }
  const std::vector<uint32_t> segments = {static_cast<uint32_t>(rows.size())};
  Packer packer;
  PieceWriter out(packer);
  StateChoices choices;
  write_states(rows, segments, choices, out);
  EXPECT_LT(out.finish().pieces.back().bytes, 60U);  // the starts
}

LinkRows random_links(Random& random, std::vector<std::string>& keys) {
  LinkRows rows;
  Times times(random);
  const uint64_t containers = 1 + below(random, 2) * below(random, 1000);
  const std::size_t size = random_size(random);
  for (std::size_t i = 0; i < size; ++i) {
    rows.start.push_back(times.next());
    rows.end.push_back(times.next());
    rows.value.push_back(static_cast<uint32_t>(below(random, 4)));
    rows.source.push_back(static_cast<uint32_t>(below(random, containers)));
    rows.target.push_back(
        below(random, 200) == 0 ? UINT32_MAX : static_cast<uint32_t>(below(random, containers)));
    keys.push_back("p" + std::to_string(rows.source.back()) + "_" + std::to_string(i / 3) +
                   (below(random, 30) == 0 ? "00x" : ""));
  }
  rows.key.assign(keys.begin(), keys.end());
  return rows;
}

void expect_same(const LinkRows& rows, const LinkRows& back) {
  EXPECT_EQ(bits_of(rows.start), bits_of(back.start));
  EXPECT_EQ(bits_of(rows.end), bits_of(back.end));
  EXPECT_EQ(rows.value, back.value);
  EXPECT_EQ(rows.source, back.source);
  EXPECT_EQ(rows.target, back.target);
}

TEST(ArchiveLinks, ComeBack) {
  Random random(3);
  for (int round = 0; round < 150; ++round) {
    std::vector<std::string> keys;
    const LinkRows rows = random_links(random, keys);
    Packer packer;
    PieceWriter out(packer);
    LinkChoices choices;
    if (round % 2 == 0) {
      for (Choice* choice : {&choices.source, &choices.end, &choices.duration}) {
        *choice = {true, static_cast<uint8_t>(below(random, 4)), Coder::planes};
      }
    }
    write_links(rows, choices, out);
    const PackedBlock block = out.finish();
    ASSERT_EQ(block.pieces.size(), kLinkPieces);
    const auto read = [&](PieceReader& from) {
      LinkRows back;
      read_links(from, rows.size(), back);
      return std::pair(back, read_link_keys(from, back));
    };
    const auto [back, texts] = read_block(block, read);
    expect_same(rows, back);
    ASSERT_EQ(texts.size(), keys.size());
    for (std::size_t i = 0; i < keys.size(); ++i) EXPECT_EQ(texts[i], keys[i]);
    if (round < 20 && rows.size() < 100) expect_damage_noticed(block, random, read);
  }
}

TEST(ArchiveVariables, ComeBack) {
  Random random(4);
  for (int round = 0; round < 150; ++round) {
    VariableRows rows;
    Times times(random), values(random);
    for (std::size_t i = random_size(random); i > 0; --i) {
      rows.start.push_back(times.next());
      rows.end.push_back(times.next());
      rows.value.push_back(values.next());
    }
    Packer packer;
    PieceWriter out(packer);
    VariableChoices choices;
    if (round % 2 == 0) {
      choices.start = {true, static_cast<uint8_t>(below(random, 3)), Coder::planes};
      choices.duration = {true, static_cast<uint8_t>(below(random, 2)), Coder::varint};
    }
    write_variables(rows, choices, out);
    const PackedBlock block = out.finish();
    ASSERT_EQ(block.pieces.size(), kVariablePieces);
    const auto read = [&](PieceReader& from) {
      VariableRows back;
      read_variables(from, rows.size(), back);
      return back;
    };
    const VariableRows back = read_block(block, read);
    EXPECT_EQ(bits_of(rows.start), bits_of(back.start));
    EXPECT_EQ(bits_of(rows.end), bits_of(back.end));
    EXPECT_EQ(bits_of(rows.value), bits_of(back.value));
    if (round < 20 && rows.size() < 100) expect_damage_noticed(block, random, read);
  }
}

TEST(ArchiveEvents, ComeBack) {
  Random random(5);
  for (int round = 0; round < 150; ++round) {
    EventRows rows;
    Times times(random);
    for (std::size_t i = random_size(random); i > 0; --i) {
      rows.time.push_back(times.next());
      rows.value.push_back(static_cast<uint32_t>(any_integer(random)));
    }
    Packer packer;
    PieceWriter out(packer);
    EventChoices choices;
    write_events(rows, choices, out);
    const PackedBlock block = out.finish();
    ASSERT_EQ(block.pieces.size(), kEventPieces);
    const auto read = [&](PieceReader& from) {
      EventRows back;
      read_events(from, rows.size(), back);
      return back;
    };
    const EventRows back = read_block(block, read);
    EXPECT_EQ(bits_of(rows.time), bits_of(back.time));
    EXPECT_EQ(rows.value, back.value);
    if (round < 20 && rows.size() < 100) expect_damage_noticed(block, random, read);
  }
}

TEST(ArchiveUserFields, ComeBack) {
  Random random(6);
  for (int round = 0; round < 100; ++round) {
    UserRows rows;
    std::vector<std::string> words;
    const std::size_t size = 1 + below(random, 40);
    for (std::size_t i = 0; i < size; ++i) {
      rows.events.push_back(static_cast<uint32_t>(below(random, 4)));
      for (uint32_t event = 0; event < rows.events.back(); ++event) {
        rows.definitions.push_back(static_cast<uint32_t>(below(random, 5)));
        rows.words.push_back(static_cast<uint32_t>(1 + below(random, 3)));
        for (uint32_t word = 0; word < rows.words.back(); ++word) {
          words.push_back("w" + std::to_string(below(random, 50)) +
                          (below(random, 9) == 0 ? "" : "x"));
        }
      }
    }
    rows.texts.assign(words.begin(), words.end());
    Packer packer;
    PieceWriter out(packer);
    write_user_fields(rows, out);
    out.end_piece();
    const PackedBlock block = out.finish();
    const auto read = [&](PieceReader& from) {
      StoredUserRows stored = read_user_fields(from.texts(0), size, 5);
      std::vector<std::string> texts(stored.rows.texts.begin(), stored.rows.texts.end());
      return std::pair(std::move(stored.rows), std::move(texts));
    };
    const auto [back, texts] = read_block(block, read);
    EXPECT_EQ(rows.events, back.events);
    EXPECT_EQ(rows.definitions, back.definitions);
    EXPECT_EQ(rows.words, back.words);
    EXPECT_EQ(words, texts);
    if (round < 20 && !words.empty()) expect_damage_noticed(block, random, read);
  }
}

TEST(ArchiveUserFields, EventsOfTooManyWordsAreNotWritten) {
  UserRows rows;
  rows.events = rows.definitions = {1};
  rows.words = {2000};
  rows.texts.assign(2000, "x");
  rows.definitions = {0};
  Packer packer;
  PieceWriter out(packer);
  EXPECT_THROW(write_user_fields(rows, out), std::length_error);
}

}  // namespace
}  // namespace paje::archive
