// Messages by pair of containers against counts found on paper.
#include "paje/communication.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "small_run.hpp"

namespace paje::testing {
namespace {

TEST(Communication, MatrixHasCountsAndBytes) {
  SmallRun run;
  run.message("a", 0, "b", 1, 100).message("a", 2, "b", 3, 20).message("b", 1, "a", 2, 5);
  const Trace trace = run.trace();
  const std::vector<ContainerPair> pairs = message_matrix(trace, link_sizes(trace));
  ASSERT_EQ(pairs.size(), 2u);
  EXPECT_EQ(pairs[0].from, trace.find_container("a"));
  EXPECT_EQ(pairs[0].to, trace.find_container("b"));
  EXPECT_EQ(pairs[0].messages, 2u);
  EXPECT_DOUBLE_EQ(pairs[0].bytes, 120);
  EXPECT_EQ(pairs[1].messages, 1u);
  EXPECT_DOUBLE_EQ(message_matrix(trace, {})[0].bytes, 0);
}

TEST(Communication, LinksWithoutASizeCountNoBytes) {
  SmallRun run;
  run.message("a", 0, "b", 1, 100).message("a", 2, "b", 3, 20);
  run.line("20 5 L m a x k9 \"\"").line("16 6 L m b x k9");
  const Trace trace = run.trace();
  const std::vector<double> sizes = link_sizes(trace);
  ASSERT_EQ(sizes.size(), 3u);
  EXPECT_EQ(std::count_if(sizes.begin(), sizes.end(), [](double x) { return std::isnan(x); }), 1);
  EXPECT_EQ(message_matrix(trace, sizes)[0].messages, 3u);
  EXPECT_DOUBLE_EQ(message_matrix(trace, sizes)[0].bytes, 120);
  uint64_t known = 0;
  for (const HistogramBin& bin : size_histogram(trace, sizes, 4)) known += bin.count;
  EXPECT_EQ(known, 2u);
}

TEST(Communication, TrafficByContainer) {
  SmallRun run({"a", "b", "c", "d"});
  run.message("a", 0, "b", 1, 100).message("a", 2, "c", 3, 20).message("b", 1, "a", 2, 5);
  const Trace trace = run.trace();
  const auto traffic = traffic_by_container(trace, link_sizes(trace));
  ASSERT_EQ(traffic.size(), 3u);
  EXPECT_EQ(traffic[0].container, trace.find_container("a"));
  EXPECT_EQ(traffic[0].sent, 2u);
  EXPECT_EQ(traffic[0].received, 1u);
  EXPECT_DOUBLE_EQ(traffic[0].bytes_sent, 120);
  EXPECT_DOUBLE_EQ(traffic[0].bytes_received, 5);
  EXPECT_EQ(traffic[2].sent, 0u);
  EXPECT_DOUBLE_EQ(traffic[2].bytes_received, 20);
}

std::vector<uint64_t> counts(const std::vector<HistogramBin>& bins) {
  std::vector<uint64_t> result;
  for (const HistogramBin& bin : bins) result.push_back(bin.count);
  return result;
}

TEST(Communication, HistogramsHaveEqualBins) {
  const std::vector<double> numbers = {0, 1, 2.5, 5, 9.9, 10, std::nan("")};
  const auto bins = histogram(numbers, 4);
  EXPECT_EQ(counts(bins), (std::vector<uint64_t>{2, 1, 1, 2}));
  EXPECT_DOUBLE_EQ(bins[1].low, 2.5);
  EXPECT_DOUBLE_EQ(bins[3].high, 10);
  EXPECT_EQ(counts(histogram(std::vector<double>{3, 3}, 4)), std::vector<uint64_t>{2});
  EXPECT_TRUE(histogram({}, 4).empty());
}

TEST(Communication, EveryNumberIsBetweenTheEdgesOfItsBin) {
  std::mt19937 random(1);
  for (int round = 0; round < 100; ++round) {
    std::uniform_real_distribution<double> any(-1e-3, std::pow(10.0, round % 9));
    std::vector<double> numbers(50);
    for (double& number : numbers) number = any(random);
    const auto bins = histogram(numbers, 7);
    for (std::size_t i = 0; i < bins.size(); ++i) {
      const bool is_last = i + 1 == bins.size();
      const auto inside = std::count_if(numbers.begin(), numbers.end(), [&](double number) {
        return number >= bins[i].low && (number < bins[i].high || is_last);
      });
      ASSERT_EQ(bins[i].count, static_cast<uint64_t>(inside));
    }
  }
}

TEST(Communication, OverTimeAndLatencies) {
  SmallRun run;
  run.message("a", 0, "b", 1, 100).message("a", 2, "b", 5, 20).message("b", 10, "a", 11, 5);
  const Trace trace = run.trace();
  const auto time = traffic_over_time(trace, link_sizes(trace), 5);
  ASSERT_EQ(time.size(), 5u);
  EXPECT_EQ(time[0].messages, 1u);
  EXPECT_DOUBLE_EQ(time[1].start, 2);
  EXPECT_EQ(time[1].messages, 1u);
  EXPECT_DOUBLE_EQ(time[1].bytes, 20);
  EXPECT_EQ(time[2].messages, 0u);
  EXPECT_EQ(time[4].messages, 1u);
  EXPECT_EQ(counts(latency_histogram(trace, 2)), (std::vector<uint64_t>{2, 1}));
}

}  // namespace
}  // namespace paje::testing
