// Time and pixels, rulers, numbers in words.
#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <set>
#include <string>

#include "model/number_text.hpp"
#include "model/time/ruler.hpp"
#include "model/time/time_axis.hpp"
#include "model/time/time_form.hpp"

namespace paje::gui {
namespace {

TEST(TimeAxis, ZoomKeepsWhatIsUnderTheCursor) {
  for (const double start : {0.0, 1.7e9, -50.0}) {
    TimeAxis axis({start, start + 3600}, 1000);
    const double at = axis.offset() + 377 * axis.seconds_per_pixel();
    for (int i = 0; i < 80; ++i) axis.zoom(1.7, 377);
    EXPECT_DOUBLE_EQ(axis.length(), TimeAxis::kShortest);
    EXPECT_NEAR(axis.offset() + 377 * axis.seconds_per_pixel(), at, 1e-10);
    // And out again without an end.
    for (int i = 0; i < 200; ++i) axis.zoom(0.5, 100);
    EXPECT_LE(axis.length(), 3600 * 1.51);
    EXPECT_TRUE(std::isfinite(axis.offset()));
  }
}

TEST(TimeAxis, PixelsAndTimesAreInverse) {
  TimeAxis axis({1.7e9, 1.7e9 + 100}, 800);
  axis.show({1.7e9 + 40, 1.7e9 + 41});
  EXPECT_NEAR(axis.x_of(1.7e9 + 40.5), 400, 1e-3);
  EXPECT_NEAR(axis.time_at(200), 1.7e9 + 40.25, 1e-6);
  EXPECT_NEAR(axis.x_of(axis.time_at(333)), 333, 1e-3);
}

TEST(TimeAxis, StaysWithTheRun) {
  TimeAxis axis({0, 10}, 100);
  axis.show({4, 5});
  axis.pan(1e9);
  EXPECT_LE(axis.shown().start, 10);
  axis.pan(-1e12);
  EXPECT_GE(axis.shown().end, 0);
  axis.show({7, 3});
  EXPECT_DOUBLE_EQ(axis.shown().start, 3);
  axis.fit();
  EXPECT_EQ(axis.shown(), (TimeSpan{0, 10}));
}

TEST(TimeAxis, ARangeThatCannotBeShownIsCutAtTheEndsOfTheRun) {
  TimeAxis axis({0, 10}, 100);
  struct Case {
    TimeSpan wanted;
    TimeSpan shown;
  };
  for (const auto& [wanted, shown] :
       {Case{{0, 30}, {0, 10}}, Case{{30, -1}, {0, 10}}, Case{{8, 25}, {8, 10}},
        Case{{8, 16}, {8, 10}}, Case{{-5, 1}, {0, 1}}, Case{{0, 15.1}, {0, 10}},
        // Some room before and after the run can be shown.
        Case{{0, 14}, {0, 14}}, Case{{-2, 3}, {-2, 3}}, Case{{4, 5}, {4, 5}}}) {
    axis.show_range(wanted);
    EXPECT_NEAR(axis.shown().start, shown.start, 1e-12) << wanted.start << ' ' << wanted.end;
    EXPECT_NEAR(axis.shown().end, shown.end, 1e-12) << wanted.start << ' ' << wanted.end;
  }
  // Next to a longer run there is more to be seen.
  axis.allow(40);
  axis.show_range({5, 90});
  EXPECT_NEAR(axis.shown().start, 5, 1e-12);
  EXPECT_NEAR(axis.shown().end, 40, 1e-12);
  // What was written down with fewer digits is not cut.
  TimeAxis wide({0, 1}, 100);
  wide.zoom(1e-3, 50);
  const TimeSpan all = wide.shown();
  wide.show_range({all.start - 1e-9, all.end + 1e-9});
  EXPECT_NEAR(wide.shown().start, all.start, 1e-8);
  EXPECT_NEAR(wide.shown().end, all.end, 1e-8);
  wide.show_range({NAN, 1});
  EXPECT_NEAR(wide.shown().end, all.end, 1e-8);
}

TEST(TimeAxis, ARunOfNoLengthCanBeShown) {
  const TimeAxis axis({5, 5}, 100);
  EXPECT_GT(axis.length(), 0);
  EXPECT_NEAR(axis.x_of(5), 50, 1);
}

std::vector<std::string> labels_of(const Ruler& ruler) {
  std::vector<std::string> labels;
  for (const Tick& tick : ruler.ticks) {
    if (!tick.label.empty()) labels.push_back(tick.label);
  }
  return labels;
}

TEST(Ruler, UnitsFollowTheZoom) {
  struct Case {
    TimeSpan run;
    std::string label;
  };
  for (const auto& [run, label] :
       {Case{{0, 1}, "0.2 s"}, Case{{0, 0.01}, "2 ms"}, Case{{0, 2e-8}, "5 ns"},
        Case{{0, 7200}, "0:15 h"}, Case{{0, 86400 * 10}, "2 d"}, Case{{0, 60}, "10 s"}}) {
    const auto labels = labels_of(ruler_for(TimeAxis(run, 800), 100));
    EXPECT_NE(std::find(labels.begin(), labels.end(), label), labels.end())
        << label << " among " << ::testing::PrintToString(labels);
  }
}

TEST(Ruler, LabelsDifferAndKeepTheirDistanceAtEveryZoom) {
  for (const double start : {0.0, 1.7e9}) {
    TimeAxis axis({start, start + 86400.0 * 30}, 1000);
    for (; axis.length() > 2e-10; axis.zoom(1.9, 611)) {
      const Ruler ruler = ruler_for(axis, 90);
      std::set<std::string> seen;
      double last = -1e9;
      std::size_t labels = 0;
      for (const Tick& tick : ruler.ticks) {
        if (tick.label.empty()) continue;
        EXPECT_TRUE(seen.insert(tick.label).second) << tick.label << " at " << axis.length();
        EXPECT_GE(tick.x - last, 89.9) << axis.length();
        EXPECT_LE(tick.label.size(), 18U) << tick.label;
        last = tick.x;
        ++labels;
      }
      EXPECT_GE(labels, 2U) << axis.length();
      EXPECT_LE(ruler.ticks.size(), 150U);
    }
  }
}

TEST(Ruler, HasNoStepsBelowTheResolutionOfTimes) {
  // 4 us on 1000 pixels of a trace that has microseconds.
  const TimeAxis axis({0, 4e-6}, 1000);
  const Ruler ruler = ruler_for(axis, 95, TimeUnit::seconds, 1e-6);
  ASSERT_EQ(ruler.ticks.size() > 3 && ruler.ticks.size() < 8, true);
  for (std::size_t i = 1; i < ruler.ticks.size(); ++i) {
    EXPECT_GE(ruler.ticks[i].x - ruler.ticks[i - 1].x, 249.9);
  }
  EXPECT_GT(ruler_for(axis, 95).ticks.size(), 15U);
}

// Between two times of the trace, too.
TEST(Ruler, AlwaysHasLabels) {
  for (const TimeSpan shown : {TimeSpan{100.2, 100.4},
                               {100.01, 101.99},
                               {100.01, 102.02},
                               {7, 8},
                               {0.999, 2.999},
                               {1, 480}}) {
    TimeAxis axis({0, 480}, 1000);
    axis.show(shown);
    int inside = 0;
    for (const Tick& tick : ruler_for(axis, 95, TimeUnit::seconds, 1).ticks) {
      if (!tick.label.empty() && tick.x > 0 && tick.x < 1000) ++inside;
    }
    EXPECT_GE(inside, 1) << shown.start;
    EXPECT_NE(TimeForm(axis, TimeUnit::seconds, 1).text(shown.start),
              TimeForm(axis, TimeUnit::seconds, 1).text(shown.end));
  }
}

TEST(Ruler, MinutesAreMinutes) {
  const Ruler ruler = ruler_for(TimeAxis({0, 600}, 1000), 95);
  std::vector<std::string> labels;
  for (const Tick& tick : ruler.ticks) {
    if (!tick.label.empty()) labels.push_back(tick.label);
  }
  EXPECT_NE(std::find(labels.begin(), labels.end(), "8 min"), labels.end());
}

TEST(Ruler, LongTimesHaveABase) {
  TimeAxis axis({1.7e9, 1.7e9 + 100}, 1000);
  axis.show({1.7e9 + 5.25, 1.7e9 + 5.25002});
  const Ruler ruler = ruler_for(axis, 100);
  EXPECT_EQ(ruler.base.substr(0, 12), "1700000005.2");
  EXPECT_EQ(labels_of(ruler).front().front(), '+');
}

// An axis of milliseconds has the marks and labels of one of as many seconds.
TEST(Ruler, LabelsAreOfTheUnitThatTheAxisCountsIn) {
  for (const TimeUnit unit :
       {TimeUnit::milliseconds, TimeUnit::microseconds, TimeUnit::nanoseconds}) {
    const double count = per_second(unit);
    for (const TimeSpan run : {TimeSpan{0, 1}, TimeSpan{0, 0.004}, TimeSpan{90, 7200},
                               TimeSpan{1.7e9, 1.7e9 + 100}, TimeSpan{0, 86400.0 * 10}}) {
      const Ruler seconds = ruler_for(TimeAxis(run, 800), 100);
      const Ruler units = ruler_for(TimeAxis({run.start * count, run.end * count}, 800), 100, unit);
      EXPECT_EQ(seconds.base, units.base);
      EXPECT_EQ(labels_of(seconds), labels_of(units)) << spelling(unit);
      ASSERT_EQ(seconds.ticks.size(), units.ticks.size());
      for (std::size_t i = 0; i < seconds.ticks.size(); ++i) {
        EXPECT_NEAR(seconds.ticks[i].x, units.ticks[i].x, 1e-3);
      }
    }
  }
}

TEST(TimeForm, HasTheUnitOfTheRulerAndDigitsForPixels) {
  const TimeForm form(TimeAxis({0, 0.05}, 1000));
  EXPECT_EQ(form.text(0.0123456), "12.35 ms");
  EXPECT_EQ(form.length_text(0.0001), "0.10 ms");
  EXPECT_EQ(TimeForm(TimeAxis({0, 0.05}, 1000), TimeUnit::seconds, 1e-3).text(0.0123456), "12 ms");
  EXPECT_EQ(TimeForm(TimeAxis({0, 50}, 1000), TimeUnit::milliseconds).text(12.3456), "12.35 ms");
  TimeAxis close({0, 0.05}, 1000);
  close.show({0.0100001, 0.0100051});
  EXPECT_EQ(TimeForm(close).text(0.010002), "10.002000 ms");
  EXPECT_EQ(TimeForm(close, TimeUnit::seconds, 1e-6).text(0.010002), "10.002 ms");
  EXPECT_EQ(form.text(-0.0123456), "-12.35 ms");
}

TEST(TimeForm, LongTimesAreClocks) {
  EXPECT_EQ(TimeForm(TimeAxis({0, 600}, 1000)).text(510.25), "8:30.3 min");
  EXPECT_EQ(TimeForm(TimeAxis({0, 600}, 1000), TimeUnit::seconds, 1).text(510.25), "8:30 min");
  EXPECT_EQ(TimeForm(TimeAxis({0, 10800}, 1000)).text(3723), "1:02:03 h");
  EXPECT_EQ(TimeForm(TimeAxis({0, 10800}, 1000)).text(-59.7), "-0:01:00 h");
  EXPECT_EQ(TimeForm(TimeAxis({0, 86400.0 * 10}, 1000)).text(86400.0 * 2 + 3723), "2 d 01:02 h");
  EXPECT_EQ(TimeForm(TimeAxis({0, 86400.0 * 5000}, 1000)).text(86400.0 * 7 + 80000), "8 d");
}

TEST(TimeForm, FarFromZeroItHasABase) {
  TimeAxis axis({1.7e9, 1.7e9 + 100}, 1000);
  axis.show({1.7e9 + 5.25, 1.7e9 + 5.25002});
  const TimeForm form(axis);
  EXPECT_EQ(form.base_text(), ruler_for(axis, 100).base);
  EXPECT_EQ(form.text(1.7e9 + 5.25), form.base_text() + ' ' + form.short_text(1.7e9 + 5.25));
  EXPECT_EQ(form.short_text(1.7e9 + 5.25).front(), '+');
  EXPECT_EQ(form.short_text(1.7e9).front(), '-');
}

TEST(TimeForm, OfARunHasAllDigitsOfTheTrace) {
  EXPECT_EQ(TimeForm::of_run({0, 0.05}, TimeUnit::seconds, 1e-9).text(0.0123456), "12.345600 ms");
  EXPECT_EQ(TimeForm::of_run({0, 10800}, TimeUnit::seconds, 1e-3).text(3723.25), "1:02:03.250 h");
  EXPECT_EQ(TimeForm::of_run({1.7e9, 1.7e9 + 1e6}, TimeUnit::seconds, 1e-15).text(0).back(), 'h');
}

// Whatever is shown, pixels can be told apart by what is written of them.
TEST(TimeForm, TellsPixelsApart) {
  for (const double start : {0.0, 1.7e9, -50.0}) {
    TimeAxis axis({start, start + 86400.0 * 30}, 1000);
    for (; axis.seconds_per_pixel() > 1e-6; axis.zoom(1.9, 611)) {
      const TimeForm form(axis);
      std::set<std::string> seen;
      for (int x = 300; x < 340; ++x) seen.insert(form.text(axis.time_at(x)));
      EXPECT_EQ(seen.size(), 40U) << form.text(axis.time_at(300)) << " at " << axis.length();
    }
  }
}

TEST(Numbers, CountInTheUnitOfTheTrace) {
  EXPECT_EQ(duration_text(12.34, TimeUnit::milliseconds), "12.34 ms");
  EXPECT_EQ(duration_text(12340, TimeUnit::milliseconds), "12.34 s");
  EXPECT_EQ(duration_text(0.5, TimeUnit::microseconds), "500.0 ns");
  EXPECT_EQ(time_text(0.1, TimeUnit::milliseconds), "0.1 ms");
  double time = 0;
  EXPECT_TRUE(parse_time("30ms", time, TimeUnit::milliseconds));
  EXPECT_EQ(time, 30);
  EXPECT_TRUE(parse_time("1.5", time, TimeUnit::milliseconds));
  EXPECT_EQ(time, 1.5);
  EXPECT_TRUE(parse_time("2 s", time, TimeUnit::nanoseconds));
  EXPECT_EQ(time, 2e9);
  EXPECT_FALSE(parse_time("1e308 h", time, TimeUnit::nanoseconds));
  EXPECT_TRUE(has_unit("30 ms"));
  EXPECT_FALSE(has_unit(" 30 "));
}

TEST(Numbers, AreReadAndWrittenForPeople) {
  EXPECT_EQ(duration_text(0.0012345), "1.234 ms");
  EXPECT_EQ(duration_text(90), "90.00 s");
  EXPECT_EQ(duration_text(7200), "2 h");
  EXPECT_EQ(duration_text(480), "8 min");
  EXPECT_EQ(duration_text(500), "8.333 min");
  const LengthScale scale = length_scale(0.0123, TimeUnit::seconds);
  EXPECT_EQ(scale.name, "ms");
  EXPECT_EQ(scale.text(0.0123, TimeUnit::seconds), "12.3000");
  EXPECT_EQ(scale.text(1e-7, TimeUnit::seconds), "0.0001");
  EXPECT_EQ(duration_text(0), "0 s");
  EXPECT_EQ(count_text(1234567), "1,234,567");
  EXPECT_EQ(count_text(12), "12");
  double seconds = 0;
  EXPECT_TRUE(parse_time("12 ms", seconds));
  EXPECT_DOUBLE_EQ(seconds, 0.012);
  EXPECT_TRUE(parse_time(" 1.5 ", seconds));
  EXPECT_DOUBLE_EQ(seconds, 1.5);
  EXPECT_TRUE(parse_time("2min", seconds));
  EXPECT_DOUBLE_EQ(seconds, 120);
  EXPECT_FALSE(parse_time("soon", seconds));
  EXPECT_FALSE(parse_time("", seconds));
  EXPECT_FALSE(parse_time("inf", seconds));
}

TEST(Numbers, TimesAreTypedAsTheyAreShown) {
  const auto typed = [](const std::string& text, TimeUnit unit = TimeUnit::seconds) {
    double time = NAN;
    return parse_time(text, time, unit) ? time : NAN;
  };
  EXPECT_DOUBLE_EQ(typed("8:30.5 min"), 510.5);
  EXPECT_DOUBLE_EQ(typed("1:02:03 h"), 3723);
  EXPECT_DOUBLE_EQ(typed("-0:01:00 h"), -60);
  EXPECT_DOUBLE_EQ(typed("-2 d 03:04 h"), -(2 * 86400 + 3 * 3600 + 4 * 60));
  EXPECT_DOUBLE_EQ(typed("1700000005.2 s +1.25 us"), 1700000005.2 + 1.25e-6);
  EXPECT_DOUBLE_EQ(typed("1:00 min", TimeUnit::milliseconds), 60'000);
  for (const char* const wrong : {"1:2", "1:2:3:4 h", "1:2:3 min", "1: min", ":2 min", "1:-2 min",
                                  "1:2 s", "2 d soon", "2 d 5", "5 +1 us", "1 s +", "1:inf h"}) {
    EXPECT_TRUE(std::isnan(typed(wrong))) << wrong;
  }
  std::mt19937 random(7);
  for (int round = 0; round < 2000; ++round) {
    const double length = std::pow(10, std::uniform_real_distribution<double>(-8, 7)(random));
    const double start = round % 3 == 0 ? 0 : round % 3 == 1 ? -length / 2 : 1.7e9;
    const TimeForm form(TimeAxis({start, start + length}, 1000));
    const double time = start + std::uniform_real_distribution<double>(0, length)(random);
    EXPECT_NEAR(typed(form.text(time)), time, length / 900 + 1e-6 * (start > 0)) << form.text(time);
  }
}

}  // namespace
}  // namespace paje::gui
