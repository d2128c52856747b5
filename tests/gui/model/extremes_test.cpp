// Geometry on random doubles of every magnitude: denormal ones, the greatest, infinity, NaN. What
// comes of them is finite and within its bounds, in a number of steps that has one, too.
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>

#include "model/lod/columns.hpp"
#include "model/number_text.hpp"
#include "model/rows/hit.hpp"
#include "model/rows/row_layout.hpp"
#include "model/rows/trace_model.hpp"
#include "model/statistics/statistics.hpp"
#include "model/texts.hpp"
#include "model/time/ruler.hpp"
#include "paje/measured_time.hpp"
#include "random_doubles.hpp"

namespace paje::gui {
namespace {

using testing::Doubles;

void expect_sound(const TimeAxis& axis) {
  EXPECT_TRUE(std::isfinite(axis.run().start) && std::isfinite(axis.run().end));
  EXPECT_GT(axis.run().length(), 0);
  EXPECT_GE(axis.width(), 1);
  EXPECT_LE(axis.width(), 1e6);
  EXPECT_TRUE(std::isfinite(axis.offset())) << axis.offset();
  EXPECT_GT(axis.length(), 0);
  EXPECT_TRUE(std::isfinite(axis.length()));
  EXPECT_GT(axis.seconds_per_pixel(), 0);
  EXPECT_TRUE(std::isfinite(axis.time_at(0)) && std::isfinite(axis.time_at(axis.width())));
  EXPECT_LE(axis.shown().start, axis.shown().end);
}

void expect_sound(const Ruler& ruler, const TimeAxis& axis, double spacing) {
  const double gaps = axis.width() / (spacing >= 1 ? spacing : 1);
  EXPECT_LE(static_cast<double>(ruler.ticks.size()), 6 * gaps + 12);
  EXPECT_LE(ruler.base.size(), 60U) << ruler.base;
  for (const Tick& tick : ruler.ticks) {
    EXPECT_TRUE(std::isfinite(tick.x));
    EXPECT_LE(tick.label.size(), 60U) << tick.label;
  }
}

TEST(Extremes, AxisAndRulerTakeEveryDouble) {
  Doubles doubles(1);
  for (int i = 0; i < 20000; ++i) {
    TimeAxis axis({doubles.any(), doubles.any()}, doubles.any());
    expect_sound(axis);
    for (int step = 0; step < 6; ++step) {
      switch (doubles.below(6)) {
        case 0:
          axis.zoom(doubles.any(), doubles.any());
          break;
        case 1:
          axis.pan(doubles.any());
          break;
        case 2:
          axis.show({doubles.any(), doubles.any()});
          break;
        case 3:
          axis.allow(doubles.any());
          break;
        case 4:
          axis.set_width(doubles.any());
          break;
        default:
          axis.fit();
      }
      expect_sound(axis);
      const double time = doubles.any();
      EXPECT_EQ(std::isnan(axis.x_of(time)), std::isnan(time));
    }
    if (axis.width() > 5000) axis.set_width(5000);
    const double spacing = i % 2 == 0 ? 90 : doubles.any();
    expect_sound(ruler_for(axis, spacing), axis, spacing);
    if (HasFailure()) return;
  }
}

TEST(Extremes, NumbersInWordsAreShort) {
  Doubles doubles(2);
  for (int i = 0; i < 20000; ++i) {
    const double number = doubles.any();
    for (const std::string& words :
         {duration_text(number), exact_text(number), short_text(number)}) {
      EXPECT_LE(words.size(), 40U) << words;
    }
    EXPECT_LE(fixed_text(number, 12).size(), 400U);
    double seconds = 0;
    if (parse_time(exact_text(number) + " d", seconds)) {
      EXPECT_TRUE(std::isfinite(seconds));
    }
  }
}

struct Written {
  std::string text;
  TimeSpan span;
};

// A trace of states, variables, events and links at random times, in their order. Their magnitudes
// are all there are, or those of one.
Written random_trace(Doubles& doubles, std::size_t values) {
  std::vector<double> times;
  const double unit = doubles.measured();
  const bool is_even = doubles.below(2) == 0;
  for (int i = 0; i < 400; ++i) {
    times.push_back(is_even ? unit * static_cast<double>(doubles.below(1000)) / 1000
                            : doubles.measured());
  }
  std::sort(times.begin(), times.end());
  std::ostringstream text;
  std::string definitions = test::kDefinitions;
  const std::string first = "\n6 " + exact_text(times.front()) + ' ';
  for (auto at = definitions.find("\n6 0 "); at != std::string::npos;
       at = definitions.find("\n6 0 ", at + 1)) {
    definitions.replace(at, 5, first);
  }
  text << definitions;
  int open = 0;
  for (std::size_t i = 0; i < times.size(); ++i) {
    const std::string time = ' ' + exact_text(times[i]) + ' ';
    if (i % 3 == 0) text << "8" << time << "V a " << exact_text(doubles.any()) << '\n';
    if (i % 5 == 0) text << "17" << time << "E a e" << doubles.below(values) << '\n';
    if (i % 4 == 0) text << "15" << time << "L 0 a m k" << i << '\n';
    if (i % 4 == 2) text << "16" << time << "L 0 b m k" << i - 2 << '\n';
    if (doubles.below(2) == 0 || open == 0) {
      text << "12" << time << "S a v" << doubles.below(values) << '\n';
      ++open;
    } else {
      text << "13" << time << "S a\n";
      --open;
    }
  }
  return {text.str(), {times.front(), times.back()}};
}

void expect_sound(const ShareColumns& columns, std::size_t width, double most) {
  ASSERT_EQ(columns.width(), width);
  for (const Share& share : columns.shares) {
    EXPECT_TRUE(static_cast<double>(share.amount) >= 0 && static_cast<double>(share.amount) <= most)
        << share.amount;
  }
  for (const WideState& state : columns.wide)
    EXPECT_FALSE(std::isnan(state.x0) || std::isnan(state.x1));
}

TEST(Extremes, ColumnsOfEveryTraceAreShares) {
  Doubles doubles(3);
  ColumnMaker maker;
  ShareColumns columns;
  for (int round = 0; round < 120; ++round) {
    const Written written = random_trace(doubles, round % 2 == 0 ? 3 : 60);
    const TraceModel model(read_trace(Input::from_memory(written.text)), "random");
    const TimeSpan span = model.span();
    EXPECT_LE(span.start, span.end);
    for (int view = 0; view < 6; ++view) {
      TimeAxis axis(span, view % 2 == 0 ? 300 : 7);
      if (view > 1) axis.show({doubles.any(), doubles.any()});
      if (view > 3) axis.show({written.span.start, written.span.start});
      const auto width = static_cast<std::size_t>(axis.width());
      for (const StateBand& band : model.states()) {
        maker.states(band, axis, {}, 4, columns);
        expect_sound(columns, width, 1);
      }
      for (const TrackBands& track : model.tracks(model.trace().find_container("a"))) {
        if (track.kind == TypeKind::event) {
          maker.events(model.event_band(track.first), axis, {}, columns);
          expect_sound(columns, width, 1e9);
        }
        if (track.kind != TypeKind::variable) continue;
        for (const VariableColumn& column :
             variable_columns(model.variable_band(track.first), axis)) {
          const VariableSummary& sum = column.summary;
          if (sum.empty()) continue;
          EXPECT_TRUE(sum.mean() >= sum.least && sum.mean() <= sum.greatest) << sum.mean();
        }
      }
      ViewState state;
      state.axis = axis;
      const RowLayout layout = layout_rows(model, {});
      EXPECT_TRUE(std::isfinite(layout.height));
      (void)object_at(model, layout, state, doubles.any(), doubles.any());
      (void)model.links().shown(axis.shown(), 10);
    }
    expect_sound(model.minimap(), TraceModel::kMinimapWidth, 1);
    (void)statistics_of(model.trace(), {doubles.any(), doubles.any()});
    if (HasFailure()) return;
  }
}

TEST(Extremes, RowsTakeEveryHeightAndPlace) {
  Doubles doubles(4);
  const TraceModel model(read_trace(Input::from_memory(random_trace(doubles, 3).text)), "random");
  for (int i = 0; i < 2000; ++i) {
    RowOptions options;
    options.track_height = doubles.any();
    options.places[model.trace().find_container("a")] = doubles.any();
    options.places[model.trace().find_container("b")] = doubles.any();
    const RowLayout layout = layout_rows(model, options);
    EXPECT_TRUE(std::isfinite(layout.height) && layout.height > 0) << options.track_height;
    EXPECT_LE(layout.row_at(doubles.any()), layout.rows.size());
  }
}

TEST(Extremes, WhatCannotBeMeasuredIsSaid) {
  for (const char* time : {"inf", "1e301", "1e308"}) {
    const std::string text = test::kDefinitions + "12 0 S a x\n13 " + time + " S a\n";
    try {
      const TraceModel model(read_trace(Input::from_memory(text)), "run.paje");
      FAIL() << time;
    } catch (const TimeError& error) {
      EXPECT_NE(std::string(error.what()).find("run.paje: a time is "), std::string::npos);
    }
  }
}

}  // namespace
}  // namespace paje::gui
