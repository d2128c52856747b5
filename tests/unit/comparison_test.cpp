// Comparison of two traces: the sum that all its groupings split holds on random pairs; columns
// name every state once; partners and differences are where they were put.
#include "paje/comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "comparison/sibling_alignment.hpp"
#include "paje/read.hpp"
#include "random_trace.hpp"

namespace paje {
namespace {

using testing::kHeader;

Trace read_text(const std::string& text) {
  ReadOptions options;
  options.on_problem = [](const Diagnostic&) {};
  return read_trace(Input::from_memory(text), options);
}

// Lines left out, doubled, and with other values: a run that went otherwise.
std::string changed(const std::string& text, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::string result = kHeader;
  std::size_t begin = result.size();
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin) + 1;
    std::string line = text.substr(begin, end - begin);
    begin = end;
    const uint64_t choice = random() % 20;
    const bool is_state = line.starts_with("11 ") || line.starts_with("12 ");
    if (choice == 0 && is_state) continue;
    if (choice == 1 && is_state) line.replace(line.size() - 2, 1, "y");
    result += line;
    if (choice == 2 && is_state) result += line;
  }
  return result;
}

struct Pair {
  Trace a, b;
};

Pair random_pair(uint64_t seed) {
  const std::string text = testing::RandomTrace(seed).text(seed % 7 == 0 ? 60 : 300, 1000);
  const std::string other =
      seed % 3 == 0 ? testing::RandomTrace(seed + 5000).text(300, 1000) : changed(text, seed);
  Pair pair{read_text(text), read_text(other)};
  // Now and then nothing of a trace is left.
  const bool has_states = !pair.a.states().start.empty() || !pair.b.states().start.empty();
  return has_states ? pair : random_pair(seed + 10'000);
}

ComparisonOptions options_for(uint64_t seed) {
  ComparisonOptions options;
  options.alignment.threads = 1;
  options.most_regions = 100'000;
  options.descent = seed % 2 == 0   ? Descent::always
                    : seed % 3 == 0 ? Descent::equal
                                    : Descent::similar;
  options.placement = seed % 5 == 0 ? GapPlacement::late : GapPlacement::durations;
  options.origin = seed % 4 == 0 ? Origin::zero : Origin::start;
  options.alignment.ends_free = seed % 6 == 0;
  return options;
}

void expect_sums(const Comparison& comparison) {
  const double near = 1e-9 * (comparison.length_a + comparison.length_b + 1);
  double of_all_regions = 0;
  for (const Region& region : comparison.regions) {
    double of_values = 0;
    for (const ValueAmount& amount : region.values) of_values += amount.amount;
    EXPECT_NEAR(of_values, region.gain(), near);
    of_all_regions += region.gain();
  }
  double total = 0;
  for (std::size_t i = 0; i < comparison.paired_tracks; ++i) {
    const TrackComparison& track = comparison.tracks[i];
    EXPECT_NEAR(track.time.total(), track.length_b - track.length_a, near);
    total += track.time.total();
  }
  EXPECT_NEAR(comparison.time.total(), total, near);
  double of_values = 0;
  for (const ValueDifference& value : comparison.by_value) of_values += value.time.total();
  EXPECT_NEAR(of_values, total, near);
  double of_slices = 0;
  for (const TimeSlice& slice : comparison.slices) of_slices += slice.total;
  EXPECT_NEAR(of_slices, total, near);
  EXPECT_NEAR(of_all_regions + comparison.outside_regions, total, near);
}

// Rows of both sides in order, and how many of each.
void expect_columns(const TrackComparison& track, Descent descent) {
  uint64_t in_a = 0, in_b = 0;
  for (const StateColumn& column : track.columns) {
    ASSERT_TRUE(column.in_a() || column.in_b());
    if (column.in_a()) {
      if (descent == Descent::always) {
        ASSERT_EQ(column.a, in_a);
      }
      ++in_a;
    }
    if (column.in_b()) {
      if (descent == Descent::always) {
        ASSERT_EQ(column.b, in_b);
      }
      ++in_b;
    }
  }
  EXPECT_EQ(track.matches + track.mismatches + track.gaps_a + track.swapped, track.a.size());
  EXPECT_EQ(track.matches + track.mismatches + track.gaps_b + track.swapped, track.b.size());
  if (descent == Descent::always && track.in_both()) {
    EXPECT_EQ(in_a, track.a.size());
    EXPECT_EQ(in_b, track.b.size());
  }
}

TEST(Comparison, AllGroupingsAddUpToTheDifference) {
  for (uint64_t seed = 1; seed <= 300; ++seed) {
    SCOPED_TRACE(seed);
    const Pair pair = random_pair(seed);
    const ComparisonOptions options = options_for(seed);
    const Comparison comparison = compare(pair.a, pair.b, options);
    expect_sums(comparison);
    for (std::size_t i = 0; i < comparison.paired_tracks; ++i) {
      expect_columns(comparison.tracks[i], options.descent);
    }
  }
}

TEST(Comparison, DoesNotDependOnThreadsOrMethod) {
  for (uint64_t seed = 1; seed <= 60; ++seed) {
    SCOPED_TRACE(seed);
    const Pair pair = random_pair(seed);
    ComparisonOptions options = options_for(seed);
    const Comparison alone = compare(pair.a, pair.b, options);
    for (const unsigned threads : {2U, 3U, 8U}) {
      for (const auto method :
           {AlignmentMethod::nw, AlignmentMethod::hirschberg, AlignmentMethod::wavefront}) {
        options.alignment.threads = threads;
        options.alignment.method = method;
        const Comparison other = compare(pair.a, pair.b, options);
        ASSERT_EQ(alone.tracks.size(), other.tracks.size());
        for (std::size_t i = 0; i < alone.tracks.size(); ++i) {
          EXPECT_EQ(alone.tracks[i].columns, other.tracks[i].columns);
          EXPECT_EQ(alone.tracks[i].score, other.tracks[i].score);
        }
        EXPECT_EQ(alone.time.total(), other.time.total());
        ASSERT_EQ(alone.regions.size(), other.regions.size());
        for (std::size_t i = 0; i < alone.regions.size(); ++i) {
          EXPECT_EQ(alone.regions[i].gain(), other.regions[i].gain());
        }
      }
    }
  }
}

TEST(Comparison, OfATraceWithItselfFindsNothing) {
  for (uint64_t seed = 1; seed <= 50; ++seed) {
    const Pair pair = random_pair(seed);
    const Comparison comparison = compare(pair.a, pair.a, {});
    EXPECT_TRUE(comparison.is_equal());
    EXPECT_EQ(comparison.similarity, 1);
    EXPECT_EQ(comparison.time.total(), 0);
    EXPECT_TRUE(comparison.regions.empty() || comparison.regions[0].gain() == 0);
    for (const TrackComparison& track : comparison.tracks) EXPECT_FALSE(track.first_divergence);
  }
}

StateColumn exchanged(const StateColumn& column) { return {column.b, column.a}; }

// The result does not depend on which run is named first, except for the sign; states next to gaps
// may come in another order.
TEST(Comparison, ExchangedRunsGiveTheOpposite) {
  for (uint64_t seed = 1; seed <= 200; ++seed) {
    SCOPED_TRACE(seed);
    const Pair pair = random_pair(seed);
    ComparisonOptions options = options_for(seed);
    const Comparison there = compare(pair.a, pair.b, options);
    const Comparison back = compare(pair.b, pair.a, options);
    const double near = 1e-9 * (there.length_a + 1);
    ASSERT_EQ(there.paired_tracks, back.paired_tracks);
    EXPECT_NEAR(there.time.total(), -back.time.total(), near);
    EXPECT_NEAR(there.outside_regions, -back.outside_regions, near);
    EXPECT_NEAR(there.similarity, back.similarity, 1e-12);
    for (std::size_t i = 0; i < there.paired_tracks; ++i) {
      const TrackComparison& track = there.tracks[i];
      const auto partner =
          std::find_if(back.tracks.begin(), back.tracks.end(), [&](const TrackComparison& other) {
            return other.b.container == track.a.container && other.b.type == track.a.type;
          });
      ASSERT_NE(partner, back.tracks.end());
      EXPECT_EQ(track.score, partner->score);
      std::vector<StateColumn> pairs;
      std::vector<StateColumn> others;
      for (const StateColumn& column : track.columns) {
        if (column.in_a() && column.in_b()) pairs.push_back(column);
      }
      for (const StateColumn& column : partner->columns) {
        if (column.in_a() && column.in_b()) others.push_back(exchanged(column));
      }
      EXPECT_EQ(pairs, others);
      EXPECT_EQ(track.swaps.size(), partner->swaps.size());
      EXPECT_EQ(track.gaps_a, partner->gaps_b);
      EXPECT_EQ(track.time.only_a, partner->time.only_b);
    }
    // By gain, for tracks may come in another order.
    ASSERT_EQ(there.regions.size(), back.regions.size());
    for (std::size_t i = 0; i < there.regions.size(); ++i) {
      EXPECT_EQ(there.regions[i].gain(), -back.regions[i].gain());
    }
  }
}

// Builds traces of one or more containers line by line.
class Program {
 public:
  Program() { text_ = std::string(kHeader) + "0 A 0 Process\n2 S A State\n2 T A Other\n"; }
  Program& container(const std::string& name, const std::string& parent = "0") {
    text_ += fmt::format("6 {} {} A {} {}\n", time_, name, parent, name);
    return *this;
  }
  Program& push(const std::string& value, double duration = 0, const std::string& in = "p") {
    text_ += fmt::format("12 {} S {} {}\n", time_, in, value);
    time_ += duration;
    return *this;
  }
  Program& pop(const std::string& in = "p") {
    text_ += fmt::format("13 {} S {}\n", time_, in);
    return *this;
  }
  Program& state(const std::string& value, double duration, const std::string& in = "p") {
    return push(value, duration, in).pop(in);
  }
  Program& wait(double duration) {
    time_ += duration;
    return *this;
  }
  [[nodiscard]] Trace trace() const { return read_trace(Input::from_memory(text_), ReadOptions{}); }

 private:
  std::string text_;
  double time_ = 0;
};

const ValueDifference& value_named(const Comparison& comparison, std::string_view name) {
  return *std::find_if(
      comparison.by_value.begin(), comparison.by_value.end(),
      [&](const ValueDifference& row) { return comparison.values[row.value].name == name; });
}

std::vector<StateColumn> columns_of(const Program& a, const Program& b,
                                    const ComparisonOptions& options = {}) {
  const Trace first = a.trace();
  const Trace second = b.trace();
  return compare(first, second, options).tracks.at(0).columns;
}

constexpr uint32_t kGap = StateColumn::kGap;

TEST(Comparison, PutsTheGapOfALostTurnWhereSubtreesAreEqual) {
  // Ten turns, each with another state below; B lacks the fourth.
  Program a, b;
  a.container("p");
  b.container("p");
  for (int turn = 0; turn < 10; ++turn) {
    const std::string below = fmt::format("step{}", turn);
    a.push("loop", 1).state(below, 1).pop();
    if (turn != 3) b.push("loop", 1).state(below, 1).pop();
  }
  for (const auto placement : {GapPlacement::durations, GapPlacement::late}) {
    ComparisonOptions options;
    options.placement = placement;
    const auto columns = columns_of(a, b, options);
    ASSERT_EQ(columns.size(), 19U);
    EXPECT_EQ(columns[6], (StateColumn{6, kGap}));
    EXPECT_EQ(columns[7], (StateColumn{8, 6}));
  }
}

TEST(Comparison, PutsTheGapOfALostTurnWhereDurationsFit) {
  Program a, b;
  a.container("p");
  b.container("p");
  for (int turn = 0; turn < 10; ++turn) {
    a.state("x", 1 + turn).state("y", 0.5);
    if (turn != 6) b.state("x", 1 + turn).state("y", 0.5);
  }
  const auto columns = columns_of(a, b);
  EXPECT_EQ(columns[12], (StateColumn{12, kGap}));
  EXPECT_EQ(columns[13], (StateColumn{13, kGap}));
  EXPECT_EQ(columns[14], (StateColumn{14, 12}));
  ComparisonOptions late;
  late.placement = GapPlacement::late;
  EXPECT_EQ(columns_of(a, b, late)[18], (StateColumn{18, kGap}));
}

TEST(Comparison, DoesNotGoBelowUnequalStatesUnlessTold) {
  Program a, b;
  a.container("p").push("one", 1).state("in", 2).wait(1).pop();
  b.container("p").push("two", 1).state("in", 3).wait(1).pop();
  const Trace first = a.trace();
  const Trace second = b.trace();
  ComparisonOptions options;
  options.descent = Descent::equal;
  const Comparison closed = compare(first, second, options);
  EXPECT_EQ(closed.tracks[0].columns, (std::vector<StateColumn>{{0, 0}}));
  EXPECT_EQ(closed.tracks[0].gaps_a, 1U);
  EXPECT_DOUBLE_EQ(closed.time.only_a, 4);
  // Time is of the innermost state all the same.
  EXPECT_DOUBLE_EQ(value_named(closed, "one").time.only_a, 2);
  EXPECT_DOUBLE_EQ(value_named(closed, "in").time.only_a, 2);
  EXPECT_DOUBLE_EQ(value_named(closed, "in").time.only_b, 3);
  EXPECT_EQ(value_named(closed, "in").only_a, 0U);
  for (const Descent descent : {Descent::similar, Descent::always}) {
    options.descent = descent;
    const Comparison open = compare(first, second, options);
    EXPECT_EQ(open.tracks[0].columns, (std::vector<StateColumn>{{0, 0}, {1, 1}}));
    EXPECT_DOUBLE_EQ(value_named(open, "in").time.in_a, 2);
    EXPECT_DOUBLE_EQ(value_named(open, "in").time.in_b, 3);
    EXPECT_DOUBLE_EQ(value_named(open, "one").time.only_a, 2);
    EXPECT_DOUBLE_EQ(value_named(open, "two").time.only_b, 2);
  }
}

TEST(Comparison, GoesBelowUnequalStatesIfHalfOfWhatIsThereIsAlike) {
  const auto columns = [](int alike, int more_in_b, Descent descent) {
    Program a, b;
    a.container("p").push("one");
    b.container("p").push("two");
    for (int i = 0; i < alike; ++i) {
      a.state("x", 1);
      b.state("x", 1);
    }
    for (int i = 0; i < more_in_b; ++i) b.state("y", 1);
    a.pop();
    b.pop();
    ComparisonOptions options;
    options.descent = descent;
    return columns_of(a, b, options).size();
  };
  EXPECT_EQ(columns(3, 3, Descent::similar), 7U);
  EXPECT_EQ(columns(3, 4, Descent::similar), 1U);
  EXPECT_EQ(columns(3, 4, Descent::always), 8U);
  EXPECT_EQ(columns(3, 0, Descent::equal), 1U);
}

TEST(Comparison, PairsARenamedStateWithTheOneThatHasTheSameStatesBelow) {
  // As good by name: 'one' next to 'two', or 'one' next to 'more'.
  Program a, b;
  a.container("p").push("one", 1).state("in", 2).state("on", 2).pop();
  b.container("p").push("two", 1).state("in", 2).state("on", 2).pop();
  b.push("more", 1).state("on", 2).state("out", 2).pop();
  EXPECT_EQ(columns_of(a, b)[0], (StateColumn{0, 0}));
  EXPECT_EQ(columns_of(b, a)[0], (StateColumn{0, 0}));
}

TEST(Comparison, CountsTimeOutsideStatesAsIdle) {
  Program a, b;
  a.container("p").wait(1).state("x", 1);
  b.container("p").wait(4).state("x", 1);
  const Trace first = a.trace();
  const Trace second = b.trace();
  const Comparison comparison = compare(first, second, {});
  ASSERT_FALSE(comparison.by_value.empty());
  EXPECT_EQ(comparison.by_value[0].value, 0U);
  EXPECT_DOUBLE_EQ(comparison.by_value[0].time.total(), 3);
  ASSERT_FALSE(comparison.regions.empty());
  EXPECT_DOUBLE_EQ(comparison.regions[0].start_b, 0);
  EXPECT_DOUBLE_EQ(comparison.regions[0].end_b, 4);
}

TEST(Comparison, FindsOneJumpAsOneRegion) {
  Program a, b;
  a.container("p");
  b.container("p");
  for (int turn = 0; turn < 20; ++turn) {
    a.state("x", 1);
    b.state("x", turn == 12 ? 4 : 1);
  }
  const Trace first = a.trace();
  const Trace second = b.trace();
  const Comparison comparison = compare(first, second, {});
  ASSERT_EQ(comparison.regions.size(), 1U);
  EXPECT_DOUBLE_EQ(comparison.regions[0].start_a, 12);
  EXPECT_DOUBLE_EQ(comparison.regions[0].end_a, 13);
  EXPECT_DOUBLE_EQ(comparison.regions[0].end_b, 16);
  EXPECT_DOUBLE_EQ(comparison.regions[0].gain(), 3);
  EXPECT_DOUBLE_EQ(comparison.by_value[0].worst.stretch, 3);
  EXPECT_DOUBLE_EQ(comparison.by_value[0].worst.time_a, 12);
}

TEST(Comparison, MatchesContainersByNameOrderOrList) {
  Program a, b;
  for (const char* name : {"p", "q", "r"}) a.container(name);
  for (const char* name : {"q", "p", "s"}) b.container(name);
  for (const char* name : {"p", "q", "r"}) a.state("x", 1, name);
  for (const char* name : {"p", "q", "s"}) b.state("x", 1, name);
  const Trace first = a.trace();
  const Trace second = b.trace();
  const auto partner = [&](const Comparison& comparison, std::string_view path) {
    for (const TrackComparison& track : comparison.tracks) {
      if (track.path == path && track.in_both()) return second[track.b.container].name.text;
    }
    return std::string_view("nobody");
  };
  ComparisonOptions options;
  const Comparison by_name = compare(first, second, options);
  EXPECT_EQ(by_name.paired_tracks, 2U);
  EXPECT_EQ(by_name.tracks.size(), 4U);
  EXPECT_EQ(partner(by_name, "p"), "p");
  EXPECT_FALSE(by_name.is_equal());
  options.matching = ContainerMatching::order;
  const Comparison by_order = compare(first, second, options);
  EXPECT_EQ(partner(by_order, "p"), "q");
  EXPECT_EQ(partner(by_order, "r"), "s");
  EXPECT_TRUE(by_order.is_equal());
  options.matching = ContainerMatching::name;
  options.partners = {{"r", "q"}};
  const Comparison by_list = compare(first, second, options);
  EXPECT_EQ(partner(by_list, "r"), "q");
  EXPECT_EQ(partner(by_list, "q"), "nobody");
  options.partners = {{"r", "nowhere"}};
  EXPECT_THROW((void)compare(first, second, options), std::invalid_argument);
  options.partners = {{"r", "q"}, {"p", "q"}};
  EXPECT_THROW((void)compare(first, second, options), std::invalid_argument);
}

TEST(Comparison, KeepsToWantedContainersAndTypes) {
  Program a;
  a.container("p").container("q").state("x", 1).state("x", 1, "q");
  const Trace trace = a.trace();
  ComparisonOptions options;
  options.wants_container = [](std::string_view path) { return path == "q"; };
  EXPECT_EQ(compare(trace, trace, options).tracks.size(), 1U);
  options.wants_container = [](std::string_view) { return false; };
  EXPECT_THROW((void)compare(trace, trace, options), std::invalid_argument);
  options.wants_container = nullptr;
  options.state_type = "State";
  EXPECT_EQ(compare(trace, trace, options).tracks.size(), 2U);
  options.state_type = "Other";
  EXPECT_THROW((void)compare(trace, trace, options), std::invalid_argument);
}

TEST(Comparison, OfNestingDeeperThanCallsCanGo) {
  Program a, b;
  a.container("p");
  b.container("p");
  for (int depth = 0; depth < 100'000; ++depth) {
    a.push("x");
    b.push("x");
  }
  b.push("y");
  const Trace first = a.trace();
  const Trace second = b.trace();
  const Comparison comparison = compare(first, second, {});
  EXPECT_EQ(comparison.tracks[0].matches, 100'000U);
  EXPECT_EQ(comparison.tracks[0].gaps_b, 1U);
}

TEST(Comparison, OfTracesWithoutStates) {
  EXPECT_THROW((void)compare(Trace(), Trace(), {}), std::invalid_argument);
  const Trace trace = Program().container("p").state("x", 1).trace();
  const Comparison one_sided = compare(trace, Trace(), {});
  EXPECT_EQ(one_sided.paired_tracks, 0U);
  EXPECT_FALSE(one_sided.is_equal());
  EXPECT_EQ(one_sided.tracks.at(0).gaps_a, 1U);
}

// Random siblings with and without states below them.
Program random_siblings(std::mt19937_64& random, std::size_t count) {
  Program program;
  program.container("p");
  for (std::size_t i = 0; i < count; ++i) {
    program.push(random() % 2 == 0 ? "x" : "y", 1 + static_cast<double>(random() % 4));
    for (uint64_t below = random() % 3; below > 0; --below) {
      program.state(random() % 2 == 0 ? "u" : "v", 1);
    }
    program.pop();
  }
  return program;
}

struct Counted {
  int64_t score;
  int64_t equal_subtrees;
  friend bool operator==(const Counted&, const Counted&) = default;
  friend auto operator<=>(const Counted&, const Counted&) = default;
};

// The best that there is, by trying everything.
Counted best_of(const Siblings& a, const Siblings& b, std::size_t i, std::size_t j) {
  if (i == 0 || j == 0) return {-static_cast<int64_t>(i + j), 0};
  Counted pair = best_of(a, b, i - 1, j - 1);
  pair.score += a.symbol(i - 1) == b.symbol(j - 1) ? 2 : -1;
  pair.equal_subtrees += a.hash(i - 1) == b.hash(j - 1) ? 1 : 0;
  Counted only_a = best_of(a, b, i - 1, j);
  Counted only_b = best_of(a, b, i, j - 1);
  --only_a.score;
  --only_b.score;
  return std::max({pair, only_a, only_b});
}

Counted count(const Siblings& a, const Siblings& b, const std::vector<AlignmentRun>& runs) {
  Counted counted{score_of(runs, {}, false), 0};
  std::size_t i = 0, j = 0;
  for (const AlignmentRun& run : runs) {
    for (uint64_t k = 0; k < run.length; ++k) {
      const bool in_a = run.column != AlignmentColumn::only_b;
      const bool in_b = run.column != AlignmentColumn::only_a;
      if (in_a && in_b) {
        counted.equal_subtrees += a.hash(i) == b.hash(j) ? 1 : 0;
        EXPECT_EQ(a.symbol(i) == b.symbol(j), run.column == AlignmentColumn::match);
      }
      i += in_a ? 1 : 0;
      j += in_b ? 1 : 0;
    }
  }
  EXPECT_EQ(i, a.size());
  EXPECT_EQ(j, b.size());
  return counted;
}

TEST(SiblingAlignment, HasTheBestScoreAndThenMostEqualSubtrees) {
  std::mt19937_64 random(4);
  ThreadPool parallel(1);
  SiblingScratch scratch;
  for (int round = 0; round < 400; ++round) {
    const Trace first = random_siblings(random, 1 + random() % 6).trace();
    const Trace second = random_siblings(random, 1 + random() % 6).trace();
    const auto numbered = [](const Trace& trace) {
      std::vector<uint32_t> numbers;
      for (const EntityValue& value : trace.values()) {
        numbers.push_back(static_cast<uint32_t>(value.name.text[0]));
      }
      return numbers;
    };
    const TrackStates states_a(first, first.tracks()[0], 0);
    const TrackStates states_b(second, second.tracks()[0], 0);
    const TrackTree tree_a(states_a, numbered(first));
    const TrackTree tree_b(states_b, numbered(second));
    Siblings a{tree_a, {}}, b{tree_b, {}};
    a.collect(0, tree_a.size());
    b.collect(0, tree_b.size());
    for (const auto placement : {GapPlacement::durations, GapPlacement::late}) {
      const auto runs = align_siblings(a, b, {}, placement, scratch, parallel).runs;
      EXPECT_EQ(count(a, b, runs), best_of(a, b, a.size(), b.size()));
    }
  }
}

}  // namespace
}  // namespace paje
