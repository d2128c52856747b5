// Links and variables of two runs side by side: durations of partners, by key or by order; means,
// integrals and the largest difference of variables, against a look at every moment.
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <numeric>
#include <random>

#include "paje/comparison.hpp"
#include "paje/read.hpp"
#include "random_trace.hpp"

namespace paje {
namespace {

struct Message {
  double start = 0, end = 0;
  int from = 0, to = 0;
  std::string key;
};

struct Piece {
  double time = 0, value = 0;
};

// Three processes with one state each, messages between them, and a variable of the first.
Trace trace_of(const std::vector<Message>& messages, const std::vector<Piece>& pieces = {},
               const std::string& states = "12 0 S p0 x\n", double end = 100) {
  std::string text =
      std::string(testing::kHeader) + "0 A 0 Process\n2 S A State\n1 V A load\n4 L 0 A A Message\n";
  for (int i = 0; i < 3; ++i) text += fmt::format("6 0 p{0} A 0 p{0}\n", i);
  std::multimap<double, std::string> lines;
  for (const Message& message : messages) {
    lines.emplace(message.start,
                  fmt::format("15 {} L 0 p{} m {}\n", message.start, message.from, message.key));
    lines.emplace(message.end,
                  fmt::format("16 {} L 0 p{} m {}\n", message.end, message.to, message.key));
  }
  for (const Piece& piece : pieces) {
    lines.emplace(piece.time, fmt::format("8 {} V p0 {}\n", piece.time, piece.value));
  }
  for (std::size_t begin = 0; begin < states.size();) {
    const std::size_t after = states.find('\n', begin) + 1;
    const std::string line = states.substr(begin, after - begin);
    lines.emplace(std::stod(line.substr(3)), line);
    begin = after;
  }
  for (const auto& [time, line] : lines) text += line;
  for (int i = 0; i < 3; ++i) text += fmt::format("7 {} A p{}\n", end, i);
  return read_trace(Input::from_memory(text), ReadOptions{});
}

TEST(ComparedLinks, PlantedDelaysAreFoundWhateverTheOrder) {
  for (uint64_t seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    std::vector<Message> messages;
    for (int i = 0; i < 40; ++i) {
      const int from = static_cast<int>(random() % 3);
      const auto start = static_cast<double>(random() % 300) / 8;
      messages.push_back({start, start + 1, from, (from + 1 + static_cast<int>(random() % 2)) % 3,
                          fmt::format("k{}", i)});
    }
    std::vector<Message> slower = messages;
    const std::size_t slow = random() % slower.size();
    const double amount = static_cast<double>(1 + random() % 50) / 8;
    slower[slow].end += amount;
    // With their keys, messages are the same ones even if others start before them.
    slower[(slow + 1) % slower.size()].start += 20;
    slower[(slow + 1) % slower.size()].end += 20;
    const Trace a = trace_of(messages);
    const Trace b = trace_of(slower);
    ComparisonOptions options;
    options.alignment.threads = 1 + static_cast<unsigned>(seed % 3);
    const Comparison there = compare(a, b, options);
    EXPECT_TRUE(there.is_equal());
    EXPECT_EQ(there.links.pairs, 40U);
    EXPECT_TRUE(there.links.differences.empty());
    ASSERT_EQ(there.links.longest.size(), 1U);
    const LinkPair& pair = there.links.longest[0];
    EXPECT_EQ(pair.stretch(), amount);
    EXPECT_EQ(pair.start_a, messages[slow].start);
    EXPECT_EQ(a.link_key(pair.row_a).text, messages[slow].key);
    EXPECT_EQ(b.link_key(pair.row_b).text, messages[slow].key);
    ASSERT_EQ(there.links.channels.size(), 1U);
    EXPECT_EQ(there.links.channels[0].from, fmt::format("p{}", messages[slow].from));
    EXPECT_EQ(there.links.channels[0].to, fmt::format("p{}", messages[slow].to));
    EXPECT_NEAR(there.links.channels[0].stretch(), amount, 1e-12);
    const Comparison back = compare(b, a, options);
    ASSERT_EQ(back.links.longest.size(), 1U);
    EXPECT_EQ(back.links.longest[0].stretch(), -amount);
    EXPECT_EQ(back.links.longest[0].row_a, pair.row_b);
  }
}

TEST(ComparedLinks, PairInOrderWhereKeysSayNothing) {
  const Trace a = trace_of({{1, 2, 0, 1, "a"}, {3, 4, 0, 1, "b"}, {5, 6, 0, 1, "c"}});
  const Trace b = trace_of({{1, 2, 0, 1, "x"}, {3, 4.5, 0, 1, "y"}, {5, 6, 0, 1, "z"}});
  const Comparison comparison = compare(a, b, {});
  EXPECT_TRUE(comparison.is_equal());
  ASSERT_EQ(comparison.links.longest.size(), 1U);
  EXPECT_EQ(comparison.links.longest[0].start_a, 3);
  EXPECT_EQ(comparison.links.longest[0].stretch(), 0.5);
  EXPECT_FALSE(comparison.links.channels[0].by_key);
}

TEST(ComparedLinks, OfALostOneTheOthersArePairsAndAllIsAccountedFor) {
  std::vector<Message> messages;
  for (int i = 0; i < 10; ++i)
    messages.push_back({i * 2.0, i * 2.0 + 1, 0, 1, fmt::format("k{}", i)});
  std::vector<Message> fewer = messages;
  fewer.erase(fewer.begin() + 4);
  fewer[6].end += 0.25;
  const Comparison comparison = compare(trace_of(messages), trace_of(fewer), {});
  const LinkComparison& links = comparison.links;
  ASSERT_EQ(links.differences.size(), 1U);
  EXPECT_EQ(links.differences[0].only_a, 1U);
  EXPECT_EQ(links.differences[0].first_only_a, 8.0);
  EXPECT_EQ(links.pairs, 9U);
  EXPECT_EQ(links.paired_a, 9);
  EXPECT_EQ(links.paired_b, 9.25);
  EXPECT_EQ(links.duration_a - links.paired_a, 1);
  EXPECT_EQ(links.duration_b - links.paired_b, 0);
  ASSERT_EQ(links.longest.size(), 1U);
  EXPECT_EQ(links.longest[0].start_a, 14);
}

TEST(ComparedLinks, KeepsTheLargest) {
  std::vector<Message> messages, slower;
  for (int i = 0; i < 500; ++i) {
    messages.push_back({i * 0.125, 70, 0, 1, fmt::format("k{}", i)});
    slower.push_back(messages.back());
    slower.back().end += 0.01 * ((i * 7) % 500);
  }
  ComparisonOptions options;
  options.most_links = 5;
  const Comparison comparison = compare(trace_of(messages), trace_of(slower), options);
  ASSERT_EQ(comparison.links.longest.size(), 5U);
  for (int i = 0; i < 5; ++i) {
    EXPECT_NEAR(comparison.links.longest[size_t(i)].stretch(), 0.01 * (499 - i), 1e-9);
  }
}

// The value at a time of a variable as it was made.
double value_at(const std::vector<Piece>& pieces, double time) {
  double value = NAN;
  for (const Piece& piece : pieces) {
    if (piece.time <= time) value = piece.value;
  }
  return value;
}

std::vector<Piece> random_pieces(std::mt19937_64& random, double end) {
  std::vector<Piece> pieces;
  for (int count = static_cast<int>(random() % 12) + 1; count > 0; --count) {
    pieces.push_back({static_cast<double>(random() % static_cast<uint64_t>(end)),
                      static_cast<double>(random() % 100)});
  }
  std::sort(pieces.begin(), pieces.end(),
            [](const Piece& x, const Piece& y) { return x.time < y.time; });
  // The last of one time is what counts.
  std::vector<Piece> kept;
  for (const Piece& piece : pieces) {
    if (!kept.empty() && kept.back().time == piece.time) kept.pop_back();
    kept.push_back(piece);
  }
  return kept;
}

TEST(ComparedVariables, AgreeWithALookAtEveryMoment) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937_64 random(seed);
    // B waits for a while in one of its states: times after it are later.
    const auto wait = static_cast<double>(random() % 30);
    const std::string states = "12 0 S p0 x\n13 40 S p0\n12 40 S p0 y\n13 100 S p0\n";
    const std::string later = fmt::format("12 0 S p0 x\n13 {0} S p0\n12 {0} S p0 y\n13 {1} S p0\n",
                                          40 + wait, 100 + wait);
    const std::vector<Piece> in_a = random_pieces(random, 100);
    const std::vector<Piece> in_b = random_pieces(random, 100 + wait);
    const Comparison comparison =
        compare(trace_of({}, in_a, states, 100), trace_of({}, in_b, later, 100 + wait), {});
    ASSERT_EQ(comparison.variables.size(), 1U);
    const VariableComparison& found = comparison.variables[0];
    double integral_a = 0, time_a = 0, largest = 0, first = 0;
    for (int i = 0; i < 6000; ++i) {
      const double moment = (i + 0.5) / 60;
      const double other = moment < 40 ? moment * (40 + wait) / 40 : moment + wait;
      const double a = value_at(in_a, moment);
      if (!std::isnan(a)) {
        integral_a += a / 60;
        time_a += 1.0 / 60;
      }
      const double difference = value_at(in_b, other) - a;
      if (std::abs(difference) > std::abs(largest)) {
        largest = difference;
        first = moment;
      }
    }
    EXPECT_NEAR(found.integral_a, integral_a, 1e-6);
    EXPECT_NEAR(found.mean_a, time_a > 0 ? integral_a / time_a : 0, 1e-6);
    EXPECT_EQ(std::abs(found.largest()), std::abs(largest));
    if (largest != 0) {
      EXPECT_NEAR(found.time_a, first, 0.02);
      EXPECT_NEAR(found.time_b, first < 40 ? first * (40 + wait) / 40 : first + wait, 0.04);
    }
    const Comparison back =
        compare(trace_of({}, in_b, later, 100 + wait), trace_of({}, in_a, states, 100), {});
    EXPECT_EQ(back.variables[0].integral_b, found.integral_a);
    EXPECT_EQ(back.variables[0].largest(), -found.largest());
    EXPECT_EQ(back.variables[0].time_b, found.time_a);
  }
}

TEST(ComparedVariables, WithValuesThatAreNotFinite) {
  const double infinity = HUGE_VAL;
  const Comparison comparison =
      compare(trace_of({}, {{0, infinity}, {10, 1}}), trace_of({}, {{0, -infinity}, {10, 3}}), {});
  const VariableComparison& found = comparison.variables.at(0);
  EXPECT_EQ(found.mean_a, infinity);
  EXPECT_EQ(found.mean_b, -infinity);
  EXPECT_EQ(found.largest(), -infinity);
}

TEST(ComparedVariables, ThatChangeWithStatesThatAreLaterAreTheSame) {
  const std::string states = "12 0 S p0 x\n13 10 S p0\n12 10 S p0 y\n13 20 S p0\n";
  const std::string later = "12 0 S p0 x\n13 13.3 S p0\n12 13.3 S p0 y\n13 23.3 S p0\n";
  const Comparison comparison =
      compare(trace_of({}, {{0, 1}, {10, 5}, {20, 1}}, states, 30),
              trace_of({}, {{0, 1}, {13.3, 5}, {23.3, 1}}, later, 33.3), {});
  EXPECT_EQ(comparison.variables.at(0).largest(), 0);
  EXPECT_DOUBLE_EQ(comparison.variables.at(0).integral_a, 70);
  EXPECT_DOUBLE_EQ(comparison.variables.at(0).integral_b, 73.3);
}

}  // namespace
}  // namespace paje
