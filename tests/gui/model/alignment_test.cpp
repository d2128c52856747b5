// Two runs laid on one another: times, partners and differences.
#include <gtest/gtest.h>

#include "model/compare/run_alignment.hpp"
#include "model/texts.hpp"

namespace paje::gui {
namespace {

// States of a and b, one a second; from `slow` on twice as long, with one more at `extra`.
TraceModelPointer run_of(int slow, int extra, double begin) {
  std::string text;
  double now = begin;
  for (int i = 0; i < 20; ++i) {
    const double length = i >= slow ? 2 : 1;
    const auto add = [&](const std::string& value, double lasting) {
      for (const char* container : {"a", "b"}) {
        text += "12 " + std::to_string(now) + " S " + container + " " + value + "\n";
      }
      now += lasting;
      for (const char* container : {"a", "b"}) {
        text += "13 " + std::to_string(now) + " S " + container + "\n";
      }
    };
    if (i == extra) add("new", 0.5);
    add("v" + std::to_string(i % 3), length);
  }
  return std::make_shared<const TraceModel>(test::trace_of(text), "run");
}

ObjectRef state_at(const TraceModel& run, const char* container, uint64_t row) {
  const ContainerId id = run.trace().find_container(container);
  const Track track = run.trace().tracks(id)[0];
  return {TypeKind::state, id, track.type, track.first + row};
}

TEST(RunAlignment, OfARunWithItselfHasNoShift) {
  const auto run = run_of(99, 99, 0);
  const RunAlignment alignment(run, run);
  for (const double time : {0.0, 3.3, 12.0, 20.0, 25.0}) {
    EXPECT_NEAR(alignment.other_time(0, time), time, 1e-9);
    EXPECT_NEAR(alignment.other_time(1, time), time, 1e-9);
    EXPECT_NEAR(alignment.shift_at(time).mean, 0, 1e-9);
  }
  for (const Track& track : run->trace().tracks()) {
    EXPECT_TRUE(alignment.differences(0)->of(track.container, track.type).empty());
  }
  EXPECT_EQ(alignment.partner(0, state_at(*run, "b", 7)), state_at(*run, "b", 7));
}

TEST(RunAlignment, TimesOfTheOneAreThoseOfTheOther) {
  // The second begins at 100, is half as fast from 10 on, and has one more state at 15.
  const RunAlignment alignment(run_of(99, 99, 0), run_of(10, 15, 100));
  const double step = 2 * 20.0 / 2047;  // what lies between two samples of the curve
  EXPECT_NEAR(alignment.other_time(0, 5), 105, step);
  EXPECT_NEAR(alignment.other_time(0, 12), 114, step);
  EXPECT_NEAR(alignment.other_time(0, 18), 126.5, step);
  EXPECT_NEAR(alignment.other_time(1, 114), 12, step);
  EXPECT_NEAR(alignment.other_time(1, 126.5), 18, step);
  // Its containers are there from 0 on, so its first 100 seconds are idle.
  EXPECT_NEAR(alignment.shift_at(5).mean, 100, step);
  EXPECT_NEAR(alignment.shift_at(18).mean, 108.5, step);
  EXPECT_NEAR(alignment.bounds().greatest, 110.5, step);
  // Next to the runs time passes alike.
  EXPECT_NEAR(alignment.other_time(0, -3), 97, 1e-9);
  EXPECT_NEAR(alignment.other_time(1, 97), -3, 1e-9);
  double before = -1e9;
  for (double time = -1; time < 25; time += 0.1) {
    EXPECT_GE(alignment.other_time(0, time), before);
    before = alignment.other_time(0, time);
  }
}

TEST(RunAlignment, KnowsPartnersAndDifferences) {
  const auto first = run_of(99, 99, 0);
  const auto second = run_of(10, 15, 100);
  const RunAlignment alignment(first, second);
  EXPECT_EQ(alignment.partner(0, state_at(*first, "a", 14)), state_at(*second, "a", 14));
  EXPECT_EQ(alignment.partner(0, state_at(*first, "a", 15)), state_at(*second, "a", 16));
  EXPECT_EQ(alignment.partner(1, state_at(*second, "b", 19)), state_at(*first, "b", 18));
  EXPECT_FALSE(alignment.partner(1, state_at(*second, "a", 15)));
  const ObjectRef extra = state_at(*second, "a", 15);
  const auto& spans = alignment.differences(1)->of(extra.container, extra.type);
  ASSERT_EQ(spans.size(), 1U);
  EXPECT_EQ(spans[0], span_of(second->trace(), extra));
  EXPECT_TRUE(alignment.differences(0)->of(extra.container, extra.type).empty());
}

TEST(RunAlignment, CanBeGivenUp) {
  const auto run = run_of(99, 99, 0);
  EXPECT_THROW(RunAlignment(run, run, [] { throw 1; }), int);
}

TEST(Differences, AreJoinedWhereTheyTouch) {
  Differences differences;
  const Track track{ContainerId{1}, TypeId{2}, TypeKind::state, 0, 9};
  for (const TimeSpan span : {TimeSpan{5, 6}, TimeSpan{0, 3}, TimeSpan{1, 2}, TimeSpan{3, 4}}) {
    differences.add(track, span);
  }
  differences.finish();
  EXPECT_EQ(differences.of(ContainerId{1}, TypeId{2}), (std::vector<TimeSpan>{{0, 4}, {5, 6}}));
  EXPECT_TRUE(differences.of(ContainerId{2}, TypeId{2}).empty());
}

TEST(RunAlignment, PairsAreTheFirstOfEachPartOfTheTime) {
  // The second begins at 100, is half as fast from 10 on, and has one more state at 15.
  const RunAlignment alignment(run_of(99, 99, 0), run_of(10, 15, 100));
  const auto track = alignment.first_common_track();
  ASSERT_TRUE(track.has_value());
  const auto all = alignment.pairs(*track, {0, 20}, 1000);
  ASSERT_EQ(all.size(), 20U);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto at = static_cast<double>(i);
    EXPECT_EQ(all[i].starts[0], at);
    EXPECT_EQ(all[i].starts[1], 100 + (i < 10 ? at : 10 + (at - 10) * 2) + (i < 15 ? 0 : 0.5));
    EXPECT_TRUE(all[i].is_match);
  }
  // Parts of four seconds; the first is only half within the run.
  const auto few = alignment.pairs(*track, {-2, 18}, 5);
  ASSERT_EQ(few.size(), 5U);
  EXPECT_EQ(few[0].starts[0], 0);
  EXPECT_EQ(few[1].starts[0], 2);
  EXPECT_EQ(few[4].starts[0], 14);
  EXPECT_TRUE(alignment.pairs(*track, {30, 40}, 10).empty());
  EXPECT_TRUE(alignment.pairs(*track, {5.1, 5.2}, 10).empty());
}

TEST(RunAlignment, TracksAreFoundByTheirListInEitherRun) {
  const RunAlignment alignment(run_of(99, 99, 0), run_of(10, 15, 100));
  for (const int slot : {0, 1}) {
    const ObjectRef state = state_at(alignment.run(slot), "b", 3);
    const auto track = alignment.track_of(slot, state.container, state.type);
    ASSERT_TRUE(track.has_value());
    EXPECT_EQ(alignment.container(slot, *track), state.container);
  }
  EXPECT_FALSE(alignment.track_of(0, ContainerId{0}, TypeId{0}).has_value());
}

}  // namespace
}  // namespace paje::gui
