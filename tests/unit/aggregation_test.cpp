// The best partitions against golden ones, an exhaustive search, and what must hold for all.
#include "paje/aggregation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <random>

namespace paje::testing {
namespace {

AggregationCells random_cells(std::mt19937_64& random, uint32_t most_leaves, uint32_t most_slices) {
  AggregationCells cells;
  cells.leaves = 1 + static_cast<uint32_t>(random() % most_leaves);
  cells.values = 1 + static_cast<uint32_t>(random() % 3);
  cells.slices = 1 + static_cast<uint32_t>(random() % most_slices);
  // Neighbours are joined at random until one node is left.
  std::vector<uint32_t> tops;
  for (uint32_t leaf = 0; leaf < cells.leaves; ++leaf) tops.push_back(leaf);
  cells.parents.assign(cells.leaves, AggregationCells::kNoParent);
  while (tops.size() > 1) {
    const std::size_t first = random() % (tops.size() - 1);
    const std::size_t count = 2 + random() % (tops.size() - first - 1);
    const auto node = static_cast<uint32_t>(cells.parents.size());
    cells.parents.push_back(AggregationCells::kNoParent);
    for (std::size_t i = first; i < first + count; ++i) cells.parents[tops[i]] = node;
    tops.erase(tops.begin() + static_cast<std::ptrdiff_t>(first),
               tops.begin() + static_cast<std::ptrdiff_t>(first + count));
    tops.insert(tops.begin() + static_cast<std::ptrdiff_t>(first), node);
  }
  const uint64_t levels = 1 + random() % 4;  // few different amounts: ties
  cells.amounts.resize(static_cast<std::size_t>(cells.leaves) * cells.values * cells.slices);
  for (double& amount : cells.amounts) {
    amount = random() % 3 == 0 ? 0.0 : static_cast<double>(random() % levels) / 4;
  }
  return cells;
}

// As the paper writes it, with no table of anything.
class Exhaustive {
 public:
  Exhaustive(const AggregationCells& cells, double p) : cells_(cells), p_(p) {
    const auto [gain, loss] = quality(root(), 0, cells.slices - 1);
    max_gain_ = gain < 1e-12 ? 0 : gain;
    max_loss_ = loss < 1e-12 ? 0 : loss;
  }

  std::pair<double, double> quality(uint32_t node, uint32_t i, uint32_t j) const {
    double gain = 0;
    double loss = 0;
    const std::vector<uint32_t> leaves = leaves_below(node);
    const double cells = static_cast<double>(leaves.size()) * (j - i + 1);
    if (cells == 1) return {0, 0};
    for (uint32_t value = 0; value < cells_.values; ++value) {
      double sum = 0;
      double information = 0;
      for (const uint32_t leaf : leaves) {
        for (uint32_t t = i; t <= j; ++t) {
          const double amount = cells_.amounts[cells_.row(leaf, value) + t];
          sum += amount;
          if (amount > 0) information += amount * std::log2(amount);
        }
      }
      if (sum <= 0) continue;
      gain += sum * std::log2(sum) - information;
      loss += sum * std::log2(cells) - (sum * std::log2(sum) - information);
    }
    return {gain, loss};
  }

  double criterion(uint32_t node, uint32_t i, uint32_t j) const {
    const auto [gain, loss] = quality(node, i, j);
    return p_ * (max_gain_ > 0 ? gain / max_gain_ : 0) -
           (1 - p_) * (max_loss_ > 0 ? loss / max_loss_ : 0);
  }

  double best() { return best(root(), 0, cells_.slices - 1); }

 private:
  uint32_t root() const { return static_cast<uint32_t>(cells_.parents.size() - 1); }
  std::vector<uint32_t> leaves_below(uint32_t node) const {
    std::vector<uint32_t> found;
    for (uint32_t leaf = 0; leaf < cells_.leaves; ++leaf) {
      for (uint32_t at = leaf; at != AggregationCells::kNoParent; at = cells_.parents[at]) {
        if (at == node) found.push_back(leaf);
      }
    }
    return found;
  }
  double best(uint32_t node, uint32_t i, uint32_t j) {
    double most = criterion(node, i, j);
    double children = 0;
    bool has_children = false;
    for (uint32_t child = 0; child < node; ++child) {
      if (cells_.parents[child] != node) continue;
      children += best(child, i, j);
      has_children = true;
    }
    if (has_children) most = std::max(most, children);
    for (uint32_t cut = i; cut < j; ++cut) {
      most = std::max(most, best(node, i, cut) + best(node, cut + 1, j));
    }
    return most;
  }

  const AggregationCells& cells_;
  double p_;
  double max_gain_ = 0;
  double max_loss_ = 0;
};

void expect_tiling(const AggregationCells& cells, const Partition& partition) {
  std::vector<int> covered(static_cast<std::size_t>(cells.leaves) * cells.slices, 0);
  for (const Aggregate& part : partition.parts) {
    for (uint32_t leaf = 0; leaf < cells.leaves; ++leaf) {
      uint32_t at = leaf;
      while (at != part.node && at != AggregationCells::kNoParent) at = cells.parents[at];
      if (at == AggregationCells::kNoParent) continue;
      for (uint32_t t = part.first; t <= part.last; ++t) ++covered[leaf * cells.slices + t];
    }
  }
  EXPECT_TRUE(std::all_of(covered.begin(), covered.end(), [](int times) { return times == 1; }));
}

TEST(Aggregation, IsAsGoodAsTheBestOfAllPartitions) {
  std::mt19937_64 random(1);
  for (int round = 0; round < 150; ++round) {
    const AggregationCells cells = random_cells(random, 4, 4);
    const Aggregation aggregation(cells);
    for (const double p : {0.0, 0.1, 0.3, 0.5, 0.8, 1.0}) {
      Exhaustive search(cells, p);
      const Partition partition = aggregation.best(p);
      EXPECT_NEAR(partition.criterion, search.best(), 1e-9);
      double sum = 0;
      for (const Aggregate& part : partition.parts) {
        sum += search.criterion(part.node, part.first, part.last);
      }
      EXPECT_NEAR(sum, partition.criterion, 1e-9);
      expect_tiling(cells, partition);
    }
  }
}

TEST(Aggregation, IsNotBelowTheFinestNorTheCoarsest) {
  std::mt19937_64 random(2);
  for (int round = 0; round < 100; ++round) {
    const AggregationCells cells = random_cells(random, 12, 20);
    const Aggregation aggregation(cells);
    for (const double p : {0.0, 0.2, 0.6, 1.0}) {
      const double whole =
          p * (aggregation.max_gain() > 0 ? 1 : 0) - (1 - p) * (aggregation.max_loss() > 0 ? 1 : 0);
      EXPECT_GE(aggregation.best(p).criterion, std::max(0.0, whole) - 1e-9);
    }
  }
}

TEST(Aggregation, SignificantPartitionsGrowCoarser) {
  std::mt19937_64 random(3);
  for (int round = 0; round < 40; ++round) {
    const AggregationCells cells = random_cells(random, 10, 15);
    const Aggregation aggregation(cells);
    for (const auto& list : {aggregation.significant(), aggregation.significant_exactly()}) {
      ASSERT_FALSE(list.empty());
      EXPECT_EQ(list.front().p, 0);
      for (std::size_t i = 1; i < list.size(); ++i) {
        EXPECT_LT(list[i - 1].p, list[i].p);
        EXPECT_GE(list[i].gain, list[i - 1].gain - 1e-9);
        EXPECT_GE(list[i].loss, list[i - 1].loss - 1e-9);
        EXPECT_LE(list[i].parts.size(), list[i - 1].parts.size());
      }
      for (const Partition& partition : list) expect_tiling(cells, partition);
      EXPECT_LT(knee_of(list, aggregation.max_gain(), aggregation.max_loss()), list.size());
    }
  }
}

TEST(Aggregation, FindsTheKneeWithoutTheWholeList) {
  std::mt19937_64 random(8);
  for (int round = 0; round < 60; ++round) {
    const AggregationCells cells = random_cells(random, 12, 18);
    const Aggregation aggregation(cells);
    const auto list = aggregation.significant();
    const Partition& wanted = list[knee_of(list, aggregation.max_gain(), aggregation.max_loss())];
    const Partition found = aggregation.at_knee();
    EXPECT_NEAR(found.gain, wanted.gain, 1e-9);
    EXPECT_NEAR(found.loss, wanted.loss, 1e-9);
    EXPECT_EQ(found.p, wanted.p);
  }
}

TEST(Aggregation, ExactBoundsAreWhereTheBisectionSaysTheyAre) {
  std::mt19937_64 random(4);
  for (int round = 0; round < 30; ++round) {
    const AggregationCells cells = random_cells(random, 8, 10);
    const Aggregation aggregation(cells);
    const auto exact = aggregation.significant_exactly();
    for (const Partition& coarse : aggregation.significant()) {
      // The last exact partition from there back is as good there.
      auto after =
          std::upper_bound(exact.begin(), exact.end(), coarse.p,
                           [](double p, const Partition& partition) { return p < partition.p; });
      ASSERT_NE(after, exact.begin());
      const Partition& there = *std::prev(after);
      const double value =
          coarse.p * (aggregation.max_gain() > 0 ? there.gain / aggregation.max_gain() : 0) -
          (1 - coarse.p) * (aggregation.max_loss() > 0 ? there.loss / aggregation.max_loss() : 0);
      EXPECT_NEAR(value, coarse.criterion, 1e-8);
    }
  }
}

TEST(Aggregation, DoesNotDependOnThreads) {
  std::mt19937_64 random(5);
  for (int round = 0; round < 20; ++round) {
    const AggregationCells cells = random_cells(random, 16, 20);
    const Partition alone = Aggregation(cells, {.normalised = true, .threads = 1}).best(0.4);
    for (const unsigned threads : {2U, 3U, 8U}) {
      const Partition found =
          Aggregation(cells, {.normalised = true, .threads = threads}).best(0.4);
      EXPECT_EQ(found.parts, alone.parts);
      EXPECT_EQ(found.criterion, alone.criterion);
    }
  }
}

TEST(Aggregation, DoesNotDependOnTheOrderOfChildren) {
  std::mt19937_64 random(6);
  for (int round = 0; round < 40; ++round) {
    AggregationCells cells = random_cells(random, 1, 12);
    cells.leaves = 5;
    cells.parents = {5, 5, 5, 5, 5, AggregationCells::kNoParent};
    cells.amounts.resize(std::size_t{5} * cells.values * cells.slices);
    for (double& amount : cells.amounts) amount = static_cast<double>(random() % 5) / 4;
    AggregationCells turned = cells;
    for (uint32_t leaf = 0; leaf < 5; ++leaf) {
      std::copy_n(cells.amounts.begin() + static_cast<std::ptrdiff_t>(cells.row(leaf, 0)),
                  cells.values * cells.slices,
                  turned.amounts.begin() + static_cast<std::ptrdiff_t>(cells.row(4 - leaf, 0)));
    }
    for (const double p : {0.1, 0.4, 0.7}) {
      Partition first = Aggregation(cells).best(p);
      Partition second = Aggregation(turned).best(p);
      EXPECT_NEAR(first.criterion, second.criterion, 1e-12);
      for (Aggregate& part : second.parts) {
        if (part.node < 5) part.node = 4 - part.node;
      }
      std::sort(second.parts.begin(), second.parts.end(), [](const auto& a, const auto& b) {
        return std::pair(a.node, a.first) < std::pair(b.node, b.first);
      });
      EXPECT_EQ(first.parts, second.parts);
    }
  }
}

TEST(Aggregation, EqualCellsAreOneAggregateWhateverTheirAmount) {
  for (const double amount : {0.5, 0.1, 0.0, 1e-9, 123.456}) {
    AggregationCells cells;
    cells.parents = {2, 2, AggregationCells::kNoParent};
    cells.leaves = 2;
    cells.values = 1;
    cells.slices = 7;
    cells.amounts.assign(14, amount);
    EXPECT_EQ(Aggregation(cells).best(0).parts.size(), 1U) << amount;
    EXPECT_EQ(Aggregation(cells).significant().size(), 1U) << amount;
  }
}

TEST(Aggregation, RefusesWhatIsNoModel) {
  AggregationCells cells;
  EXPECT_THROW(Aggregation{cells}, std::invalid_argument);
  cells.parents = {AggregationCells::kNoParent};
  cells.leaves = cells.values = cells.slices = 1;
  EXPECT_THROW(Aggregation{cells}, std::invalid_argument);
  cells.amounts = {-1};
  EXPECT_THROW(Aggregation{cells}, std::invalid_argument);
  cells.amounts = {1};
  EXPECT_EQ(Aggregation(cells).best(0.5).parts.size(), 1U);
  cells.parents = {0, AggregationCells::kNoParent};
  EXPECT_THROW(Aggregation{cells}, std::invalid_argument);
}

TEST(Aggregation, SumsOverSpaceAndTime) {
  AggregationCells cells;
  cells.parents = {2, 2, AggregationCells::kNoParent};
  cells.leaves = 2;
  cells.values = 2;
  cells.slices = 2;
  cells.amounts = {1, 2, 3, 4, 10, 20, 30, 40};
  EXPECT_EQ(summed_over_space(cells).amounts, (std::vector<double>{11, 22, 33, 44}));
  EXPECT_EQ(summed_over_time(cells).amounts, (std::vector<double>{3, 7, 30, 70}));
  EXPECT_EQ(summed_over_time(cells).parents, cells.parents);
}

}  // namespace
}  // namespace paje::testing
