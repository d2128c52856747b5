// The microscopic model against integrals done by hand and by a slow walk.
#include "paje/aggregation_model.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <random>

#include "paje/read.hpp"
#include "random_trace.hpp"

namespace paje::testing {
namespace {

constexpr const char* kWorldOfRanks =
    "0 M 0 Machine\n0 P M Process\n2 S P State\n1 V P Load\n6 0 m M 0 machine\n";

std::string header() { return std::string(kHeader) + kWorldOfRanks; }

AggregationModelOptions options_for(const Trace& trace, const char* type, uint32_t slices) {
  AggregationModelOptions options;
  options.type = trace.find_type(type);
  options.container_type = trace[options.type].parent;
  options.slices = slices;
  return options;
}

double amount(const AggregationModel& model, uint32_t leaf, const std::string& value,
              uint32_t slice) {
  for (uint32_t i = 0; i < model.cells.values; ++i) {
    if (model.value_names[i] == value) return model.cells.amounts[model.cells.row(leaf, i) + slice];
  }
  return -1;
}

TEST(AggregationModel, TheInnermostStateCounts) {
  const std::string text = header() +
                           "6 0 r P m rank\n12 0 S r outer\n12 1 S r inner\n13 2.5 S r\n"
                           "13 4 S r\n7 4 P r\n";
  const Trace trace = read_trace(Input::from_memory(text));
  const AggregationModel model = aggregation_model(trace, options_for(trace, "S", 4));
  EXPECT_EQ(model.value_names, (std::vector<std::string>{"inner", "outer"}));
  EXPECT_DOUBLE_EQ(amount(model, 0, "outer", 0), 1);
  EXPECT_DOUBLE_EQ(amount(model, 0, "inner", 1), 1);
  EXPECT_DOUBLE_EQ(amount(model, 0, "inner", 2), 0.5);
  EXPECT_DOUBLE_EQ(amount(model, 0, "outer", 2), 0.5);
  EXPECT_DOUBLE_EQ(amount(model, 0, "outer", 3), 1);
  AggregationModelOptions outermost = options_for(trace, "S", 4);
  outermost.outermost = true;
  const AggregationModel other = aggregation_model(trace, outermost);
  for (uint32_t slice = 0; slice < 4; ++slice) {
    EXPECT_DOUBLE_EQ(amount(other, 0, "outer", slice), 1);
    EXPECT_DOUBLE_EQ(amount(other, 0, "inner", slice), 0);
  }
}

TEST(AggregationModel, LateContainersOpenStatesAndSingleChildren) {
  const std::string text = header() +
                           "6 0 a P m rank-10\n12 0 S a work\n6 2 b P m rank-9\n12 2 S b work\n"
                           "7 3 P b\n13 4 S a\n";
  const Trace trace = read_trace(Input::from_memory(text));
  const AggregationModel model = aggregation_model(trace, options_for(trace, "S", 4));
  // The machine is the tree's root: above it, each has but one child.
  EXPECT_EQ(model.paths,
            (std::vector<std::string>{"machine/rank-9", "machine/rank-10", "machine"}));
  EXPECT_EQ(model.cells.parents, (std::vector<uint32_t>{2, 2, AggregationCells::kNoParent}));
  EXPECT_DOUBLE_EQ(amount(model, 0, "work", 1), 0);
  EXPECT_DOUBLE_EQ(amount(model, 0, "work", 2), 1);
  EXPECT_DOUBLE_EQ(amount(model, 0, "work", 3), 0);
  EXPECT_DOUBLE_EQ(amount(model, 1, "work", 3), 1);
}

TEST(AggregationModel, VariablesGiveTheirMean) {
  const std::string text =
      header() + "6 0 r P m rank\n8 0 V r 2\n8 1.5 V r 4\n8 3 V r 0\n7 4 P r\n";
  const Trace trace = read_trace(Input::from_memory(text));
  const AggregationModel model = aggregation_model(trace, options_for(trace, "V", 2));
  EXPECT_DOUBLE_EQ(model.cells.amounts[0], (1.5 * 2 + 0.5 * 4) / 2);
  EXPECT_DOUBLE_EQ(model.cells.amounts[1], 4 * 1.0 / 2);
}

TEST(AggregationModel, SaysWhatCannotBeAggregated) {
  const auto message = [](const std::string& text, const char* type, uint32_t slices) {
    const Trace trace = read_trace(Input::from_memory(text));
    try {
      (void)aggregation_model(trace, options_for(trace, type, slices));
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message(header(), "S", 4), "there is no container of type 'Process'");
  const std::string ranks = header() + "6 0 r P m rank\n";
  EXPECT_EQ(message(ranks, "S", 4), "type 'State' has no objects");
  EXPECT_EQ(message(ranks + "12 0 S r a\n", "S", 4),
            "the time from 0 to 0 has no length to cut into slices");
  EXPECT_NE(message(ranks + "8 0 V r -1\n8 1 V r 1\n", "V", 4).find("is -1 at 0"),
            std::string::npos);
  EXPECT_NE(message(ranks + "12 0 S r a\n13 1 S r\n", "S", 0).find("slices"), std::string::npos);
}

// A few lines do not make gigabytes: neither of amounts nor of intervals of slices.
TEST(AggregationModel, TablesAreNoLargerThanTheTraceAllows) {
  std::string text = header();
  for (int i = 0; i < 2000; ++i) {
    const std::string rank = "r" + std::to_string(i);
    text += "6 0 " + rank + " P m " + rank + "\n12 0 S " + rank + " v" + std::to_string(i) +
            "\n13 9 S " + rank + "\n";
  }
  const Trace wide = read_trace(Input::from_memory(text));
  EXPECT_THROW((void)aggregation_model(wide, options_for(wide, "S", 100)), std::invalid_argument);
  EXPECT_NO_THROW((void)aggregation_model(wide, options_for(wide, "S", 10)));

  const Trace one =
      read_trace(Input::from_memory(header() + "6 0 r P m rank\n12 0 S r a\n13 9 S r\n"));
  const AggregationModel fine = aggregation_model(one, options_for(one, "S", 100'000));
  EXPECT_THROW(Aggregation{fine.cells}, std::invalid_argument);
  EXPECT_NO_THROW(Aggregation{aggregation_model(one, options_for(one, "S", 1000)).cells});
  EXPECT_THROW(Aggregation{summed_over_space(fine.cells)}, std::invalid_argument);
}

// Sums of a leaf's cells are the time its states cover, whatever the slices.
TEST(AggregationModel, AddsUpToWhatTheStatesCover) {
  std::mt19937_64 random(7);
  for (int round = 0; round < 60; ++round) {
    std::string text = header() + "6 0 r P m rank\n";
    double time = 0;
    double covered = 0;
    std::size_t depth = 0;
    for (int i = 0; i < 40; ++i) {
      const double step = static_cast<double>(random() % 100) / 64;
      if (depth > 0) covered += step;
      time += step;
      if (depth > 0 && random() % 2 == 0) {
        text += fmt::format("13 {} S r\n", time);
        --depth;
      } else {
        text += fmt::format("12 {} S r v{}\n", time, random() % 3);
        ++depth;
      }
    }
    text += fmt::format("7 {} P r\n", time + 1);
    if (depth > 0) covered += 1;
    const Trace trace = read_trace(Input::from_memory(text));
    const auto slices = static_cast<uint32_t>(1 + random() % 300);  // finer than the states too
    const AggregationModel model = aggregation_model(trace, options_for(trace, "S", slices));
    const double sum = std::accumulate(model.cells.amounts.begin(), model.cells.amounts.end(), 0.0);
    EXPECT_NEAR(sum * model.slice_length(), covered, 1e-9 * (1 + covered));
    for (const double each : model.cells.amounts) EXPECT_LE(each, 1 + 1e-9);
  }
}

TEST(AggregationModel, DoesNotDependOnThreads) {
  for (uint64_t seed = 0; seed < 20; ++seed) {
    std::string text = header();
    std::mt19937_64 random(seed);
    for (int rank = 0; rank < 9; ++rank) {
      text += fmt::format("6 0 r{0} P m rank-{0}\n", rank);
      for (int i = 0; i < 20; ++i) text += fmt::format("12 {} S r{} v{}\n", i, rank, random() % 4);
    }
    const Trace trace = read_trace(Input::from_memory(text));
    AggregationModelOptions options = options_for(trace, "S", 13);
    options.threads = 1;
    const auto alone = aggregation_model(trace, options).cells.amounts;
    options.threads = 3;
    EXPECT_EQ(aggregation_model(trace, options).cells.amounts, alone);
  }
}

// Two nodes of two ranks and one: the mean of those below, not of all ranks.
constexpr const char* kNodes =
    "0 M 0 Machine\n0 N M Node\n0 P N Process\n2 S P State\n1 V P Load\n3 E P Mark\n"
    "6 0 m M 0 machine\n6 0 n0 N m node-0\n6 0 n1 N m node-1\n"
    "6 0 a P n0 a\n6 0 b P n0 b\n6 0 c P n1 c\n"
    "12 0 S a work\n12 0 S b wait\n12 0 S c work\n8 0 V a 3\n8 0 V b 1\n8 0 V c 5\n"
    "17 1 E a x 0\n17 1 E b x 0\n17 1 E c x 0\n13 2 S b\n7 4 P a\n7 4 P b\n7 4 P c\n";

TEST(AggregationModel, LeavesMayBeAtAnyLevel) {
  const Trace trace = read_trace(Input::from_memory(std::string(kHeader) + kNodes));
  const auto at = [&](const char* type, std::vector<TypeId> level, std::optional<uint32_t> depth) {
    AggregationModelOptions options = options_for(trace, type, 2);
    options.level_types = std::move(level);
    options.level_depth = depth;
    EXPECT_EQ(aggregation_leaves(trace, options), aggregation_model(trace, options).cells.leaves);
    return aggregation_model(trace, options);
  };
  const AggregationModel states = at("S", {trace.find_type("N")}, {});
  EXPECT_EQ(states.paths,
            (std::vector<std::string>{"machine/node-0", "machine/node-1", "machine"}));
  EXPECT_DOUBLE_EQ(amount(states, 0, "work", 0), 0.5);
  EXPECT_DOUBLE_EQ(amount(states, 0, "wait", 0), 0.5);
  EXPECT_DOUBLE_EQ(amount(states, 0, "wait", 1), 0);
  EXPECT_DOUBLE_EQ(amount(states, 1, "work", 1), 1);
  EXPECT_EQ(at("S", {}, 2).cells.amounts, states.cells.amounts);
  EXPECT_EQ(at("S", {trace.find_type("P")}, {}).cells.amounts, at("S", {}, {}).cells.amounts);
  EXPECT_EQ(at("S", {}, 9).paths, at("S", {}, {}).paths);  // nothing is that deep
  const AggregationModel machine = at("S", {trace.find_type("M")}, {});
  EXPECT_EQ(machine.paths, std::vector<std::string>{"machine"});
  EXPECT_DOUBLE_EQ(amount(machine, 0, "work", 0), 2.0 / 3);
  EXPECT_EQ(at("V", {trace.find_type("N")}, {}).cells.amounts, (std::vector<double>{2, 2, 5, 5}));
  EXPECT_EQ(at("E", {trace.find_type("N")}, {}).cells.amounts, (std::vector<double>{2, 0, 1, 0}));
  AggregationModelOptions wrong = options_for(trace, "S", 2);
  wrong.level_types = {trace.find_type("S")};
  EXPECT_THROW((void)aggregation_model(trace, wrong), std::invalid_argument);
}

TEST(AggregationModel, TypesOfOneNameAreMerged) {
  const Trace trace = read_trace(Input::from_memory(
      std::string(kHeader) +
      "0 C 0 Cpu\n0 G 0 Gpu\n2 SC C State\n2 SG G State\n6 0 c C 0 cpu\n6 0 g G 0 gpu\n"
      "12 0 SC c work\n12 2 SG g work\n7 4 C c\n7 4 G g\n"));
  AggregationModelOptions options = options_for(trace, "SC", 2);
  options.merged_types = {trace.find_type("SG")};
  const AggregationModel model = aggregation_model(trace, options);
  EXPECT_EQ(model.value_names, std::vector<std::string>{"work"});
  EXPECT_EQ(model.paths, (std::vector<std::string>{"cpu", "gpu", "0"}));
  EXPECT_EQ(model.cells.amounts, (std::vector<double>{1, 1, 0, 1}));
}

TEST(AggregationModel, TypesThatCannotBeMergedAreNamedByTheirPaths) {
  const auto message = [](const std::string& text, const char* first, const char* second) {
    const Trace trace = read_trace(Input::from_memory(std::string(kHeader) + text));
    AggregationModelOptions options = options_for(trace, first, 2);
    options.merged_types = {trace.find_type(second)};
    try {
      (void)aggregation_model(trace, options);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const std::string nested =
      "0 P 0 Process\n0 T P Thread\n2 SP P State\n2 ST T State\n1 VP P State\n2 SQ P State\n"
      "6 0 p P 0 p\n6 0 t T p t\n12 0 SP p a\n12 0 ST t b\n12 0 SQ p b\n8 0 VP p 1\n7 2 P p\n";
  EXPECT_EQ(
      message(nested, "SP", "ST"),
      "these types cannot be merged, because container 'p' is above 'p/t' and both have some: "
      "Process/State (alias SP), Process/Thread/State (alias ST); choose one by its path or "
      "alias");
  EXPECT_NE(message(nested, "SP", "SQ")
                .find("several of them at the same time: Process/State "
                      "(alias SP), Process/State (alias SQ)"),
            std::string::npos);
  EXPECT_NE(message(nested, "SP", "VP").find("not of one kind"), std::string::npos);
}

TEST(AggregationModel, ADifferenceTellsMoreFromLess) {
  const auto model_of = [](const char* end_of_a) {
    const Trace trace = read_trace(Input::from_memory(header() + "6 0 r P m rank\n12 0 S r a\n13 " +
                                                      end_of_a + " S r\n12 3 S r b\n7 4 P r\n"));
    return aggregation_model(trace, options_for(trace, "S", 2));
  };
  const AggregationModel difference = difference_of(model_of("1"), model_of("2"));
  EXPECT_EQ(difference.value_names, (std::vector<std::string>{"a", "a", "b", "b"}));
  // In the first slice half a slice more of a, nothing else.
  EXPECT_EQ(difference.cells.amounts, (std::vector<double>{0.5, 0, 0, 0, 0, 0, 0, 0}));
  const AggregationModel back = difference_of(model_of("2"), model_of("1"));
  EXPECT_EQ(back.cells.amounts, (std::vector<double>{0, 0, 0.5, 0, 0, 0, 0, 0}));
}

}  // namespace
}  // namespace paje::testing
