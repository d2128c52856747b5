// What a column of pixels shows, against sums over every object.
#include "model/lod/columns.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <random>
#include <tuple>

#include "model/lod/mean_columns.hpp"
#include "model/parallel.hpp"
#include "model/rows/trace_model.hpp"
#include "model/texts.hpp"

namespace paje::gui {
namespace {

// States of rank a: `count` of them, of very different lengths, some nested, with gaps.
std::string random_states(std::size_t count, unsigned seed, double begin) {
  std::mt19937 random(seed);
  std::string text;
  double now = begin;
  std::size_t depth = 0;
  const auto step = [&] {
    const double length = std::pow(10.0, -static_cast<int>(random() % 6));
    now += random() % 10 == 0 ? 0 : length * static_cast<double>(random() % 1000) / 1000;
    return std::to_string(now);
  };
  for (std::size_t i = 0; i < count; ++i) {
    while (depth > 0 && random() % 2 == 0) {
      text += "13 " + step() + " S a\n";
      --depth;
    }
    if (depth < 4) {
      text += "12 " + step() + " S a v" + std::to_string(random() % 20) + "\n";
      ++depth;
    }
  }
  while (depth-- > 0) text += "13 " + step() + " S a\n";
  return text;
}

std::map<uint32_t, double> exact_column(const StateBand& band, double left, double right) {
  std::map<uint32_t, double> sums;
  for (uint64_t i = 0; i < band.size(); ++i) {
    if (band.start(i) >= right || band.end(i) <= left) continue;
    sums[band.value(i)] += std::min(band.end(i), right) - std::max(band.start(i), left);
  }
  return sums;
}

void expect_exact(const StateBand& band, const TimeAxis& axis) {
  ColumnMaker maker;
  ShareColumns columns;
  maker.states(band, axis, {}, 3, columns);
  ASSERT_EQ(columns.width(), static_cast<std::size_t>(axis.width()));
  const double pixel = axis.seconds_per_pixel();
  for (std::size_t x = 0; x < columns.width(); ++x) {
    const auto left = axis.time_at(static_cast<double>(x));
    auto exact = exact_column(band, left, axis.time_at(static_cast<double>(x) + 1));
    for (const Share& share : columns.of(x)) {
      EXPECT_NEAR(static_cast<double>(share.amount), exact[share.value] / pixel, 1e-3) << x;
      exact.erase(share.value);
    }
    for (const auto& [value, seconds] : exact) EXPECT_LT(seconds / pixel, 1e-3) << x;
  }
}

class StateColumnsOf : public ::testing::TestWithParam<double> {};

TEST_P(StateColumnsOf, EqualSumsOverAllStatesAtEveryZoom) {
  const TraceModel run(test::trace_of(random_states(3000, 7, GetParam())), "random");
  ASSERT_GT(run.states().size(), 2U);
  for (const StateBand& band : run.states()) {
    // Few columns hold many states each, which are summed up rather than looked at.
    for (const double width : {300.0, 40.0}) {
      TimeAxis axis(run.span(), width);
      for (int zoom = 0; zoom < 12; ++zoom) {
        // Below the distance of two doubles there is nothing to compare.
        if (axis.seconds_per_pixel() < std::abs(GetParam()) * 1e-12) break;
        expect_exact(band, axis);
        axis.zoom(3, width * 0.13 + width * 0.06 * zoom);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Starts, StateColumnsOf, ::testing::Values(0.0, 1.7e9));

TEST(StateColumns, KeepAShortStateAmongLongOnes) {
  const TraceModel run(test::trace_of("12 0 S a work\n12 500 S b work\n13 500 S b\n"
                                      "13 500 S a\n12 500 S a error\n13 500.000001 S a\n"
                                      "12 500.000001 S a work\n13 1000 S a\n"),
                       "short");
  const TimeAxis axis(run.span(), 100);
  ColumnMaker maker;
  ShareColumns columns;
  maker.states(run.states()[0], axis, {}, 3, columns);
  EXPECT_EQ(columns.of(50).size(), 2U);
  EXPECT_EQ(columns.wide.size(), 2U);
  // A state of no length as well.
  maker.states(run.states()[1], axis, {}, 3, columns);
  ASSERT_EQ(columns.of(50).size(), 1U);
  EXPECT_EQ(columns.of(50)[0].amount, 0.0F);
}

TEST(StateColumns, KeepEveryValueThatBeginsInThem) {
  const TraceModel run(test::trace_of(random_states(3000, 11, 0)), "dense");
  const StateBand& band = run.states()[0];
  ColumnMaker maker;
  ShareColumns columns;
  const TimeAxis axis(run.span(), 30);
  ASSERT_TRUE(band.can_step_by(axis.seconds_per_pixel()));
  ASSERT_GT(band.size() / 30, 6U);
  maker.states(band, axis, {}, 3, columns);
  std::size_t without_length = 0;
  for (uint64_t i = 0; i < band.size(); ++i) {
    const auto x = std::min<std::size_t>(static_cast<std::size_t>(axis.x_of(band.start(i))), 29);
    const auto shares = columns.of(x);
    EXPECT_TRUE(std::any_of(shares.begin(), shares.end(), [&](const Share& share) {
      return share.value == band.value(i);
    })) << i;
    without_length += band.end(i) == band.start(i) ? 1U : 0U;
  }
  EXPECT_GT(without_length, 0U);
}

TEST(StateColumns, ListWideStatesAmongManySmallOnes) {
  std::string text;
  for (int i = 0; i < 4000; ++i) {
    const double at = i < 2000 ? i * 0.01 : 480 + i * 0.01;
    text += "12 " + std::to_string(at) + " S a v" + std::to_string(i % 5) + "\n";
    text += "13 " + std::to_string(i == 1999 ? 499.9 : at + 0.01) + " S a\n";
  }
  const TraceModel run(test::trace_of(text), "wide");
  ColumnMaker maker;
  ShareColumns columns;
  maker.states(run.states()[0], TimeAxis(run.span(), 100), {}, 4, columns);
  ASSERT_EQ(columns.wide.size(), 1U);
  EXPECT_EQ(columns.wide[0].row, run.states()[0].row(1999));
  ASSERT_EQ(columns.of(50).size(), 1U);
  EXPECT_NEAR(columns.of(50)[0].amount, 1, 1e-6);
}

TEST(StateColumns, LeaveOutHiddenValues) {
  const TraceModel run(test::trace_of("12 0 S a x\n13 1 S a\n12 1 S a y\n13 2 S a\n"), "hidden");
  HiddenValues hidden(run.trace().values().size());
  hidden[run.states()[0].value(0)] = true;
  ColumnMaker maker;
  ShareColumns columns;
  maker.states(run.states()[0], TimeAxis(run.span(), 10), hidden, 1, columns);
  EXPECT_TRUE(columns.of(2).empty());
  EXPECT_EQ(columns.of(7).size(), 1U);
  ASSERT_EQ(columns.wide.size(), 1U);
  EXPECT_EQ(columns.wide[0].value, run.states()[0].value(1));
}

TEST(StateColumns, ManyDifferentValuesAreNotLost) {
  std::string text;
  for (int i = 0; i < 20000; ++i) {
    const std::string at = std::to_string(i);
    text += "12 " + at + " S a v" + at + "\n13 " + std::to_string(i + 1) + " S a\n";
  }
  const TraceModel run(test::trace_of(text), "values");
  ColumnMaker maker;
  ShareColumns columns;
  maker.states(run.states()[0], TimeAxis({0, 20000}, 4), {}, 1, columns);
  for (std::size_t x = 0; x < 4; ++x) {
    double sum = 0;
    for (const Share& share : columns.of(x)) sum += static_cast<double>(share.amount);
    EXPECT_NEAR(sum, 1, 1e-4);
    EXPECT_EQ(columns.of(x).front().value, ShareTree::kOthers);
  }
}

// Some values have high numbers, some columns nothing, some amounts are 0.
// As many bands as values, each with its own.
TEST(MeanColumns, OfVeryManyValuesKeepTheTimeAndFewShares) {
  constexpr std::size_t kWidth = 500;
  constexpr std::size_t kBands = 2000;
  MeanColumns sums;
  sums.begin(kWidth);
  for (uint32_t band = 0; band < kBands; ++band) {
    ShareColumns columns;
    columns.begins = {0};
    for (std::size_t x = 0; x < kWidth; ++x) {
      columns.shares.push_back({band, 1});
      columns.begins.push_back(static_cast<uint32_t>(columns.shares.size()));
    }
    sums.add(columns);
  }
  ShareColumns mean;
  sums.finish(kBands, mean);
  ASSERT_EQ(mean.width(), kWidth);
  EXPECT_LT(mean.shares.size(), kWidth * 400);
  for (std::size_t x = 0; x < kWidth; ++x) {
    double sum = 0;
    for (const Share& share : mean.of(x)) sum += static_cast<double>(share.amount);
    EXPECT_NEAR(sum, 1, 1e-4);
  }
}

TEST(MeanColumns, EqualTheSumOfAllDividedByTheirNumber) {
  std::mt19937 random(3);
  constexpr std::size_t kWidth = 40;
  const auto random_columns = [&] {
    ShareColumns columns;
    columns.begins.push_back(0);
    for (std::size_t x = 0; x < kWidth; ++x) {
      for (uint32_t value = 0; value < 400; value += 1 + static_cast<uint32_t>(random() % 90)) {
        if (random() % 3 == 0) continue;
        columns.shares.push_back({value, static_cast<float>(random() % 8) / 8});
      }
      if (random() % 4 == 0) columns.shares.push_back({ShareTree::kOthers, 0.5F});
      columns.begins.push_back(static_cast<uint32_t>(columns.shares.size()));
    }
    return columns;
  };
  MeanColumns all;
  MeanColumns half;
  for (int round = 0; round < 2; ++round) {
    std::vector<std::map<uint32_t, double>> expected(kWidth);
    all.begin(kWidth);
    half.begin(kWidth);
    for (int i = 0; i < 8; ++i) {
      const ShareColumns columns = random_columns();
      (i < 5 ? all : half).add(columns);
      for (std::size_t x = 0; x < kWidth; ++x) {
        for (const Share& share : columns.of(x)) {
          expected[x][share.value] += static_cast<double>(share.amount);
        }
      }
    }
    all.add(half);
    ShareColumns mean;
    all.finish(8, mean);
    ASSERT_EQ(mean.width(), kWidth);
    for (std::size_t x = 0; x < kWidth; ++x) {
      ASSERT_EQ(mean.of(x).size(), expected[x].size());
      for (const Share& share : mean.of(x)) {
        EXPECT_EQ(static_cast<double>(share.amount), expected[x].at(share.value) / 8);
      }
    }
  }
}

TEST(EventColumns, CountEveryEvent) {
  std::mt19937 random(3);
  std::string text;
  double now = 0;
  for (int i = 0; i < 5000; ++i) {
    now += static_cast<double>(random() % 100) * 0.01;
    text += "17 " + std::to_string(now) + " E a m" + std::to_string(random() % 3) + "\n";
  }
  text += "12 " + std::to_string(now + 1) + " S a x\n13 " + std::to_string(now + 2) + " S a\n";
  const TraceModel run(test::trace_of(text), "events");
  ColumnMaker maker;
  ShareColumns columns;
  maker.events(run.event_band(0), TimeAxis(run.span(), 77), {}, columns);
  std::map<uint32_t, double> counts;
  for (const Share& share : columns.shares)
    counts[share.value] += static_cast<double>(share.amount);
  std::map<uint32_t, double> exact;
  for (const ValueId value : run.trace().events().value) ++exact[value.index];
  EXPECT_EQ(counts, exact);
}

TEST(VariableColumns, EqualSumsOverAllPieces) {
  std::mt19937 random(5);
  std::string text;
  double now = 0;
  for (int i = 0; i < 4000; ++i) {
    now += static_cast<double>(random() % 1000) * 0.001;
    text += "8 " + std::to_string(now) + " V a " + std::to_string(random() % 100) + "\n";
  }
  const TraceModel run(test::trace_of(text + "8 " + std::to_string(now + 1) + " V a 0\n"),
                       "variable");
  const VariableBand& band = run.variable_band(0);
  for (const double width : {13.0, 200.0, 9000.0}) {
    const TimeAxis axis(run.span(), width);
    const auto columns = variable_columns(band, axis);
    for (std::size_t x = 0; x < columns.size(); ++x) {
      const double left = axis.time_at(static_cast<double>(x));
      const double right = axis.time_at(static_cast<double>(x) + 1);
      VariableSummary exact;
      for (uint64_t i = 0; i < band.size(); ++i) {
        const VariablePiece piece = band.piece(i);
        if (piece.end <= left || piece.start >= right) continue;
        exact.add(piece.value, std::min(piece.end, right) - std::max(piece.start, left));
      }
      EXPECT_NEAR(columns[x].summary.integral, exact.integral, 1e-6 * (1 + exact.integral));
      EXPECT_LE(columns[x].summary.least, exact.least);
      EXPECT_GE(columns[x].summary.greatest, exact.greatest);
    }
  }
}

// Wherever doubles put the right edge: the end of a run has the last column.
TEST(Columns, HaveWhatIsAtTheStartAndAtTheEnd) {
  for (const double begin : {0.0, 0.1, 3.7, 1.7e9}) {
    const std::string start = ' ' + std::to_string(begin);
    const std::string end = ' ' + std::to_string(begin + 10.3);
    const auto mark = [](const std::string& time, const char* container) {
      return "12" + time + " S " + container + " x\n13" + time + " S " + container + "\n";
    };
    const TraceModel run(
        test::trace_of("17" + start + " E a m\n8" + start + " V a 3\n" + mark(start, "b") + "12" +
                       start + " S c y\n17" + end + " E a m\n8" + end + " V a 5\n" +
                       mark(end, "b") + "13" + end + " S c\n" + mark(end, "c")),
        "ends");
    ASSERT_EQ(run.states().size(), 2U);
    for (std::size_t width : {2U, 7U, 333U, 1000U}) {
      // Containers begin at 0.
      const TimeAxis axis({std::stod(start), run.span().end}, static_cast<double>(width));
      ColumnMaker maker;
      ShareColumns columns;
      maker.events(run.event_band(0), axis, {}, columns);
      EXPECT_EQ(columns.of(0).size(), 1U) << begin << ' ' << width;
      EXPECT_EQ(columns.of(width - 1).size(), 1U) << begin << ' ' << width;
      EXPECT_EQ(columns.shares.size(), 2U);
      const auto variable = variable_columns(run.variable_band(0), axis);
      EXPECT_EQ(variable.front().first, 3);
      EXPECT_EQ(variable.back().last, 5) << begin << ' ' << width;
      for (const StateBand& band : run.states()) {
        maker.states(band, axis, {}, 3, columns);
        const bool is_first = band.track().container == run.trace().find_container("b");
        ASSERT_EQ(columns.width(), width);
        // Nothing but marks, or a mark after a state.
        EXPECT_EQ(columns.of(0).size(), 1U) << begin << ' ' << width;
        EXPECT_EQ(columns.of(width - 1).size(), is_first ? 1U : 2U) << begin << ' ' << width;
        EXPECT_EQ(columns.shares.size(), is_first ? 2U : width + 1) << begin << ' ' << width;
      }
      EXPECT_EQ(axis.x_of_mark(axis.run().end), static_cast<double>(width) - 1);
      EXPECT_EQ(axis.x_of_mark(axis.run().start), 0);
    }
  }
}

TEST(LinkBundles, CountEveryLinkAtEveryLevel) {
  std::string text;
  for (int i = 0; i < 5000; ++i) {
    const std::string key = std::to_string(i);
    text += "15 " + std::to_string(i * 0.01) + " L 0 a x " + key + "\n";
    text += "16 " + std::to_string(i * 0.01 + 0.004) + " L 0 " + (i % 3 == 0 ? "b" : "c") + " x " +
            key + "\n";
  }
  const TraceModel run(test::trace_of(text), "links");
  for (const std::size_t most : {std::size_t{3000}, std::size_t{9999}}) {
    uint64_t count = 0;
    const auto shown = run.links().shown(run.span(), most);
    EXPECT_LE(shown.size(), most);
    for (const LinkBundle& bundle : shown) count += bundle.count;
    EXPECT_EQ(count, 5000U) << most;
  }
  // Too many at the coarsest that is honest: the strongest of them.
  const auto few = run.links().shown(run.span(), 10);
  EXPECT_EQ(few.size(), 10U);
  for (const LinkBundle& bundle : few) EXPECT_GT(bundle.count, 2U);
  EXPECT_EQ(run.links().count_in(run.span()), 5000U);
  EXPECT_EQ(run.links().shown({10.0, 10.05}, 100).size(), 6U);
}

// Both halves of a link of a tenth of a millisecond.
std::string link(int number, double start, const std::string& from, const std::string& to) {
  const std::string key = " x " + std::to_string(number) + "\n";
  return "15 " + std::to_string(start) + " L 0 " + from + key + "16 " +
         std::to_string(start + 1e-4) + " L 0 " + to + key;
}

// Of a short part, there are fewer levels: the others would not be shown in it.
TEST(LinkBundles, OfAPartShowTheSame) {
  std::mt19937 random(11);
  std::string text;
  double now = 0;
  for (int i = 0; i < 30000; ++i) {
    now += static_cast<double>(random() % 1000) * 1e-6;
    text += link(i, now, "a", random() % 2 == 0 ? "b" : "c");
  }
  const TraceModel run(test::trace_of(text), "links");
  const double length = run.span().length();
  for (const double share : {0.5, 0.1, 0.003}) {
    const LinkBundles part(run.trace(), run.span(), {}, share * length);
    EXPECT_LT(part.bytes(), run.links().bytes() + 1);
    for (int i = 0; i < 40; ++i) {
      const double start = run.span().start + length * static_cast<double>(random() % 1000) / 1e3;
      const TimeSpan span{start, start + length * share / (1 + i % 4)};
      for (const std::size_t most : {std::size_t{20}, std::size_t{500}, std::size_t{9000}}) {
        const auto wanted = run.links().shown(span, most);
        const auto got = part.shown(span, most);
        ASSERT_EQ(got.size(), wanted.size()) << share << ' ' << most;
        for (std::size_t b = 0; b < got.size(); ++b) {
          ASSERT_EQ(got[b].start, wanted[b].start);
          ASSERT_EQ(got[b].count, wanted[b].count);
        }
      }
    }
  }
  const LinkBundles small(run.trace(), run.span(), {}, 0.003 * length);
  EXPECT_LT(small.bytes(), run.links().bytes());
}

// Links of `slices` equal parts of the run, added up one after the other.
struct SimpleBundle {
  uint32_t count = 0;
  double start = 0;  // sums
  double end = 0;
};
using SimpleBundles = std::map<std::tuple<double, ContainerId, ContainerId>, SimpleBundle>;

SimpleBundles bundled(const TraceModel& run, double slices) {
  const LinkColumns links = run.trace().links();
  SimpleBundles bundles;
  for (std::size_t i = 0; i < links.start.size(); ++i) {
    const double slice =
        std::floor((links.start[i] - run.span().start) / (run.span().length() / slices));
    SimpleBundle& sum = bundles[{slice, links.start_container[i], links.end_container[i]}];
    ++sum.count;
    sum.start += links.start[i];
    sum.end += links.end[i];
  }
  return bundles;
}

TEST(LinkBundles, EqualLinksAddedUpOneByOne) {
  std::mt19937 random(7);
  std::string text;
  double now = 0;
  for (int i = 0; i < 40000; ++i) {
    now += static_cast<double>(random() % 1000) * 1e-6;
    const bool is_back = random() % 3 == 0;
    text += link(i, now, is_back ? "b" : "a", is_back ? "a" : "b");
  }
  const TraceModel run(test::trace_of(text), "links");
  for (const auto& [most, slices] : {std::pair{10000, 4096.0}, std::pair{4000, 1024.0}}) {
    const auto shown = run.links().shown(run.span(), static_cast<std::size_t>(most));
    SimpleBundles expected = bundled(run, slices);
    EXPECT_EQ(shown.size(), expected.size());
    EXPECT_TRUE(std::is_sorted(shown.begin(), shown.end(),
                               [](const auto& a, const auto& b) { return a.start < b.start; }));
    for (const LinkBundle& bundle : shown) {
      const double slice =
          std::floor((bundle.start - run.span().start) / (run.span().length() / slices));
      const SimpleBundle sum = expected[{slice, bundle.from, bundle.to}];
      ASSERT_EQ(bundle.count, sum.count);
      EXPECT_NEAR(bundle.start, sum.start / sum.count, 1e-9);
      EXPECT_NEAR(bundle.end, sum.end / sum.count, 1e-9);
    }
  }
}

// Of few values or of many, wherever one looks, and however many are wanted.
TEST(LinkBundles, OfHiddenValuesAreLeftOut) {
  for (const uint32_t values : {2U, 40U}) {
    std::mt19937 random(9);
    std::string text;
    for (int i = 0; i < 6000; ++i) {
      const std::string key =
          " v" + std::to_string(random() % values) + ' ' + std::to_string(i) + '\n';
      text += "15 " + std::to_string(i * 0.01) + " L 0 a" + key;
      text += "16 " + std::to_string(i * 0.01 + 0.004) + " L 0 " + (i % 3 == 0 ? "b" : "c") + key;
    }
    const TraceModel run(test::trace_of(text), "links");
    const LinkColumns links = run.trace().links();
    EXPECT_EQ(run.links().values().size(), values);
    std::vector<bool> hidden(run.trace().values().size());
    hidden[links.value[0].index] = hidden[links.value[7].index] = true;
    for (const std::size_t most : {std::size_t{100}, std::size_t{1000}, std::size_t{9000}}) {
      for (const TimeSpan span : {run.span(), TimeSpan{10.0, 30.0}}) {
        uint64_t wanted = 0;
        for (std::size_t row = 0; row < links.start.size(); ++row) {
          const bool is_in = links.end[row] >= span.start && links.start[row] <= span.end;
          if (is_in && !hidden[links.value[row].index]) ++wanted;
        }
        const auto shown = run.links().shown(span, most, hidden);
        uint64_t count = 0;
        for (const LinkBundle& bundle : shown) {
          count += bundle.count;
          EXPECT_FALSE(!bundle.value.valid() || hidden[bundle.value.index]);
          EXPECT_FALSE(hidden[links.value[run.links().row_of(bundle)].index]);
        }
        EXPECT_LE(shown.size(), most);
        EXPECT_LE(count, wanted);
        if (shown.size() < most) {
          EXPECT_EQ(count, wanted) << values << ' ' << most;
        }
        EXPECT_EQ(run.links().count_in(span, hidden), wanted);
      }
    }
    hidden.assign(hidden.size(), true);
    EXPECT_TRUE(run.links().shown(run.span(), 100, hidden).empty());
  }
}

TEST(LinkBundles, LeadToOneOfTheirLinks) {
  std::mt19937 random(10);
  std::string text;
  double now = 0;
  for (int i = 0; i < 9000; ++i) {
    now += static_cast<double>(random() % 1000) * 1e-6;
    text += link(i, now, "a", random() % 5 == 0 ? "b" : "c");
  }
  const TraceModel run(test::trace_of(text), "links");
  const LinkColumns links = run.trace().links();
  for (const LinkBundle& bundle : run.links().shown(run.span(), 1500)) {
    const uint64_t row = run.links().row_of(bundle);
    ASSERT_NE(row, LinkBundle::kNone);
    EXPECT_TRUE(links.start_container[row] == bundle.from && links.end_container[row] == bundle.to);
    double nearest = run.span().length();
    for (std::size_t i = 0; i < links.start.size(); ++i) {
      if (links.end_container[i] != bundle.to) continue;
      nearest = std::min(nearest, std::abs(links.start[i] - bundle.start));
    }
    EXPECT_DOUBLE_EQ(std::abs(links.start[row] - bundle.start), nearest);
  }
}

TEST(SortParallel, EqualsSorting) {
  std::mt19937 random(8);
  for (const std::size_t count : {0U, 1U, 2U, 7U, 8U, 9U, 100U, 4321U}) {
    std::vector<uint32_t> items(count);
    for (uint32_t& item : items) item = static_cast<uint32_t>(random() % 1000);
    std::vector<uint32_t> expected = items;
    std::sort(expected.begin(), expected.end());
    sort_parallel(items, std::less<>());
    EXPECT_EQ(items, expected);
    // What is sorted stays.
    sort_parallel(items, std::less<>());
    EXPECT_EQ(items, expected);
  }
}

}  // namespace
}  // namespace paje::gui
