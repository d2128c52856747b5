// Slices, comparisons and rulers on random doubles of every magnitude, and words of any bytes: what
// comes of them is a number or a message, and text that others read.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "formats/text/utf8.hpp"
#include "paje/aggregation_model.hpp"
#include "paje/comparison.hpp"
#include "paje/measured_time.hpp"
#include "paje/read.hpp"
#include "picture/canvas.hpp"
#include "random_doubles.hpp"
#include "random_trace.hpp"

namespace paje::testing {
namespace {

std::string text_of(double number) {
  std::ostringstream text;
  text.precision(17);
  text << number;
  return text.str();
}

// States and a variable of one container, at random times in order.
Trace random_run(Doubles& doubles, bool is_measured) {
  std::vector<double> times(30);
  const double unit = doubles.measured();
  const bool is_even = doubles.below(2) == 0;
  for (double& time : times) {
    time = is_measured ? doubles.measured() : doubles.any();
    if (is_even) time = unit * static_cast<double>(doubles.below(1000)) / 1000;
    if (std::isnan(time)) time = 0;
  }
  std::sort(times.begin(), times.end());
  std::string text = std::string(kHeader) + "0 P 0 Process\n2 S P State\n1 V P Load\n6 " +
                     text_of(times.front()) + " r P 0 rank\n";
  int open = 0;
  for (const double time : times) {
    const std::string at = text_of(time);
    const bool pops = open > 0 && doubles.below(2) == 0;
    text += pops ? "13 " + at + " S r\n"
                 : "12 " + at + " S r " + (doubles.below(2) == 0 ? "x\n" : "y\n");
    open += pops ? -1 : 1;
    text += "8 " + at + " V r " + text_of(std::abs(doubles.measured())) + '\n';
  }
  return read_trace(Input::from_memory(text));
}

void expect_sound(const AggregationModel& model, Doubles& doubles) {
  for (const double amount : model.cells.amounts) {
    EXPECT_TRUE(std::isfinite(amount) && amount >= 0) << amount;
  }
  const Aggregation aggregation(model.cells, {.normalised = true, .threads = 1});
  for (const double p : {0.0, 1.0, doubles.any(), 0.3}) {
    if (!(p >= 0 && p <= 1)) {
      EXPECT_THROW((void)aggregation.best(p), std::invalid_argument);
      continue;
    }
    uint64_t cells = 0;
    for (const Aggregate& part : aggregation.best(p).parts) {
      EXPECT_LE(part.last, model.cells.slices - 1);
      cells += part.last - part.first + 1;
    }
    EXPECT_EQ(cells, model.cells.slices);
  }
}

TEST(Extremes, SlicesOfEveryTime) {
  Doubles doubles(1);
  int models = 0;
  for (int round = 0; round < 600; ++round) {
    const Trace trace = random_run(doubles, round % 3 != 0);
    AggregationModelOptions options;
    options.type = trace.find_type(round % 4 == 0 ? "V" : "S");
    options.container_type = trace.find_type("P");
    options.slices = 1 + static_cast<uint32_t>(doubles.below(12));
    options.threads = 1;
    if (doubles.below(4) == 0) options.start = doubles.any();
    if (doubles.below(4) == 0) options.end = doubles.any();
    try {
      expect_sound(aggregation_model(trace, options), doubles);
      ++models;
    } catch (const std::invalid_argument& error) {
      EXPECT_FALSE(std::string(error.what()).empty());
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(models, 100);
}

TEST(Extremes, ThresholdsAreNumbersAboveNothing) {
  AggregationCells cells;
  cells.parents = {AggregationCells::kNoParent};
  cells.leaves = cells.values = 1;
  cells.slices = 3;
  cells.amounts = {0, 1, 0.5};
  const Aggregation aggregation(cells);
  for (const double threshold : {0.0, -1.0, 2.0, 1e-300, std::nan(""), HUGE_VAL}) {
    EXPECT_THROW((void)aggregation.significant(threshold), std::invalid_argument) << threshold;
    EXPECT_THROW((void)aggregation.at_knee(threshold), std::invalid_argument) << threshold;
  }
  cells.amounts = {1e308, 1e308, 1e308};
  EXPECT_THROW(Aggregation{cells}, std::invalid_argument);
}

TEST(Extremes, ComparisonsOfEveryTime) {
  Doubles doubles(2);
  int compared = 0;
  for (int round = 0; round < 300; ++round) {
    const Trace a = random_run(doubles, round % 3 != 0);
    const Trace b = random_run(doubles, true);
    ComparisonOptions options;
    options.alignment.threads = 1;
    options.slices = 1 + static_cast<uint32_t>(doubles.below(9));
    try {
      const Comparison found = compare(a, b, options);
      ++compared;
      EXPECT_TRUE(std::isfinite(found.length_a) && std::isfinite(found.length_b));
      EXPECT_TRUE(std::isfinite(found.time.total()));
      EXPECT_GE(found.similarity, 0);
      for (const Region& region : found.regions) {
        EXPECT_TRUE(std::isfinite(region.gain())) << region.gain();
      }
      for (const TimeSlice& slice : found.slices) {
        EXPECT_TRUE(std::isfinite(slice.start) && std::isfinite(slice.total));
      }
    } catch (const TimeError& error) {
      EXPECT_TRUE(std::string(error.what()).starts_with("A: a time is ")) << error.what();
    }
    if (HasFailure()) return;
  }
  EXPECT_GT(compared, 100);
}

TEST(Extremes, RulersOfPicturesHaveMarksOrNone) {
  Doubles doubles(3);
  for (int round = 0; round < 20000; ++round) {
    const tools::Ruler ruler =
        tools::ruler_for(doubles.any(), doubles.any(), static_cast<int>(doubles.below(50)));
    EXPECT_TRUE(std::isfinite(ruler.first)) << ruler.first;
    EXPECT_TRUE(std::isfinite(ruler.step) && ruler.step > 0) << ruler.step;
    EXPECT_LE(ruler.label(ruler.first).size(), 350U);
  }
}

TEST(Extremes, WhatIsDrawnIsTextOfXml) {
  Doubles bytes(4);
  for (int round = 0; round < 20000; ++round) {
    std::string name;
    for (uint64_t i = bytes.below(8); i < 8; ++i) name += static_cast<char>(bytes.below(256));
    const std::string drawn = drawn_text(name);
    EXPECT_TRUE(is_utf8(drawn));
    for (const char byte : drawn) EXPECT_GE(static_cast<unsigned char>(byte), ' ');
    EXPECT_EQ(drawn.find("\xEF\xBF\xBE"), std::string::npos);
    EXPECT_EQ(drawn.find("\xEF\xBF\xBF"), std::string::npos);
    EXPECT_TRUE(is_utf8(tools::fitting(drawn, 11, 30)));
  }
  EXPECT_EQ(drawn_text("caf\xE9 \xC3\xA9"), "caf\xC3\xA9 \xC3\xA9");
  EXPECT_EQ(drawn_text("a\tb\x7F"), "a?b?");
  EXPECT_EQ(drawn_text("\xED\xA0\x80"), "\xC3\xAD\xC2\xA0\xEF\xBF\xBD");
}

TEST(Extremes, WhichTimeCannotBeMeasuredIsSaid) {
  const auto trouble = [](const std::string& events) -> std::string {
    const std::string text = std::string(kHeader) + "0 P 0 Process\n2 S P State\n6 0 r P 0 rank\n";
    try {
      check_measured(read_trace(Input::from_memory(text + events)), "run");
    } catch (const TimeError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_EQ(trouble("12 0 S r x\n13 1e300 S r\n"), "");
  EXPECT_EQ(trouble("12 0 S r x\n13 1 S r\n12 2 S r y\n13 inf S r\n"),
            "run: a time is not finite: a state of type 'State' in container 'rank' is from 2 to "
            "inf, so its length is infinite");
  EXPECT_EQ(trouble("12 0 S r x\n13 2e300 S r\n"),
            "run: a time is too large: a state of type 'State' in container 'rank' is from 0 to "
            "2e+300, and lengths are measured up to 1e+300 s");
  EXPECT_EQ(trouble("7 inf P r\n"),
            "run: a time is not finite: container 'rank' is from 0 to inf, so its length is "
            "infinite");
}

}  // namespace
}  // namespace paje::testing
