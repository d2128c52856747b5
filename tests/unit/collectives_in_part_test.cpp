// Of a part of a run, calls of collectives that belong together are those of the whole run.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <set>
#include <utility>

#include "analysis/align_calls.hpp"
#include "paje/cut.hpp"
#include "small_run.hpp"

namespace paje {
namespace {

using testing::SmallRun;

// A call by its track and when it starts, and the operation that it belongs to.
using Call = std::pair<std::string, double>;
std::map<Call, uint32_t> operations_of(const DependencyGraph& graph) {
  std::map<Call, uint32_t> found;
  uint32_t number = 0;
  for (const auto& collective : graph.collectives()) {
    for (const uint32_t piece : graph.members(collective)) {
      const auto& track = graph.tracks()[graph.track_of_piece(piece)];
      found[{std::string(track.name), graph.start(piece)}] = number;
    }
    ++number;
  }
  return found;
}

// Ranks compute for random times and meet again and again: nobody leaves before the last one came.
void add_meetings(std::mt19937& random, const std::vector<std::string>& ranks, int operations,
                  SmallRun& run) {
  std::uniform_real_distribution<double> work(0.1, 3), leave(0, 0.2);
  std::vector<double> now(ranks.size(), 0);
  for (int i = 0; i < operations; ++i) {
    std::vector<double> starts;
    double last = 0;
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
      starts.push_back(now[rank] + work(random));
      run.state(ranks[rank], now[rank], starts.back(), "work");
      last = std::max(last, starts.back());
    }
    for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
      now[rank] = last + leave(random);
      run.state(ranks[rank], starts[rank], now[rank], "MPI_Allreduce");
    }
  }
}

SmallRun random_run(std::mt19937& random, const std::vector<std::string>& ranks, int operations) {
  SmallRun run(ranks);
  add_meetings(random, ranks, operations, run);
  return run;
}

Trace part_of(const SmallRun& run, double start, double end) {
  ReadOptions options;
  options.sort = true;
  options.selection.start = start;
  options.selection.end = end;
  return read_trace(Input::from_memory(run.text()), options);
}

TEST(CollectivesInPart, AreThoseOfTheWholeRun) {
  std::mt19937 random(17);
  const std::vector<std::string> ranks = {"a", "b", "c", "d", "e"};
  std::size_t complete = 0;
  for (int round = 0; round < 100; ++round) {
    const int operations = std::uniform_int_distribution(1, 30)(random);
    const SmallRun run = random_run(random, ranks, operations);
    const DependencyGraph whole = run.graph();
    const auto expected = operations_of(whole);
    ASSERT_EQ(expected.size(), ranks.size() * static_cast<std::size_t>(operations));
    std::uniform_real_distribution<double> place(whole.start(), whole.end());
    const auto [start, end] = std::minmax({place(random), place(random)});
    const Trace trace = part_of(run, start, end);
    EXPECT_TRUE(trace.is_part_of_time());
    const DependencyGraph part(trace, DependencyOptions{});
    std::map<uint32_t, uint32_t> number_in_whole;
    for (const auto& [call, number] : operations_of(part)) {
      const auto [known, is_new] = number_in_whole.emplace(number, expected.at(call));
      EXPECT_EQ(known->second, expected.at(call)) << call.first << " at " << call.second;
    }
    std::set<uint32_t> found;
    for (const auto& [number, in_whole] : number_in_whole) found.insert(in_whole);
    // Operations whose calls all reach the part.
    std::map<uint32_t, std::size_t> calls;
    for (std::size_t i = 0; i < trace.states().start.size(); ++i) {
      const ContainerId rank = trace.track_of(TypeKind::state, i).container;
      const auto call =
          expected.find({std::string(trace[rank].name.text), trace.states().start[i]});
      if (call != expected.end()) ++calls[call->second];
    }
    for (const auto& [number, count] : calls) {
      if (count < ranks.size()) continue;
      EXPECT_TRUE(found.contains(number)) << "operation " << number;
      ++complete;
    }
  }
  EXPECT_GT(complete, 300U);
}

// Two communicators that meet a different number of times, in their own time.
TEST(CollectivesInPart, OfCommunicatorsStayApart) {
  std::mt19937 random(23);
  const std::vector<std::string> all = {"a", "b", "c", "d", "e", "f", "g"};
  std::size_t found = 0;
  for (int round = 0; round < 100; ++round) {
    SmallRun run(all);
    std::uniform_int_distribution turns(5, 30);
    const int first = turns(random);
    const int second = first + std::uniform_int_distribution(1, 3)(random);
    add_meetings(random, {"a", "b", "c"}, first, run);
    add_meetings(random, {"d", "e", "f", "g"}, second, run);
    const DependencyGraph whole = run.graph();
    const auto expected = operations_of(whole);
    std::uniform_real_distribution<double> place(whole.start(), whole.end());
    const auto [start, end] = std::minmax({place(random), place(random)});
    const Trace trace = part_of(run, start, end);
    const DependencyGraph part(trace, DependencyOptions{});
    std::map<uint32_t, uint32_t> number_in_whole;
    for (const auto& [call, number] : operations_of(part)) {
      const auto [known, is_new] = number_in_whole.emplace(number, expected.at(call));
      EXPECT_EQ(known->second, expected.at(call)) << call.first << " at " << call.second;
    }
    found += number_in_whole.size();
    // A window around everything leaves nothing out.
    const Trace everything = part_of(run, 0, 1e9);
    EXPECT_FALSE(everything.is_part_of_time());
    EXPECT_EQ(operations_of(DependencyGraph(everything, DependencyOptions{})), expected);
  }
  EXPECT_GT(found, 300U);
}

// Clocks so wrong that nobody meets: the work does not grow with the square of the tracks.
TEST(CollectivesInPart, OfManyTracksAreComparedToAnEnd) {
  std::vector<std::vector<CallTime>> tracks;
  for (int i = 0; i < 20'000; ++i) {
    auto& calls = tracks.emplace_back();
    for (int k = 0; k < 4; ++k) calls.push_back({4.0 * i + k, 4.0 * i + k + 0.5});
  }
  EXPECT_LT(align_calls(tracks, true, 1e-9).size(), 2000U);
  tracks.resize(20);
  EXPECT_EQ(align_calls(tracks, true, 1e-9).size(), 20U);
}

TEST(CollectivesInPart, OfACutTraceToo) {
  SmallRun run;
  // The first operation ends at 2, which b reached at 1.9.
  run.state("a", 0, 1, "work").state("a", 1, 2, "MPI_Barrier").state("a", 2, 5, "work");
  run.state("b", 0, 1.9, "work").state("b", 1.9, 1.95, "MPI_Barrier").state("b", 1.95, 3, "work");
  run.state("a", 5, 6, "MPI_Barrier").state("b", 3, 6, "MPI_Barrier");
  Cut cut;
  cut.selection.start = 1.97;
  const Trace trace = cut_trace(run.trace(), cut);
  EXPECT_TRUE(trace.is_part_of_time());
  const DependencyGraph graph(trace, DependencyOptions{});
  ASSERT_EQ(graph.collectives().size(), 1U);
  const auto members = graph.members(graph.collectives().front());
  ASSERT_EQ(members.size(), 2U);
  EXPECT_EQ(graph.start(members[0]), 5);
  EXPECT_EQ(graph.start(members[1]), 3);
  EXPECT_FALSE(run.trace().is_part_of_time());
}

}  // namespace
}  // namespace paje
