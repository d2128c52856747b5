// Bounds of a run against values found on paper; linear programs against their duals.
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

#include "paje/bounds.hpp"
#include "small_run.hpp"

namespace paje::testing {
namespace {

constexpr double kNot = std::numeric_limits<double>::quiet_NaN();

TEST(AreaBound, SplitsWorkAtWill) {
  EXPECT_DOUBLE_EQ(area_bound(std::vector<double>{6, 3}, std::vector<uint32_t>{1}).time, 9);
  // Of 6 s, or 3 s on the faster kind, a third is done by the slower one.
  const AreaBound one = area_bound(std::vector<double>{6, 3}, std::vector<uint32_t>{1, 1});
  EXPECT_NEAR(one.time, 2, 1e-12);
  EXPECT_NEAR(one.shares[0], 1.0 / 3, 1e-12);
  // The second kernel runs on the first kind only.
  const AreaBound two = area_bound(std::vector<double>{6, 3, 4, kNot}, std::vector<uint32_t>{2, 1});
  EXPECT_NEAR(two.time, 2.5, 1e-12) << "(4 + 6 x) / 2 = 3 (1 - x)";
  EXPECT_DOUBLE_EQ(area_bound(std::vector<double>{0, kNot}, std::vector<uint32_t>{1, 1}).time, 0);
}

// The greatest of a function with one peak between 0 and `most`.
double peak(double most, const std::function<double(double)>& of) {
  double low = 0, high = most;
  for (int i = 0; i < 100; ++i) {
    const double a = low + (high - low) / 3, b = high - (high - low) / 3;
    (of(a) < of(b) ? low : high) = of(a) < of(b) ? a : b;
  }
  return of((low + high) / 2);
}

// What weights of kinds, n[0] w[0] + n[1] w[1] + n[2] w[2] = 1, say at most of the time: each
// kernel costs its weighted time at least.
double dual(const std::vector<double>& seconds, const std::vector<uint32_t>& n) {
  const auto value = [&](double w0, double w1) {
    const double weights[] = {w0, w1, (1 - w0 * n[0] - w1 * n[1]) / n[2]};
    double sum = 0;
    for (std::size_t k = 0; k < seconds.size(); k += 3) {
      double least = std::numeric_limits<double>::infinity();
      for (std::size_t r = 0; r < 3; ++r) {
        if (!std::isnan(seconds[k + r])) least = std::min(least, seconds[k + r] * weights[r]);
      }
      sum += least;
    }
    return sum;
  };
  return peak(1.0 / n[0], [&](double w0) {
    return peak((1 - w0 * n[0]) / n[1], [&](double w1) { return value(w0, w1); });
  });
}

TEST(AreaBound, IsThatOfTheDual) {
  std::mt19937 random(5);
  for (int round = 0; round < 30; ++round) {
    const std::vector<uint32_t> resources = {1 + static_cast<uint32_t>(random() % 8),
                                             1 + static_cast<uint32_t>(random() % 3),
                                             1 + static_cast<uint32_t>(random() % 3)};
    std::vector<double> seconds(3 * (1 + random() % 12));
    for (std::size_t i = 0; i < seconds.size(); ++i) {
      seconds[i] = std::exp(std::uniform_real_distribution<double>(-6, 3)(random));
      if (i % 3 != 0 && random() % 4 == 0) seconds[i] = kNot;
    }
    const AreaBound bound = area_bound(seconds, resources);
    EXPECT_NEAR(bound.time, dual(seconds, resources), 1e-6 * bound.time);
    double work[3] = {0, 0, 0};
    for (std::size_t k = 0; k < seconds.size(); k += 3) {
      double sum = 0;
      for (std::size_t r = 0; r < 3; ++r) {
        sum += bound.shares[k + r];
        if (bound.shares[k + r] > 0) work[r] += bound.shares[k + r] * seconds[k + r];
      }
      EXPECT_NEAR(sum, 1, 1e-9);
    }
    for (std::size_t r = 0; r < 3; ++r) EXPECT_LE(work[r], bound.time * resources[r] * (1 + 1e-9));
  }
}

TEST(RunBounds, TasksOnTwoKinds) {
  SmallRun run({"cpu0", "cpu1", "gpu0"});
  run.state("cpu0", 0, 4, "gemm").state("cpu1", 0, 4, "gemm").state("cpu0", 4, 5, "trsm");
  run.state("gpu0", 0, 1, "gemm").state("gpu0", 1, 2, "gemm").state("gpu0", 6, 7, "gemm");
  run.message("cpu0", 4, "cpu0", 4).message("cpu0", 5, "gpu0", 6).message("gpu0", 1.5, "gpu0", 6);
  const DependencyGraph graph = run.graph();
  const RunBounds bounds = find_bounds(graph);
  ASSERT_EQ(bounds.kinds.size(), 2u);
  EXPECT_EQ(bounds.kinds[0].name, "Rank cpu");
  EXPECT_EQ(bounds.kinds[0].tracks, 2u);
  ASSERT_EQ(bounds.kernels.size(), 2u);
  EXPECT_EQ(bounds.kernels[0].count, 5u);
  EXPECT_DOUBLE_EQ(bounds.kernels[0].means[0], 4);
  EXPECT_DOUBLE_EQ(bounds.kernels[0].means[1], 1);
  EXPECT_TRUE(std::isnan(bounds.kernels[1].means[1]));
  // Two CPUs do 1 s of trsm and x of five gemm, which are 20 s there and 5 s on the GPU:
  // (1 + 20 x) / 2 = 5 (1 - x).
  EXPECT_NEAR(bounds.area.time, 3.5, 1e-12);
  EXPECT_EQ(bounds.dependencies, 2u) << "the third starts within a task";
  EXPECT_DOUBLE_EQ(bounds.critical_path, 1 + 1 + 1);
  ASSERT_EQ(bounds.nodes.size(), 1u);
  EXPECT_NEAR(bounds.nodes[0].area, 3.5, 1e-12);
  EXPECT_DOUBLE_EQ(bounds.nodes[0].length, 7);
}

}  // namespace
}  // namespace paje::testing
