// Rows, colours, finding and the facts of objects.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include "model/rows/glob.hpp"
#include "model/rows/object.hpp"
#include "model/rows/row_layout.hpp"
#include "model/rows/search.hpp"

#include "model/aggregate/aggregation.hpp"
#include "model/texts.hpp"

namespace paje::gui {
namespace {

const std::string kEvents =
    "12 1 S a outer\n12 2 S a inner\n17 2.5 E a tick\n13 3 S a\n13 5 S a\n"
    "8 5 V b 1\n15 5 L 0 a data k1\n16 6 L 0 c data k1\n12 6 S c outer\n12 6 S b inner\n"
    "13 7 S b\n13 9 S c\n12 9 S a outer\n13 10 S a\n";

std::vector<std::string> names_of(const TraceModel& run, const RowOptions& options) {
  std::vector<std::string> names;
  for (const Row& row : layout_rows(run, options).rows) {
    names.emplace_back(run.trace()[row.container].name.text);
  }
  return names;
}

using Names = std::vector<std::string>;

class Rows : public ::testing::Test {
 protected:
  TraceModel run_{test::trace_of(kEvents), "rows"};
  ContainerId node_ = run_.trace().find_container("n0");
  ContainerId a_ = run_.trace().find_container("a");
  ContainerId b_ = run_.trace().find_container("b");
};

TEST_F(Rows, StandInTheOrderOfTheTree) {
  EXPECT_EQ(names_of(run_, {}), (Names{"node-0", "rank-10", "rank-2", "node-1", "rank-3"}));
  const RowLayout layout = layout_rows(run_, {});
  double y = 0;
  for (std::size_t i = 0; i < layout.rows.size(); ++i) {
    EXPECT_DOUBLE_EQ(layout.rows[i].y, y);
    EXPECT_EQ(layout.row_at(y), i);
    y += layout.rows[i].height;
    EXPECT_EQ(layout.row_at(y - 0.01), i);
  }
  EXPECT_DOUBLE_EQ(layout.height, y);
  EXPECT_EQ(layout.row_at(y), layout.rows.size());
  EXPECT_EQ(layout.row_at(-1), layout.rows.size());
}

TEST_F(Rows, CollapsedOnesShowTheMeanOfThoseBelow) {
  RowOptions options;
  options.collapsed = {node_};
  EXPECT_EQ(names_of(run_, options), (Names{"node-0", "node-1", "rank-3"}));
  const RowLayout layout = layout_rows(run_, options);
  EXPECT_EQ(layout.rows[0].summary.size(), 2U);
  EXPECT_EQ(layout.row_of(run_, a_), 0U);
}

// Deeper than a stack would hold calls.
TEST(DeepRows, NeedNoDeepStack) {
  constexpr std::size_t kDepth = 200'000;
  std::string events;
  std::string type = "N", above = "n0";
  for (std::size_t i = 0; i < kDepth; ++i) {
    const std::string number = std::to_string(i);
    events += "0 T" + number + ' ' + type + " t\n6 0 c" + number + " T" + number + ' ' + above +
              " c" + number + '\n';
    type = "T" + number;
    above = "c" + number;
  }
  const TraceModel run(test::trace_of(events), "deep");
  constexpr std::size_t kOthers = 5;
  const RowLayout layout = layout_rows(run, {});
  ASSERT_EQ(layout.rows.size(), kDepth + kOthers);
  EXPECT_EQ(layout.rows[layout.row_of(run, run.trace().find_container(above))].level, kDepth);

  RowOptions options;
  options.filter = above;  // shows all above it
  EXPECT_EQ(layout_rows(run, options).rows.size(), kDepth + 1);
  options.filter = "";
  options.collapsed = {run.trace().find_container("c0")};
  EXPECT_EQ(layout_rows(run, options).rows.size(), 1 + kOthers);
}

TEST_F(Rows, HideFilterAndSort) {
  RowOptions options;
  options.hidden = {a_};
  EXPECT_EQ(names_of(run_, options), (Names{"node-0", "rank-2", "node-1", "rank-3"}));
  options = {};
  options.filter = "rank-?, nothing";
  EXPECT_EQ(names_of(run_, options), (Names{"node-0", "rank-2", "node-1", "rank-3"}));
  // Whole names and paths, as in all tools; a part of a name where none is whole.
  options.filter = "rank-1";
  EXPECT_EQ(names_of(run_, options), (Names{"node-0", "rank-10"})) << "no rank-1 is there";
  options.filter = "rank-3,node-0/rank-2";
  EXPECT_EQ(names_of(run_, options), (Names{"node-0", "rank-2", "node-1", "rank-3"}));
  options.filter = "node-0/rank";
  EXPECT_EQ(names_of(run_, options), Names{});
  options.filter = "rank\\-2";
  EXPECT_EQ(names_of(run_, options), (Names{"node-0", "rank-2"}))
      << "a letter that stands for itself";
  const std::vector<bool> shown = shown_containers(run_, options);
  EXPECT_EQ(std::count(shown.begin(), shown.end(), true), 1) << "what is above is a heading";
  options.filter = "node-0";
  EXPECT_EQ(names_of(run_, options), (Names{"node-0", "rank-10", "rank-2"}));
  options = {};
  options.order = RowOrder::name;
  EXPECT_EQ(names_of(run_, options), (Names{"node-0", "rank-2", "rank-10", "node-1", "rank-3"}));
  options.order = RowOrder::time_in_value;
  for (uint32_t i = 0; i < run_.trace().values().size(); ++i) {
    if (run_.trace().values()[i].name.text == "inner") options.value = ValueId{i};
  }
  // rank-10 and rank-2 are in `inner` as long as one another.
  EXPECT_EQ(names_of(run_, options), (Names{"node-0", "rank-10", "rank-2", "node-1", "rank-3"}));
  options = {};
  options.places = {{b_, -1}};
  EXPECT_EQ(names_of(run_, options), (Names{"node-0", "rank-2", "rank-10", "node-1", "rank-3"}));
}

TEST_F(Rows, TracksAreStatesThenEventsThenVariables) {
  const RowLayout layout = layout_rows(run_, {});
  ASSERT_EQ(layout.rows[1].tracks.size(), 2U);
  EXPECT_EQ(layout.rows[1].tracks[0].track.count, 2U);
  EXPECT_EQ(layout.rows[1].tracks[1].track.kind, TypeKind::event);
  EXPECT_EQ(layout.rows[2].tracks[1].track.kind, TypeKind::variable);
}

TEST_F(Rows, ObjectsAreFoundUnderTheCursor) {
  const TrackBands track = run_.tracks(a_)[0];
  const auto outer = object_at(run_, a_, track, track.first, 4, 0.1);
  ASSERT_TRUE(outer);
  EXPECT_EQ(title_of(run_, *outer), "outer  4.000 s");
  const auto inner = object_at(run_, a_, track, track.first + 1, 1.95, 0.1);
  ASSERT_TRUE(inner);
  EXPECT_EQ(title_of(run_, *inner), "inner  1.000 s");
  EXPECT_FALSE(object_at(run_, a_, track, track.first, 7, 0.1));
  ASSERT_EQ(parents_of(run_, *inner).size(), 1U);
  EXPECT_EQ(parents_of(run_, *inner)[0], *outer);

  const auto next = neighbour(run_.trace(), *outer, true);
  ASSERT_TRUE(next);
  EXPECT_EQ(span_of(run_.trace(), *next).start, 9);
  EXPECT_EQ(neighbour(run_.trace(), *next, false), outer);
  EXPECT_FALSE(neighbour(run_.trace(), *next, true));
}

TEST_F(Rows, FactsTellAllOfALink) {
  const ObjectRef link{TypeKind::link, kRootContainer, run_.trace().find_type("L"), 0};
  const Facts expected{{"Value", "data"},       {"Kind", "link"},
                       {"Type", "message"},     {"Container", "0"},
                       {"Start", "5 s"},        {"End", "6 s"},
                       {"Duration", "1.000 s"}, {"From", "node-0/rank-10"},
                       {"To", "node-1/rank-3"}, {"Key", "k1"}};
  EXPECT_EQ(facts_of(run_, link), expected);
}

TEST_F(Rows, TimesAreToldInTheUnitOfTheTrace) {
  const TraceModel run(test::trace_of(kEvents), "rows", {}, {TimeUnit::milliseconds, false});
  EXPECT_EQ(run.unit(), TimeUnit::milliseconds);
  EXPECT_EQ(run_.unit(), TimeUnit::seconds);
  EXPECT_EQ(run.span(), run_.span());  // numbers stay
  const ObjectRef link{TypeKind::link, kRootContainer, run.trace().find_type("L"), 0};
  const Facts facts = facts_of(run, link);
  EXPECT_EQ(facts[4].second, "5 ms");
  EXPECT_EQ(facts[6].second, "1.000 ms");
  const TrackBands track = run.tracks(a_)[0];
  EXPECT_EQ(title_of(run, *object_at(run, a_, track, track.first, 4, 0.1)), "outer  4.000 ms");
}

TEST_F(Rows, SearchFindsContainersValuesAndKeys) {
  const auto found = search(run_, "RANK-1*", 10).found;
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].label, "node-0/rank-10");
  const SearchResult values = search(run_, "outer", 2);
  EXPECT_EQ(values.count, 3U);
  ASSERT_EQ(values.found.size(), 2U);
  EXPECT_EQ(values.times.size(), 3U);
  EXPECT_TRUE(std::is_sorted(values.times.begin(), values.times.end()));
  EXPECT_EQ(values.found[0].label, "outer  4.000 s  node-0/rank-10");
  EXPECT_EQ(span_of(run_.trace(), *values.found[0].object).start, 1);
  EXPECT_EQ(values.found[0].place, "rank-10");
  EXPECT_EQ(values.found[0].name, "outer");
  EXPECT_EQ(values.found[0].length, "4.000 s");
  EXPECT_EQ(found[0].place, "rank-10");
  const auto keys = search(run_, "k1", 10).found;
  ASSERT_EQ(keys.size(), 1U);
  EXPECT_EQ(keys[0].what, "link");
  EXPECT_TRUE(search(run_, "nowhere", 10).found.empty());
  EXPECT_EQ(search(run_, "/^o.*r$/", 10).count, 3U);
  EXPECT_FALSE(search(run_, "/(/", 10).problem.empty());
  EXPECT_EQ(search(run_, "  ", 10).count, 0U);
}

TEST(TraceModel, TimesHaveAResolution) {
  const TraceModel run(test::trace_of("12 0.25 S a x\n13 1.5 S a\n12 1.5 S b x\n13 1.75 S b\n"),
                       "t");
  EXPECT_DOUBLE_EQ(run.resolution(), 0.01);
  EXPECT_EQ(run.rounded({1.23491234567891, 201.23}), (TimeSpan{1.23, 201.23}));
  const TraceModel whole(test::trace_of("12 1700000000 S a x\n13 1700000003.5 S a\n"), "t");
  EXPECT_DOUBLE_EQ(whole.resolution(), 0.1);
  EXPECT_EQ(whole.rounded({1700000001.23456, 1700002001.5}),
            (TimeSpan{1700000001.2, 1700002001.5}));
  const TraceModel tiny(
      test::trace_of("12 0.000000000001 S a x\n13 0.000000000021 S a\n12 1.500000000001 S b x\n"),
      "t");
  EXPECT_DOUBLE_EQ(tiny.resolution(), 1e-12);
  // As sums of doubles are.
  const TraceModel summed(
      test::trace_of("12 0.30000000000000004 S a x\n13 1.2000000000000002 S a\n"), "t");
  EXPECT_DOUBLE_EQ(summed.resolution(), 0.1);
}

// A range between times that are far apart stays where it was put.
TEST(TraceModel, RangesAreRoundedToLessThanCanBeSeen) {
  const TraceModel run(test::trace_of("12 0 S a x\n13 1200 S a\n12 30 S b x\n13 250 S b\n"), "t");
  EXPECT_EQ(run.resolution(), 1);
  EXPECT_EQ(run.rounded({-15.61234567891234, 1234.41234567891234}), (TimeSpan{-15.6, 1234.4}));
  EXPECT_EQ(run.rounded({-5000, 9000.41234567891234}), (TimeSpan{-5000, 9000}));
  EXPECT_EQ(run.rounded({100.21234567891234, 100.41234567891234}),
            (TimeSpan{100.21235, 100.41235}));
  // As typed, and as the axis makes of it.
  EXPECT_EQ(run.rounded({100.25, 300.123456}), (TimeSpan{100.25, 300.123456}));
  TimeAxis axis(run.span(), 1000);
  axis.show({100.2, 100.4});
  EXPECT_EQ(run.rounded(axis.shown()), (TimeSpan{100.2, 100.4}));
  EXPECT_EQ(run.rounded({1e300, 1e300}), (TimeSpan{1e300, 1e300}));
}

TEST(Search, ByLengthAndUserField) {
  ReadOptions options;
  options.keep_user_fields = true;
  const TraceModel run(
      read_trace(Input::from_memory(
                     test::kDefinitions +
                     "%EventDef PajePushState 22\n% Time date\n% Type string\n% Container string\n"
                     "% Value string\n% Tag int\n%EndEventDef\n"
                     "22 0 S a recv 7\n13 1 S a\n22 1 S a recv 70\n13 4 S a\n22 4 S b send 7\n"
                     "13 6 S b\n15 1 L 0 a d k\n16 3 L 0 b d k\n"),
                 options),
      "test");
  EXPECT_EQ(search(run, "> 2", 10).count, 1U);
  EXPECT_EQ(search(run, ">= 2 s", 10).count, 3U);  // two states and the link
  EXPECT_EQ(search(run, "< 1500 ms", 10).count, 1U);
  EXPECT_EQ(search(run, "recv > 1s", 10).count, 1U);
  EXPECT_EQ(search(run, "/^s/ > 1s", 10).count, 1U);
  EXPECT_EQ(search(run, "Tag=7", 10).count, 2U);
  EXPECT_EQ(search(run, "tag = 7*", 10).count, 3U);
  EXPECT_EQ(search(run, "Other=7", 10).count, 0U);
  const TraceModel odd(test::trace_of("12 0 S a a=b\n13 1 S a\n12 1 S a <m>&\n13 2 S a\n"), "odd");
  EXPECT_EQ(search(odd, "a=b", 10).count, 1U) << "no field is called a";
  EXPECT_EQ(search(odd, "<m>&", 10).count, 1U);
  EXPECT_FALSE(search(run, "recv > soon", 10).problem.empty());
}

TEST(Glob, MatchesAsAShellDoes) {
  EXPECT_TRUE(matches("rank-*3", "rank-1233"));
  EXPECT_TRUE(matches("*a*b", "xxaxxb"));
  EXPECT_FALSE(matches("*a*b", "xxaxxbc"));
  EXPECT_FALSE(matches("rank-?", "rank-10"));
  EXPECT_TRUE(matches("ANK", "rank-1"));
  EXPECT_TRUE(matches("", "rank-1"));
  EXPECT_FALSE(matches("?", ""));
}

TEST(Palette, NamesKeepTheirColourAndDiffer) {
  const TraceModel one(test::trace_of("12 0 S a x\n13 1 S a\n"), "one");
  const TraceModel two(test::trace_of("12 0 S a y\n13 1 S a\n12 1 S a x\n13 2 S a\n"), "two");
  const auto color = [](const TraceModel& run, std::string_view name) {
    for (uint32_t i = 0; i < run.trace().values().size(); ++i) {
      if (run.trace().values()[i].name.text == name) return run.palette().of(ValueId{i});
    }
    return Rgb{};
  };
  EXPECT_EQ(color(one, "x"), color(two, "x"));
  EXPECT_NE(color(two, "x"), color(two, "y"));
}

TEST(Palette, SafeColoursAreNotTheTracesOwn) {
  const std::string events = test::kRedState + "12 0 S a red\n13 1 S a\n";
  const TraceModel own(test::trace_of(events), "own");
  const TraceModel safe(test::trace_of(events), "safe", {}, {{}, true});
  const auto of_red = [](const TraceModel& run) { return run.palette().of(ValueId{0}); };
  EXPECT_EQ(of_red(own), (Rgb{255, 0, 0}));
  EXPECT_NE(of_red(safe), (Rgb{255, 0, 0}));
}

// What has no outline has a contrast of 3:1; what has that already stays.
TEST(Palette, CanBeSeenOnItsBackground) {
  const std::vector<std::pair<std::string, Rgb>> colors{
      {"1 1 0.5", {255, 255, 128}}, {"1 1 1", {255, 255, 255}}, {"0 0 0.6", {0, 0, 153}},
      {"0 0 0", {0, 0, 0}},         {"1 0 0", {255, 0, 0}},     {"0 0.6 0.2", {0, 153, 51}}};
  std::string text =
      "%EventDef PajeDefineEntityValue 5\n% Alias string\n% Type string\n% Name string\n"
      "% Color color\n%EndEventDef\n";
  std::string events;
  for (std::size_t i = 0; i < colors.size(); ++i) {
    for (const std::string type : {"E", "S"}) {
      const std::string name = type + std::to_string(i);
      text += "5 " + name + ' ' + type + ' ' + name + " \"" + colors[i].first + "\"\n";
    }
    const std::string time = std::to_string(i);
    events += "17 " + time + " E a E" + time + "\n12 " + time + " S b S" + time + "\n13 " + time +
              ".5 S b\n";
  }
  const TraceModel run(test::trace_of(text + events), "colours");
  for (const Rgb paper : {Rgb{255, 255, 255}, Rgb{30, 32, 36}}) {
    const Palette seen = run.palette().visible_on(paper);
    for (uint32_t i = 0; i < seen.size(); ++i) {
      const ValueId value{i};
      const Rgb before = run.palette().of(value);
      const double now = contrast(seen.of(value), paper);
      const bool is_event = run.trace()[run.trace()[value].type].kind == TypeKind::event;
      // What is moved at all is moved far enough.
      if (is_event || seen.of(value) != before) {
        EXPECT_GE(now, kVisible) << i;
      }
      if (contrast(before, paper) >= kVisible) {
        EXPECT_EQ(seen.of(value), before) << i;
      }
      if (now < kVisible) {
        EXPECT_GE(contrast(edge_of(seen.of(value), paper), paper), kVisible) << i;
      }
    }
  }
}

TEST(AggregateRun, RowsAreOfTheLevelThatIsWanted) {
  const TraceModel run(test::trace_of("12 0 S a x\n12 0 S b y\n13 4 S a\n13 4 S b\n"), "levels");
  const RunAggregation ranks = aggregate_run(run, 4);
  ASSERT_GE(ranks.levels.size(), 2U);
  EXPECT_GE(ranks.model.cells.leaves, 2U);
  const RunAggregation nodes = aggregate_run(run, 4, ranks.levels[1]);
  EXPECT_LT(nodes.model.cells.leaves, ranks.model.cells.leaves);
  EXPECT_EQ(run.trace()[nodes.model.containers[0]].type, ranks.levels[1]);
}

}  // namespace
}  // namespace paje::gui
