// Statistics of a range, against the lines of the trace's table.
#include "model/statistics/statistics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <map>
#include <paje/table.hpp>
#include <random>
#include <sstream>

#include "model/rows/ranks.hpp"
#include "model/rows/trace_model.hpp"
#include "model/texts.hpp"

namespace paje::gui {
namespace {

std::vector<std::string> split(const std::string& line) {
  std::vector<std::string> fields;
  std::istringstream text(line);
  for (std::string field; std::getline(text, field, ',');) {
    field.erase(0, field.find_first_not_of(' '));
    fields.push_back(field);
  }
  return fields;
}

struct TableSums {
  std::map<std::vector<std::string>, std::pair<uint64_t, double>> states;  // container type value
  std::map<std::vector<std::string>, uint64_t> links;                      // from, to
  std::map<std::vector<std::string>, double> integrals;
};

// As a script would do it with what pj_dump prints.
TableSums sums_of_table(const Trace& trace) {
  std::string table;
  write_table(trace, {.precision = 9}, [&](std::string_view text) { table += text; });
  TableSums sums;
  std::istringstream lines(table);
  for (std::string line; std::getline(lines, line);) {
    const auto f = split(line);
    if (f[0] == "State") {
      auto& [count, seconds] = sums.states[{f[1], f[2], f[7]}];
      ++count;
      seconds += std::stod(f[5]);
    } else if (f[0] == "Link") {
      ++sums.links[{f[7], f[8]}];
    } else if (f[0] == "Variable") {
      sums.integrals[{f[1], f[2]}] += std::stod(f[5]) * std::stod(f[6]);
    }
  }
  return sums;
}

std::string name_of(const Trace& trace, ContainerId id) { return std::string(trace[id].name.text); }

void expect_as_in_table(const Trace& trace) {
  const TableSums table = sums_of_table(trace);
  const RangeStatistics statistics = statistics_of(trace, span_of(trace));
  std::map<std::vector<std::string>, std::pair<uint64_t, double>> states;
  for (const StateStatistics& line : statistics.containers) {
    auto& [count, seconds] =
        states[{name_of(trace, line.container), std::string(trace[line.type].name.text),
                std::string(trace[line.value].name.text)}];
    count += line.count;
    seconds += line.seconds;
    EXPECT_NEAR(line.mean * static_cast<double>(line.count), line.seconds, 1e-9 * line.seconds);
    EXPECT_LE(line.least, line.median);
    EXPECT_LE(line.median, line.p90);
    EXPECT_LE(line.p90, line.p99);
    EXPECT_LE(line.p99, line.greatest);
  }
  ASSERT_EQ(states.size(), table.states.size());
  for (const auto& [key, sum] : table.states) {
    EXPECT_EQ(states[key].first, sum.first) << key[0] << key[2];
    EXPECT_NEAR(states[key].second, sum.second, 1e-9 * static_cast<double>(sum.first)) << key[2];
  }
  std::map<std::vector<std::string>, uint64_t> links;
  for (const TrafficStatistics& line : statistics.traffic) {
    links[{name_of(trace, line.from), name_of(trace, line.to)}] += line.count;
  }
  EXPECT_EQ(links, table.links);
  for (const VariableStatistics& line : statistics.variables) {
    const double integral = table.integrals.at(
        {name_of(trace, line.container), std::string(trace[line.type].name.text)});
    EXPECT_NEAR(line.summary.integral, integral, 1e-6 * (1 + std::abs(integral)));
  }
}

TEST(Statistics, OfTheWholeRunEqualTheTable) {
  std::vector<std::filesystem::path> paths{PAJE_SAMPLES_DIR "/heat/heat.ethernet.trace",
                                           PAJE_SAMPLES_DIR "/features/nested_states.paje",
                                           PAJE_SAMPLES_DIR "/features/variables.paje"};
  for (const char* name : {"lu.S.8", "cg.S.8", "mg.S.8"}) {
    paths.push_back(PAJE_TEST_DATA "/traces/" + std::string(name) + ".trace.xz");
  }
  for (const auto& path : paths) {
    SCOPED_TRACE(path);
    ReadOptions options;
    options.ignore_incomplete_links = true;
    expect_as_in_table(read_trace(Input::from_path(path), options));
  }
}

TEST(Statistics, OfARangeCutTimesAndDurations) {
  const Trace trace = test::trace_of(
      "12 0 S a x\n13 4 S a\n12 4 S a y\n13 5 S a\n12 5 S b x\n13 6 S b\n12 8 S a x\n13 10 S a\n"
      "8 0 V a 10\n8 4 V a 20\n8 10 V a 0\n17 1 E a t\n17 4 E a t\n"
      "15 1 L 0 a d k\n16 3 L 0 b d k\n15 7 L 0 a d k2\n16 8 L 0 b d k2\n");
  const RangeStatistics statistics = statistics_of(trace, {9, 2});
  ASSERT_EQ(statistics.values.size(), 2U);
  const StateStatistics& x = statistics.values[0];
  EXPECT_EQ(x.count, 3U);
  EXPECT_DOUBLE_EQ(x.seconds, 2 + 1 + 1);
  EXPECT_DOUBLE_EQ(x.mean, 4 / 3.0);
  EXPECT_DOUBLE_EQ(x.median, 1);
  EXPECT_DOUBLE_EQ(x.greatest, 2);
  EXPECT_DOUBLE_EQ(x.share, 4.0 / (2 * 7));
  EXPECT_DOUBLE_EQ(x.balance, (4.0 / 2) / 3);
  ASSERT_EQ(statistics.variables.size(), 1U);
  EXPECT_DOUBLE_EQ(statistics.variables[0].summary.integral, 2 * 10 + 5 * 20);
  EXPECT_DOUBLE_EQ(statistics.variables[0].summary.least, 10);
  ASSERT_EQ(statistics.events.size(), 1U);
  EXPECT_EQ(statistics.events[0].count, 1U);
  ASSERT_EQ(statistics.traffic.size(), 1U);
  EXPECT_EQ(statistics.traffic[0].count, 2U);
}

// As it is defined: all durations of each value, sorted.
struct Sorted {
  std::vector<double> durations;
  double seconds = 0;
  double exclusive = 0;
};
using SortedValues = std::map<std::pair<ContainerId, ValueId>, Sorted>;

SortedValues sorted_values(const Trace& trace, TimeSpan range, bool by_container) {
  SortedValues values;
  const StateColumns states = trace.states();
  for (const Track& track : trace.tracks()) {
    if (track.kind != TypeKind::state) continue;
    for (uint64_t row = track.first; row < track.last; ++row) {
      const bool is_point = states.start[row] == states.end[row];
      const bool is_in = is_point ? states.start[row] <= range.end && states.end[row] >= range.start
                                  : states.start[row] < range.end && states.end[row] > range.start;
      if (!is_in) continue;
      Sorted& value = values[{by_container ? track.container : ContainerId{}, states.value[row]}];
      value.durations.push_back(std::max(
          0.0, std::min(states.end[row], range.end) - std::max(states.start[row], range.start)));
      value.seconds += value.durations.back();
      value.exclusive += value.durations.back();
      // Whatever is directly inside of it.
      for (uint64_t inner = row + 1; inner < track.last; ++inner) {
        if (states.depth[inner] <= states.depth[row]) break;
        if (states.depth[inner] != states.depth[row] + 1) continue;
        value.exclusive -= std::max(0.0, std::min(states.end[inner], range.end) -
                                             std::max(states.start[inner], range.start));
      }
    }
  }
  for (auto& [key, value] : values) std::sort(value.durations.begin(), value.durations.end());
  return values;
}

double sorted_percentile(const std::vector<double>& sorted, double share) {
  const double at = share * static_cast<double>(sorted.size() - 1);
  const double below = std::floor(at);
  const double lower = sorted[static_cast<std::size_t>(below)];
  const double upper = sorted[static_cast<std::size_t>(std::ceil(at))];
  return lower + (upper - lower) * (at - below);
}

void expect_as_sorted(const std::vector<StateStatistics>& lines, const SortedValues& expected) {
  ASSERT_EQ(lines.size(), expected.size());
  for (const StateStatistics& line : lines) {
    const Sorted& value = expected.at({line.container, line.value});
    const auto& durations = value.durations;
    EXPECT_EQ(line.count, durations.size());
    EXPECT_NEAR(line.seconds, value.seconds, 1e-9 * (1 + value.seconds));
    EXPECT_NEAR(line.exclusive, value.exclusive, 1e-9 * (1 + value.seconds));
    EXPECT_EQ(line.least, durations.front());
    EXPECT_EQ(line.greatest, durations.back());
    EXPECT_EQ(line.median, sorted_percentile(durations, 0.5));
    EXPECT_EQ(line.p90, sorted_percentile(durations, 0.9));
    EXPECT_EQ(line.p99, sorted_percentile(durations, 0.99));
  }
}

// Containers that differ; lengths of many sizes, equal ones, and none at all; nested states.
std::string random_states(std::size_t count, unsigned seed) {
  std::mt19937 random(seed);
  std::string text;
  double now = 0;
  std::map<std::string, std::size_t> depths;
  for (std::size_t i = 0; i < count; ++i) {
    const std::string container(1, "abc"[random() % 8 < 5 ? 0 : 1 + random() % 2]);
    std::size_t& depth = depths[container];
    now += random() % 3 == 0 ? 1e-3 : std::pow(10.0, -static_cast<int>(random() % 9));
    if (random() % 5 == 0) now += 0.125;
    std::ostringstream line;
    line.precision(17);
    if (depth > 0 && random() % 2 == 0) {
      line << "13 " << now << " S " << container << '\n';
      --depth;
    } else {
      line << "12 " << now << " S " << container << " v" << random() % 7 << '\n';
      ++depth;
    }
    text += line.str();
  }
  return text;
}

TEST(Statistics, EqualWhatSortingGives) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    const Trace trace = test::trace_of(random_states(40000, seed));
    const TimeSpan run = span_of(trace);
    for (const TimeSpan range :
         {run, TimeSpan{run.start + run.length() * 0.3, run.start + run.length() * 0.31},
          TimeSpan{run.start + run.length() * 0.1, run.start + run.length() * 0.9}}) {
      const RangeStatistics statistics = statistics_of(trace, range);
      expect_as_sorted(statistics.values, sorted_values(trace, range, false));
      expect_as_sorted(statistics.containers, sorted_values(trace, range, true));
    }
  }
}

TEST(Statistics, InclusiveAndExclusiveTimes) {
  const Trace trace = test::trace_of(
      "12 0 S a x\n12 1 S a y\n12 2 S a x\n13 3 S a\n13 6 S a\n13 10 S a\n12 2 S b z\n13 4 S b\n");
  const RangeStatistics statistics = statistics_of(trace, {0, 10});
  ASSERT_EQ(statistics.values.size(), 3U);
  EXPECT_DOUBLE_EQ(statistics.values[0].seconds, 11);   // x: 10 and 1
  EXPECT_DOUBLE_EQ(statistics.values[0].exclusive, 6);  // without y
  EXPECT_DOUBLE_EQ(statistics.values[1].seconds, 5);
  EXPECT_DOUBLE_EQ(statistics.values[1].exclusive, 4);  // without the inner x
  EXPECT_DOUBLE_EQ(statistics.values[0].share, 6.0 / 20);
  // What is hidden does not count, but is nobody's own time.
  const auto y = statistics.values[1].value;
  std::vector<bool> hidden(trace.values().size());
  hidden[y.index] = true;
  const RangeStatistics without = statistics_in(trace, StatisticsScope{{0, 10}, {}, hidden});
  ASSERT_EQ(without.values.size(), 2U);
  EXPECT_DOUBLE_EQ(without.values[0].exclusive, 6);
  // A row whose states are all hidden is still a row with states.
  hidden[statistics.values[2].value.index] = true;
  const RangeStatistics of_a = statistics_in(trace, StatisticsScope{{0, 10}, {}, hidden});
  ASSERT_EQ(of_a.values.size(), 1U);
  EXPECT_DOUBLE_EQ(of_a.values[0].share, 6.0 / 20);
  EXPECT_DOUBLE_EQ(of_a.values[0].balance, 0.5);
  std::vector<bool> rows(trace.containers().size());
  rows[trace.find_container("b").index] = true;
  const RangeStatistics of_b = statistics_in(trace, StatisticsScope{{0, 10}, rows, {}});
  ASSERT_EQ(of_b.values.size(), 1U);
  EXPECT_DOUBLE_EQ(of_b.values[0].share, 2.0 / 10);
  const auto longest = longest_of(trace, {.range = {0, 10}}, statistics.values[0].value, {});
  ASSERT_TRUE(longest);
  EXPECT_EQ(span_of(trace, *longest), (TimeSpan{0, 10}));
}

// As percentile(x, p) of SQL has them.
TEST(Statistics, PercentilesLieBetweenNeighbours) {
  std::vector<double> durations{5, 1, 4, 2, 3, 10};
  Neighbours found{};
  for (std::size_t i = 0; i < kPlaces; ++i) found[i] = select(durations, rank_of(6, i));
  EXPECT_EQ(found, (Neighbours{3, 4, 5, 10, 5, 10}));
  EXPECT_EQ(percentile(found, 6, 0), 3.5);
  EXPECT_EQ(percentile(found, 6, 1), 7.5);
  EXPECT_NEAR(percentile(found, 6, 2), 9.75, 1e-12);
  EXPECT_EQ(rank_of(1, kPlaces - 1), 0U);
}

TEST(Statistics, CellsAreInOrder) {
  std::mt19937 random(5);
  std::vector<double> durations{0, 0, 1e-300, 1e300};
  for (int i = 0; i < 5000; ++i)
    durations.push_back(std::pow(10, static_cast<int>(random() % 30) - 20));
  for (int i = 0; i < 5000; ++i)
    durations.push_back(1e-4 * (1 + 1e-12 * static_cast<double>(random() % 100)));
  std::sort(durations.begin(), durations.end());
  for (const std::size_t size : {4U, 64U, 2048U}) {
    for (const std::vector<double>& sample :
         {std::vector<double>{}, {0}, {1e-4}, {0, 1e-9, 3}, durations}) {
      const DurationCells cells(sample, size);
      EXPECT_EQ(cells.size(), size);
      EXPECT_EQ(cells.of(0), 0U);
      std::size_t last = 0;
      for (const double duration : durations) {
        const std::size_t cell = cells.of(duration);
        ASSERT_GE(cell, last);
        ASSERT_LT(cell, size);
        last = cell;
      }
    }
  }
}

// Few durations have few cells, and neighbours of one percentile lie before and after those of
// another.
TEST(Statistics, PercentilesOfFewDurations) {
  std::mt19937 random(8);
  for (int round = 0; round < 300; ++round) {
    const int count = 1 + (round < 28 ? round : static_cast<int>(random() % 14));
    std::string text;
    uint64_t now = 0;
    for (int i = 1; i <= count; ++i) {
      text += "12 " + std::to_string(now) + " S a v\n";
      // The last one is longer, or each has a length of its own.
      now += round < 28 ? (i == count ? 8U : 1U) : uint64_t{1} << random() % 20;
      text += "13 " + std::to_string(now) + " S a\n";
    }
    const Trace trace = test::trace_of(text);
    const RangeStatistics statistics = statistics_of(trace, span_of(trace));
    expect_as_sorted(statistics.values, sorted_values(trace, span_of(trace), false));
    expect_as_sorted(statistics.containers, sorted_values(trace, span_of(trace), true));
  }
}

// Durations that are all alike, or all but one, or of every size.
TEST(Statistics, PercentilesOfOddDurations) {
  std::mt19937 random(6);
  for (int kind = 0; kind < 5; ++kind) {
    std::string text;
    double now = 0;
    for (int i = 0; i < 9000; ++i) {
      std::ostringstream line;
      line.precision(17);
      line << "12 " << now << " S "
           << "abc"[i % 4 == 0 ? i / 4 % 3 : 0] << " v" << (i % 7) % 2 << '\n';
      text += line.str();
      if (kind == 0) now += 0x1p-10;
      if (kind == 1) now += i == 4500 ? 1e3 : 0;
      if (kind == 2) now += i % 100 == 0 ? 0x1p-10 : 0;
      if (kind == 3) now += std::pow(2, static_cast<int>(random() % 50) - 40);
      if (kind == 4) now += 1 + 1e-12 * static_cast<double>(random() % 100);
    }
    const Trace trace = test::trace_of(text);
    const RangeStatistics statistics = statistics_of(trace, span_of(trace));
    expect_as_sorted(statistics.values, sorted_values(trace, span_of(trace), false));
    expect_as_sorted(statistics.containers, sorted_values(trace, span_of(trace), true));
  }
}

}  // namespace
}  // namespace paje::gui
