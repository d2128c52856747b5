// Alignment: three methods, one result. Scores are held against a matrix that knows nothing of the
// library; paths against what a path must be, and against each other.
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <fstream>
#include <limits>
#include <random>
#include <sstream>
#include <string>
#include <vector>

#include "alignment/methods.hpp"

namespace paje {

// What a failing test prints.
void PrintTo(const Alignment& alignment, std::ostream* out) {
  *out << alignment.score << ":";
  for (const AlignmentRun& run : alignment.runs) {
    *out << ' ' << run.length << "MXDI"[static_cast<int>(run.column)];
  }
}

namespace {

using Symbols = std::vector<uint32_t>;

constexpr AlignmentMethod kMethods[] = {AlignmentMethod::nw, AlignmentMethod::hirschberg,
                                        AlignmentMethod::wavefront};
constexpr AlignmentScores kScores[] = {{2, -1, -1},  {1, -1, -1}, {1, 0, 0},      {2, -3, -2},
                                       {3, 1, -2},   {5, -4, -1}, {5, -4, -3},    {0, -1, -1},
                                       {-1, -4, -2}, {7, 3, 3},   {1, -100, 0},   {100, 99, -37},
                                       {9, -9, 4},   {2, 1, -50}, {1000, -1, -7}, {3, -1000, -999}};

/// The best score, row by row, without common ends or paths.
int64_t best_score(const Symbols& a, const Symbols& b, const AlignmentScores& scores,
                   bool ends_free) {
  const int64_t gap = scores.gap;
  const int64_t end_gap = ends_free ? 0 : gap;
  std::vector<int64_t> row(b.size() + 1);
  for (std::size_t j = 1; j <= b.size(); ++j) row[j] = row[j - 1] + end_gap;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<int64_t> next(row.size());
    next[0] = row[0] + end_gap;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const int64_t pair = a[i - 1] == b[j - 1] ? scores.match : scores.mismatch;
      next[j] = std::max({row[j - 1] + pair, row[j] + (j == b.size() ? end_gap : gap),
                          next[j - 1] + (i == a.size() ? end_gap : gap)});
    }
    row = next;
  }
  // With B empty, its one column is the first and the last.
  return b.empty() ? static_cast<int64_t>(a.size()) * end_gap : row.back();
}

std::string letters(const Alignment& alignment) {
  std::string text;
  for (const AlignmentRun& run : alignment.runs) {
    text += std::string(run.length, "MXDI"[static_cast<int>(run.column)]);
  }
  return text;
}

void expect_valid(const Alignment& alignment, const Symbols& a, const Symbols& b,
                  const AlignmentScores& scores, bool ends_free) {
  std::size_t i = 0;
  std::size_t j = 0;
  int64_t score = 0;
  for (const char column : letters(alignment)) {
    ASSERT_LE(i + (column != 'I'), a.size());
    ASSERT_LE(j + (column != 'D'), b.size());
    if (column == 'M') score += scores.match;
    if (column == 'X') score += scores.mismatch;
    if (column == 'M' || column == 'X') {
      ASSERT_EQ(column == 'M', a[i] == b[j]);
    }
    const bool at_end = column == 'D' ? j == 0 || j == b.size() : i == 0 || i == a.size();
    if ((column == 'D' || column == 'I') && !(ends_free && at_end)) score += scores.gap;
    if (column != 'I') ++i;
    if (column != 'D') ++j;
  }
  EXPECT_EQ(i, a.size());
  EXPECT_EQ(j, b.size());
  EXPECT_EQ(alignment.score, score);
  for (std::size_t run = 0; run < alignment.runs.size(); ++run) {
    EXPECT_GT(alignment.runs[run].length, 0U);
    if (run > 0) {
      EXPECT_NE(alignment.runs[run].column, alignment.runs[run - 1].column);
    }
  }
}

/// All methods on some threads, against each other and the matrix.
void expect_one_result(const Symbols& a, const Symbols& b, const AlignmentScores& scores,
                       bool ends_free) {
  SCOPED_TRACE(::testing::Message()
               << a.size() << " and " << b.size() << " symbols, scores " << scores.match << ' '
               << scores.mismatch << ' ' << scores.gap << (ends_free ? ", ends free" : ""));
  AlignmentOptions options{scores, ends_free, AlignmentMethod::nw, 1};
  const Alignment reference = align(a, b, options);
  EXPECT_EQ(reference.score, best_score(a, b, scores, ends_free));
  expect_valid(reference, a, b, scores, ends_free);
  for (const AlignmentMethod method : kMethods) {
    options.method = method;
    for (options.threads = 1; options.threads <= 3; ++options.threads) {
      ASSERT_EQ(align(a, b, options), reference) << "method " << static_cast<int>(method);
    }
  }
}

Symbols random_symbols(std::mt19937_64& random, std::size_t length, uint32_t alphabet) {
  Symbols symbols(length);
  for (uint32_t& symbol : symbols) symbol = static_cast<uint32_t>(random() % alphabet);
  return symbols;
}

/// A loop with a body that repeats, as traces have them.
Symbols loop(std::mt19937_64& random, std::size_t length, std::size_t body_length) {
  const Symbols body = random_symbols(random, body_length, 5);
  Symbols symbols(length);
  for (std::size_t i = 0; i < length; ++i) symbols[i] = body[i % body_length];
  return symbols;
}

/// `symbols` with one change in a thousand times `permille`, and now and then a block lost.
Symbols changed(const Symbols& symbols, std::mt19937_64& random, uint32_t permille,
                uint32_t alphabet) {
  Symbols result;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if (random() % 1000 >= permille) {
      result.push_back(symbols[i]);
      continue;
    }
    const auto other = static_cast<uint32_t>(random() % alphabet);
    const auto kind = random() % 10;
    if (kind < 3) result.push_back(other);
    if (kind >= 3 && kind < 6) result.insert(result.end(), {other, symbols[i]});
    if (kind == 9) i += random() % 20;
  }
  return result;
}

TEST(Alignment, KnowsEmptySequences) {
  for (const bool ends_free : {false, true}) {
    for (const AlignmentScores& scores : kScores) {
      expect_one_result({}, {}, scores, ends_free);
      expect_one_result({1, 2, 3}, {}, scores, ends_free);
      expect_one_result({}, {1, 2}, scores, ends_free);
      expect_one_result({7}, {7}, scores, ends_free);
      expect_one_result({7}, {8}, scores, ends_free);
    }
  }
  EXPECT_TRUE(align({}, {}).runs.empty());
}

TEST(Alignment, FindsAllShortOnes) {
  // Every pair of sequences of up to four symbols out of two.
  std::vector<Symbols> all{{}};
  for (std::size_t i = 0; i < all.size() && all[i].size() < 4; ++i) {
    for (uint32_t symbol = 0; symbol < 2; ++symbol) {
      all.push_back(all[i]);
      all.back().push_back(symbol);
    }
  }
  ThreadPool parallel(1);
  for (const AlignmentScores& scores : kScores) {
    for (const Symbols& a : all) {
      for (const Symbols& b : all) {
        for (const bool ends_free : {false, true}) {
          const auto reference = align(a, b, {scores, ends_free, AlignmentMethod::nw}, parallel);
          ASSERT_EQ(reference.score, best_score(a, b, scores, ends_free));
          ASSERT_EQ(align(a, b, {scores, ends_free, AlignmentMethod::hirschberg}, parallel),
                    reference);
        }
      }
    }
  }
}

TEST(Alignment, IsOneForAllMethodsThreadsAndSimilarities) {
  std::mt19937_64 random(11);
  for (const AlignmentScores& scores : kScores) {
    for (const uint32_t permille : {0, 1, 10, 100, 300, 900}) {
      for (const bool ends_free : {false, true}) {
        const uint32_t alphabet = random() % 2 == 0 ? 3 : 40;
        const std::size_t length = random() % 900;
        const Symbols a = random() % 3 == 0 ? loop(random, length, random() % 30 + 1)
                                            : random_symbols(random, length, alphabet);
        expect_one_result(a, changed(a, random, permille, alphabet), scores, ends_free);
      }
    }
  }
}

TEST(Alignment, IsOneForSequencesOfDifferentLengths) {
  std::mt19937_64 random(12);
  for (int round = 0; round < 60; ++round) {
    const AlignmentScores& scores = kScores[random() % std::size(kScores)];
    const Symbols a = random_symbols(random, random() % 40, 4);
    const Symbols b = random_symbols(random, random() % 4000, 4);
    expect_one_result(a, b, scores, round % 2 == 0);
    expect_one_result(b, a, scores, round % 2 == 0);
  }
}

TEST(Alignment, IsOneOverManyTiles) {
  std::mt19937_64 random(13);
  const Symbols a = random_symbols(random, 1100, 6);
  const Symbols b = random_symbols(random, 5000, 6);
  for (const bool ends_free : {false, true}) {
    expect_one_result(a, b, {2, -1, -1}, ends_free);
    expect_one_result(b, a, {5, -4, -3}, ends_free);
  }
}

TEST(Alignment, TakesTheLargestScores) {
  constexpr int32_t kMost = std::numeric_limits<int32_t>::max();
  std::mt19937_64 random(14);
  const Symbols a = random_symbols(random, 700, 3);
  const Symbols b = changed(a, random, 200, 3);
  for (const bool ends_free : {false, true}) {
    expect_one_result(a, b, {kMost, -kMost, -kMost}, ends_free);
    expect_one_result(a, b, {kMost, kMost - 1, kMost / 2}, ends_free);
    expect_one_result(a, b, {-kMost + 1, -kMost, -kMost}, ends_free);
    expect_one_result(a, b, {500'000'000, -1, -123'456'789}, ends_free);
  }
}

TEST(Alignment, TakesAllSymbols) {
  const uint32_t most = std::numeric_limits<uint32_t>::max();
  std::mt19937_64 random(15);
  Symbols a = random_symbols(random, 300, 4);
  for (uint32_t& symbol : a) symbol = most - symbol;
  expect_one_result(a, changed(a, random, 100, most), {2, -1, -1}, false);
  // These differ in their upper halves only.
  for (uint32_t& symbol : a) symbol <<= 16;
  expect_one_result(a, changed(a, random, 100, 4), {2, -1, -1}, false);
  expect_one_result(a, Symbols(200, 0), {2, -1, -1}, false);
  expect_one_result(Symbols(200, 0), Symbols(300, most), {1, 0, 0}, false);
}

TEST(Alignment, PutsDifferencesLast) {
  // One turn of a loop is missing; names cannot decide which one.
  const Symbols a{1, 2, 1, 2, 1, 2, 3};
  const Symbols b{1, 2, 1, 2, 3};
  EXPECT_EQ(letters(align(a, b)), "MMMMDDM");
  EXPECT_EQ(letters(align(b, a)), "MMMMIIM");
  // The suffix is paired before the rest is looked at.
  EXPECT_EQ(letters(align(Symbols{9, 1}, Symbols{8, 1, 1})), "IXM");
}

TEST(Alignment, LeavesEndsFree) {
  AlignmentOptions options;
  options.ends_free = true;
  const Symbols a{1, 2, 3, 4};
  const Symbols b{3, 4, 5, 6, 7};
  const Alignment overlap = align(a, b, options);
  EXPECT_EQ(letters(overlap), "DDMMIII");
  EXPECT_EQ(overlap.score, 4);
  // Paired common ends would cost score here: "cyyyycd" and "cd".
  const Alignment tail = align(Symbols{1, 2, 2, 2, 2, 1, 3}, Symbols{1, 3}, options);
  EXPECT_EQ(letters(tail), "DDDDDMM");
  EXPECT_EQ(tail.score, 4);
}

// Each method asks again and again while it works, and what the callback throws goes through.
TEST(Alignment, CanBeGivenUp) {
  struct GivenUp {};
  std::mt19937 random(8);
  Symbols a(3000);
  Symbols b(3000);
  for (uint32_t& symbol : a) symbol = static_cast<uint32_t>(random() % 50);
  for (uint32_t& symbol : b) symbol = static_cast<uint32_t>(random() % 50);
  for (const AlignmentMethod method : kMethods) {
    for (const unsigned threads : {1U, 3U}) {
      std::atomic<int> asked = 0;
      AlignmentOptions options;
      options.method = method;
      options.threads = threads;
      options.check = [&] { ++asked; };
      align(a, b, options);
      EXPECT_GE(asked, 8);
      asked = 0;
      options.check = [&] {
        if (++asked == 5) throw GivenUp{};
      };
      EXPECT_THROW(align(a, b, options), GivenUp);
      EXPECT_LT(asked, 8);
    }
  }
}

TEST(Alignment, RefusesScoresThatAreNoScores) {
  const Symbols a{1};
  const auto message_of = [&](const AlignmentScores& scores) -> std::string {
    try {
      (void)align(a, a, {scores});
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "accepted";
  };
  EXPECT_EQ(message_of({1, 1, -1}), "The score of a match must be higher than that of a mismatch");
  EXPECT_EQ(message_of({2, -1, 1}), "The score of a match must be higher than that of two gaps");
  EXPECT_EQ(message_of({3, 2, 1}), "accepted");
}

TEST(Alignment, KeepsWhatScoresMustKeep) {
  std::mt19937_64 random(16);
  for (int round = 0; round < 100; ++round) {
    AlignmentOptions options;
    options.scores = kScores[random() % std::size(kScores)];
    options.ends_free = round % 2 == 0;
    options.threads = 1;
    Symbols a = random_symbols(random, random() % 300, 3);
    Symbols b = changed(a, random, 200, 3);
    const int64_t score = align(a, b, options).score;
    EXPECT_EQ(align(b, a, options).score, score);
    std::reverse(a.begin(), a.end());
    std::reverse(b.begin(), b.end());
    EXPECT_EQ(align(a, b, options).score, score);
    if (options.ends_free) continue;
    a.push_back(1);
    b.push_back(1);
    EXPECT_EQ(align(a, b, options).score, score + options.scores.match);
  }
}

// The wavefront's ways that only long sequences take: many parts, and the dense method in between.
TEST(Wavefront, DoesNotDependOnItsLimits) {
  std::mt19937_64 random(17);
  for (int round = 0; round < 400; ++round) {
    const uint32_t alphabet = round % 3 == 0 ? 3 : 30;
    const std::size_t length = random() % 400 + 1;
    const Symbols a = round % 4 == 0 ? loop(random, length, random() % 9 + 1)
                                     : random_symbols(random, length, alphabet);
    const Symbols b = changed(a, random, static_cast<uint32_t>(random() % 500), alphabet);
    if (b.empty()) continue;
    const AlignmentScores& scores = kScores[random() % std::size(kScores)];
    const AlignmentProblem problem{a, b, scores, false};
    AlignmentRuns reference;
    align_by_nw(problem, {0, 0, a.size(), b.size()}, reference);
    const auto runs = reference.release();
    for (const int64_t steps : {0, 100, 3000, 1 << 20}) {
      for (const double points : {0.0, 0.2, 100.0}) {
        ThreadPool parallel(round % 3 + 1);
        AlignmentRuns found;
        align_by_wavefront(problem, parallel, found, {steps, 1 << 26, points});
        ASSERT_EQ(found.release(), runs)
            << "round " << round << ", steps " << steps << ", scores " << scores.match << ' '
            << scores.mismatch << ' ' << scores.gap;
      }
    }
  }
}

std::vector<std::vector<std::string>> rows_of(const std::string& name) {
  std::vector<std::vector<std::string>> rows;
  std::ifstream file(PAJE_TEST_DATA "/golden-align/" + name);
  std::string line;
  std::getline(file, line);  // the names of the columns
  while (std::getline(file, line)) {
    rows.emplace_back();
    std::istringstream fields(line + '\t');
    for (std::string field; std::getline(fields, field, '\t');) rows.back().push_back(field);
  }
  return rows;
}

Symbols symbols_of(const std::string& text) {
  Symbols symbols;
  if (text == "-") return symbols;
  std::istringstream words(text);
  for (uint32_t symbol; words >> symbol;) symbols.push_back(symbol);
  return symbols;
}

AlignmentScores scores_of(const std::vector<std::string>& row) {
  return {std::stoi(row[1]), std::stoi(row[2]), std::stoi(row[3])};
}

TEST(GoldenAlignment, HasTheScoreOfAnotherImplementation) {
  const auto rows = rows_of("pairs.tsv");
  ASSERT_FALSE(rows.empty());
  for (const auto& row : rows) {
    const Symbols a = symbols_of(row.at(4));
    const Symbols b = symbols_of(row.at(5));
    EXPECT_EQ(align(a, b, {scores_of(row)}).score, std::stoll(row.at(6))) << row[0];
    expect_one_result(a, b, scores_of(row), false);
    expect_one_result(a, b, scores_of(row), true);
  }
}

TEST(GoldenAlignment, HasTheColumnsOfAnotherImplementation) {
  const auto rows = rows_of("study/small.tsv");
  ASSERT_FALSE(rows.empty());
  int checked = 0;
  for (const auto& row : rows) {
    const AlignmentScores scores = scores_of(row);
    if (scores.match == scores.mismatch) continue;  // not a score of ours
    const Symbols a = symbols_of(row.at(4));
    const Symbols b = symbols_of(row.at(5));
    const Alignment alignment = align(a, b, {scores});
    EXPECT_EQ(alignment.score, std::stoll(row.at(6))) << row[0];
    EXPECT_EQ(letters(alignment), row.at(12) == "-" ? "" : row[12]) << row[0];
    EXPECT_EQ(align(a, b, {scores, true}).score, std::stoll(row.at(17))) << row[0];
    expect_one_result(a, b, scores, false);
    expect_one_result(a, b, scores, true);
    ++checked;
  }
  EXPECT_GT(checked, 70);
}

}  // namespace
}  // namespace paje
