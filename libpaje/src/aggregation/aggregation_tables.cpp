#include "aggregation/aggregation_tables.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace paje {

namespace {

// Cost of a part. Of otherwise equal partitions, the one with fewer parts wins, so a larger p never
// has more of them. At p = 0, where fewer parts gain nothing, there is no such cost.
constexpr double kPart = 2e-12;
constexpr double kNothing = 1e-12;           // relative to a maximum: smaller ones are 0
constexpr double kRelativeRounding = 1e-12;  // of a loss, relative to its minuend or subtrahend

double times_log2(double x) { return x > 0 ? x * std::log2(x) : 0; }

// Also compiles a function for processors with AVX2, which halves the time of best(). Sanitizers do
// not support the resolver.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define PAJE_FOR_AVX2_TOO [[gnu::target_clones("avx2", "default")]]
#else
#define PAJE_FOR_AVX2_TOO
#endif

// Number of cuts tried in one pass over a row, which halves the memory traffic.
constexpr uint32_t kCuts = 4;

struct Cut {
  double before;         // best of the part before it
  const double* behind;  // best of the part after it, by last slice
};

// best[j] = max(best[j], before + after[j]) for all cuts, for j in [first, last).
PAJE_FOR_AVX2_TOO
void improve_all(double* __restrict best, const Cut* cuts, uint32_t first, uint32_t last) {
  const Cut a = cuts[0];
  const Cut b = cuts[1];
  const Cut c = cuts[2];
  const Cut d = cuts[3];
  for (uint32_t j = first; j < last; ++j) {
    const double with_a = a.before + a.behind[j];
    const double with_b = b.before + b.behind[j];
    const double with_c = c.before + c.behind[j];
    const double with_d = d.before + d.behind[j];
    const double ab = with_a > with_b ? with_a : with_b;
    const double cd = with_c > with_d ? with_c : with_d;
    const double most = ab > cd ? ab : cd;
    best[j] = most > best[j] ? most : best[j];
  }
}

// best[j] = max(best[j], before + after[j])
PAJE_FOR_AVX2_TOO
void improve(double* best, double before, const double* behind, uint32_t count) {
  for (uint32_t j = 0; j < count; ++j) {
    const double with_cut = before + behind[j];
    best[j] = with_cut > best[j] ? with_cut : best[j];
  }
}

}  // namespace

AggregationTree::AggregationTree(const AggregationCells& cells)
    : children(cells.parents.size()), leaves_below(cells.parents.size(), 0) {
  const auto count = static_cast<uint32_t>(cells.parents.size());
  std::vector<uint32_t> height(count, 0);
  for (uint32_t node = 0; node < count; ++node) {
    if (node < cells.leaves) leaves_below[node] = 1;
    const uint32_t parent = cells.parents[node];
    if (parent == AggregationCells::kNoParent) continue;
    children[parent].push_back(node);
    leaves_below[parent] += leaves_below[node];
    height[parent] = std::max(height[parent], height[node] + 1);
  }
  levels.resize(height.back() + std::size_t{1});
  for (uint32_t node = 0; node < count; ++node) levels[height[node]].push_back(node);
}

Aggregation::Tables::Tables(const AggregationCells& cells, const AggregationOptions& chosen)
    : options(chosen),
      parallel(chosen.threads),
      slices(cells.slices),
      tree(cells),
      gain(tree.children.size(), slices),
      loss(tree.children.size(), slices) {
  fill(cells);
  const double most_gain = gain.at(tree.root(), 0, slices - 1);
  const double most_loss = loss.at(tree.root(), 0, slices - 1);
  max_gain = most_gain < kNothing ? 0 : most_gain;
  max_loss = most_loss < kNothing ? 0 : most_loss;
  if (!options.normalised) return;
  gain_factor = max_gain == 0 ? 0 : 1 / max_gain;
  loss_factor = max_loss == 0 ? 0 : 1 / max_loss;
}

Aggregation::Tables::Weights Aggregation::Tables::weights(double p) const {
  return {p * gain_factor, (1 - p) * loss_factor, p == 0 ? 0 : kPart * scale()};
}

// The sum over an interval is a difference of running sums, by node and value: of the amounts, and
// of amount * log2(amount), which is also additive.
void Aggregation::Tables::fill(const AggregationCells& cells) {
  const std::size_t width = 2 * static_cast<std::size_t>(slices + 1);
  const std::size_t per_node = cells.values * width;
  std::vector<double> sums(tree.children.size() * per_node, 0);
  for (uint32_t leaf = 0; leaf < cells.leaves; ++leaf) {
    for (uint32_t value = 0; value < cells.values; ++value) {
      double* amount = sums.data() + leaf * per_node + value * width;
      double* information = amount + slices + 1;
      const double* given = cells.amounts.data() + cells.row(leaf, value);
      for (uint32_t t = 0; t < slices; ++t) {
        amount[t + 1] = amount[t] + given[t];
        information[t + 1] = information[t] + times_log2(given[t]);
      }
    }
  }
  for (std::size_t node = cells.leaves; node < tree.children.size(); ++node) {
    double* own = sums.data() + node * per_node;
    for (const uint32_t child : tree.children[node]) {
      const double* added = sums.data() + child * per_node;
      for (std::size_t at = 0; at < per_node; ++at) own[at] += added[at];
    }
  }
  parallel.for_each(tree.children.size(), [&](std::size_t node) {
    fill_node(static_cast<uint32_t>(node), cells.values, sums);
  });
}

void Aggregation::Tables::fill_node(uint32_t node, uint32_t values,
                                    const std::vector<double>& sums) {
  const std::size_t width = 2 * static_cast<std::size_t>(slices + 1);
  std::vector<double> cells_log2(slices + std::size_t{1});
  for (uint32_t length = 1; length <= slices; ++length) {
    cells_log2[length] = std::log2(static_cast<double>(tree.leaves_below[node]) * length);
  }
  for (uint32_t value = 0; value < values; ++value) {
    const double* amount = sums.data() + (node * static_cast<std::size_t>(values) + value) * width;
    const double* information = amount + slices + 1;
    for (uint32_t i = 0; i < slices; ++i) {
      double* gains = gain.row(node, i);
      double* losses = loss.row(node, i);
      // Skip single cells: their gain and loss are 0.
      for (uint32_t j = tree.leaves_below[node] == 1 ? i + 1 : i; j < slices; ++j) {
        const double sum = amount[j + 1] - amount[i];
        if (!(sum > 0)) continue;
        const double most = sum * cells_log2[j - i + 1];
        const double gained =
            std::max(0.0, sum * std::log2(sum) - (information[j + 1] - information[i]));
        const double lost = most - gained;
        gains[j] += gained;
        // Equal cells have no loss; a rounding error must not decide anything.
        if (lost > kRelativeRounding * std::max(most, gained)) losses[j] += lost;
      }
    }
  }
}

double Aggregation::Tables::of_children(const Triangles& best, uint32_t node, uint32_t i,
                                        uint32_t j) const {
  double sum = 0;
  for (const uint32_t child : tree.children[node]) sum += best.at(child, i, j);
  return sum;
}

// best(h,i,j) = max(own, sum of children's, max over c of best(h,i,c) + best(h,c+1,j)). Rows go
// from the last to the first. In a row, cuts c go forwards, so that best(h,i,c) is final when c is
// used; each improves all j > c at once.
void Aggregation::Tables::optimise_node(uint32_t node, const Weights& by, Triangles& best) const {
  const bool is_leaf = tree.children[node].empty();
  for (uint32_t i = slices; i-- > 0;) {
    double* const row = best.row(node, i);
    for (const uint32_t child : tree.children[node]) {
      const double* added = best.row(child, i);
      for (uint32_t j = i; j < slices; ++j) row[j] += added[j];
    }
    const double* const gains = gain.row(node, i);
    const double* const losses = loss.row(node, i);
    for (uint32_t j = i; j < slices; ++j) {
      const double own = by.of(gains[j], losses[j]);
      row[j] = is_leaf || own > row[j] ? own : row[j];
    }
    uint32_t cut = i;
    // The value of a cut is final only after all earlier cuts were tried, so the cuts of one pass
    // improve each other first.
    for (; cut + kCuts < slices; cut += kCuts) {
      Cut cuts[kCuts];
      for (uint32_t k = 0; k < kCuts; ++k) {
        cuts[k] = {row[cut + k], best.row(node, cut + k + 1)};
        improve(row + cut + k + 1, cuts[k].before, cuts[k].behind + cut + k + 1, kCuts - 1 - k);
      }
      improve_all(row, cuts, cut + kCuts, slices);
    }
    for (; cut + 1 < slices; ++cut) {
      const double* const behind = best.row(node, cut + 1);
      improve(row + cut + 1, row[cut], behind + cut + 1, slices - cut - 1);
    }
  }
}

// Walks down from the whole. The best choice at each step is derived from the numbers again.
void Aggregation::Tables::collect(const Weights& by, const Triangles& best,
                                  Partition& partition) const {
  std::vector<Aggregate> open{{tree.root(), 0, slices - 1, 0, 0}};
  while (!open.empty()) {
    Aggregate at = open.back();
    open.pop_back();
    at.gain = gain.at(at.node, at.first, at.last);
    at.loss = loss.at(at.node, at.first, at.last);
    const double wanted = best.at(at.node, at.first, at.last) - kTie * scale();
    if (by.of(at.gain, at.loss) >= wanted) {
      partition.gain += at.gain;
      partition.loss += at.loss;
      partition.parts.push_back(at);
      continue;
    }
    const auto& children = tree.children[at.node];
    if (!children.empty() && of_children(best, at.node, at.first, at.last) >= wanted) {
      for (const uint32_t child : children) open.push_back({child, at.first, at.last, 0, 0});
      continue;
    }
    uint32_t cut = at.first;
    // One cut must fit, so the last one is not checked.
    while (cut + 1 < at.last &&
           best.at(at.node, at.first, cut) + best.at(at.node, cut + 1, at.last) < wanted) {
      ++cut;
    }
    open.push_back({at.node, at.first, cut, 0, 0});
    open.push_back({at.node, cut + 1, at.last, 0, 0});
  }
  std::sort(partition.parts.begin(), partition.parts.end(),
            [](const Aggregate& a, const Aggregate& b) {
              return std::pair(a.node, a.first) < std::pair(b.node, b.first);
            });
}

}  // namespace paje
