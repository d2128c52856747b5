#include "paje/aggregation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "aggregation/table_size.hpp"
#include "aggregation/triangle.hpp"
#include "base/thread_pool.hpp"

namespace paje {

namespace {

// What a part costs, so that of partitions that are equal otherwise the one with fewer parts wins,
// and a larger p never shows more of them. At p = 0, where nothing is gained by fewer, it costs
// nothing.
constexpr double kPart = 2e-12;
constexpr double kTie = 1e-12;           // criteria that differ by less are equal
constexpr double kNothing = 1e-12;       // of a maximum: there is nothing to gain or lose
constexpr double kRounding = 1e-12;      // of a loss, relative to what it is the difference of
constexpr double kShortestBound = 1e-9;  // exact bounds closer than this are one
constexpr double kShortestStep = 1e-9;   // of p, that a curve is asked for
constexpr double kMostAmount = 1e290;    // all together: their information is a number, too

double times_log2(double x) { return x > 0 ? x * std::log2(x) : 0; }

void check(const AggregationCells& cells) {
  const auto refuse = [](const std::string& what) { throw std::invalid_argument(what); };
  const std::size_t nodes = cells.parents.size();
  if (cells.leaves == 0 || cells.values == 0 || cells.slices == 0) {
    refuse("aggregation: there are no cells");
  }
  if (nodes < cells.leaves || cells.parents.back() != AggregationCells::kNoParent) {
    refuse("aggregation: the last node is not the root");
  }
  for (std::size_t node = 0; node + 1 < nodes; ++node) {
    const uint32_t parent = cells.parents[node];
    if (parent <= node || parent >= nodes || parent < cells.leaves) {
      refuse("aggregation: node " + std::to_string(node) + " does not come before its parent");
    }
  }
  // Running sums of amounts and of information; then gain, loss and the best of each interval.
  const double sums = static_cast<double>(nodes) * cells.values * 2 * (cells.slices + 1.0);
  const double intervals = static_cast<double>(nodes) * cells.slices * (cells.slices + 1.0) / 2;
  check_table_bytes(sizeof(double) * (sums + 3 * intervals), cells, nodes);
  const std::size_t wanted = static_cast<std::size_t>(cells.leaves) * cells.values * cells.slices;
  if (cells.amounts.size() != wanted) refuse("aggregation: the number of amounts is wrong");
  double sum = 0;
  for (const double amount : cells.amounts) {
    if (!(amount >= 0 && std::isfinite(amount))) {
      refuse("aggregation: an amount is not a number of at least 0");
    }
    sum += amount;
  }
  if (!(sum <= kMostAmount)) refuse("aggregation: the amounts are too large to be added up");
}

// Written so that NaN is out of every range, here and in what follows.
void check_p(double p) {
  if (p >= 0 && p <= 1) return;
  throw std::invalid_argument(fmt::format("p is to be from 0 to 1, found {}", p));
}

void check_threshold(double threshold) {
  if (threshold >= kShortestStep && threshold <= 1) return;
  throw std::invalid_argument(
      fmt::format("the threshold of p is to be from {} to 1, found {}", kShortestStep, threshold));
}

// A kernel compiled for machines with AVX2 too, which halves the time of best(). Sanitizers do not
// like how the choice is made.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define PAJE_FOR_AVX2_TOO [[gnu::target_clones("avx2", "default")]]
#else
#define PAJE_FOR_AVX2_TOO
#endif

// That many cuts are tried in one pass over a row, which halves what goes to and from memory.
constexpr uint32_t kCuts = 4;

struct Cut {
  double before;         // best of what is before it
  const double* behind;  // best of what is after it, by last slice
};

// best[j] = max(best[j], before + after[j]) for all cuts, j from `first` to before `last`.
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

// The tree as what the two passes over it need.
struct Tree {
  explicit Tree(const AggregationCells& cells)
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

  [[nodiscard]] uint32_t root() const { return static_cast<uint32_t>(children.size() - 1); }

  std::vector<std::vector<uint32_t>> children;
  std::vector<uint32_t> leaves_below;
  std::vector<std::vector<uint32_t>> levels;  // nodes by their height, leaves first
};

}  // namespace

struct Aggregation::Tables {
  Tables(const AggregationCells& cells, const AggregationOptions& chosen)
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

  void fill(const AggregationCells& cells);
  void fill_node(uint32_t node, uint32_t values, const std::vector<double>& sums);

  // p * gain - (1 - p) * loss of an aggregate.
  struct Weights {
    double gain, loss, part;
    [[nodiscard]] double of(double g, double l) const { return gain * g - loss * l - part; }
  };
  [[nodiscard]] Weights weights(double p) const {
    return {p * gain_factor, (1 - p) * loss_factor, p == 0 ? 0 : kPart * scale()};
  }
  // Of a criterion, for what is small next to it.
  [[nodiscard]] double scale() const { return options.normalised ? 1 : 1 + max_gain + max_loss; }
  void optimise_node(uint32_t node, const Weights& by, Triangles& best) const;
  void collect(const Weights& by, const Triangles& best, Partition& partition) const;
  [[nodiscard]] double of_children(const Triangles& best, uint32_t node, uint32_t i,
                                   uint32_t j) const;

  AggregationOptions options;
  mutable ThreadPool parallel;  // does the work; not a part of the result
  uint32_t slices;
  Tree tree;
  Triangles gain, loss;
  double max_gain = 0, max_loss = 0;
  double gain_factor = 1, loss_factor = 1;
};

// Sums over an interval are differences of running sums, of each node and value: for the amounts,
// and for amount * log2(amount), which is additive too.
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
      // An aggregate of one cell loses and gains nothing.
      for (uint32_t j = tree.leaves_below[node] == 1 ? i + 1 : i; j < slices; ++j) {
        const double sum = amount[j + 1] - amount[i];
        if (!(sum > 0)) continue;
        const double most = sum * cells_log2[j - i + 1];
        const double gained =
            std::max(0.0, sum * std::log2(sum) - (information[j + 1] - information[i]));
        const double lost = most - gained;
        gains[j] += gained;
        // Equal cells lose nothing; what rounding leaves of that must not decide anything.
        if (lost > kRounding * std::max(most, gained)) losses[j] += lost;
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

// best(h,i,j) = max(own, sum of children's, max over c of best(h,i,c) + best(h,c+1,j)): rows from
// the last to the first, and in a row every cut c in turn, when best(h,i,c) is final; what is
// after c in the row is improved for all j at once.
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
    // A cut's own number is final when those before it were tried, so within the few of a pass they
    // are tried one after the other.
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

// Walks down from the whole; which way was best is seen from the numbers again.
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
    // The last cut is taken without a look: one of them has to be.
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

Aggregation::Aggregation(const AggregationCells& cells, const AggregationOptions& options) {
  check(cells);
  tables_ = std::make_unique<const Tables>(cells, options);
}
Aggregation::Aggregation(Aggregation&&) noexcept = default;
Aggregation& Aggregation::operator=(Aggregation&&) noexcept = default;
Aggregation::~Aggregation() = default;

double Aggregation::max_gain() const { return tables_->max_gain; }
double Aggregation::max_loss() const { return tables_->max_loss; }

Partition Aggregation::best(double p) const {
  check_p(p);
  const Tables::Weights by = tables_->weights(p);
  Triangles best(tables_->tree.children.size(), tables_->slices);
  for (const auto& level : tables_->tree.levels) {
    tables_->parallel.for_each(level.size(),
                               [&](std::size_t i) { tables_->optimise_node(level[i], by, best); });
  }
  Partition partition;
  partition.p = p;
  tables_->collect(by, best, partition);
  partition.criterion = by.gain * partition.gain - by.loss * partition.loss;
  return partition;
}

namespace {

// Nothing in the qualities forbids that a larger p is best served by a part more somewhere; such a
// partition is left out, so that along the list aggregates only ever become fewer.
void add_coarser(std::vector<Partition>& list, Partition partition) {
  const bool is_new = list.empty() || list.back().parts != partition.parts;
  const bool is_finer = !list.empty() && list.back().parts.size() < partition.parts.size();
  if (is_new && !is_finer) list.push_back(std::move(partition));
}

}  // namespace

std::vector<Partition> Aggregation::significant(double threshold) const {
  check_threshold(threshold);
  std::map<double, Partition> found;
  found.emplace(0.0, best(0));
  found.emplace(1.0, best(1));
  std::vector<std::pair<double, double>> open{{0.0, 1.0}};
  while (!open.empty()) {
    const auto [from, to] = open.back();
    open.pop_back();
    if (to - from <= threshold || found.at(from).parts == found.at(to).parts) continue;
    const double middle = from + (to - from) / 2;
    found.emplace(middle, best(middle));
    open.emplace_back(from, middle);
    open.emplace_back(middle, to);
  }
  std::vector<Partition> list;
  for (auto& [p, partition] : found) {
    add_coarser(list, std::move(partition));
  }
  return list;
}

std::vector<Partition> Aggregation::significant_exactly() const {
  struct Line {
    double gain, loss;  // with the divisors in force
  };
  const auto line = [&](const Partition& partition) {
    return Line{partition.gain * tables_->gain_factor, partition.loss * tables_->loss_factor};
  };
  std::vector<Partition> list{best(0)};
  std::vector<Partition> right{best(1)};  // still to be reached, the nearest last
  while (!right.empty()) {
    const Partition& before = list.back();
    Partition& after = right.back();
    const Line a = line(before);
    const Line b = line(after);
    const double more_gain = b.gain - a.gain;
    const double more_loss = b.loss - a.loss;
    if (before.parts == after.parts || more_gain + more_loss <= kTie * tables_->scale()) {
      right.pop_back();
      continue;
    }
    const double meeting = std::clamp(more_loss / (more_gain + more_loss), 0.0, 1.0);
    const double there = meeting * a.gain - (1 - meeting) * a.loss;
    Partition middle = best(meeting);
    const bool is_better = middle.criterion > there + kTie * tables_->scale() &&
                           middle.parts != before.parts && middle.parts != after.parts;
    if (is_better && meeting - before.p > kShortestBound) {
      right.push_back(std::move(middle));
      continue;
    }
    // Of those that are as good at one p, as at 0, the one after is best for more.
    const bool replaces = meeting - before.p <= kShortestBound;
    after.p = replaces ? before.p : meeting;
    if (replaces) list.pop_back();
    list.push_back(std::move(after));
    right.pop_back();
  }
  std::vector<Partition> coarser;
  for (Partition& partition : list) add_coarser(coarser, std::move(partition));
  return coarser;
}

Partition Aggregation::at_knee(double threshold) const {
  check_threshold(threshold);
  const auto gain = [&](const Partition& at) { return max_gain() > 0 ? at.gain / max_gain() : 1; };
  const auto loss = [&](const Partition& at) { return max_loss() > 0 ? at.loss / max_loss() : 0; };
  Partition before = best(0);
  Partition after = best(1);
  while (after.p - before.p > threshold && before.parts != after.parts) {
    Partition middle = best(before.p + (after.p - before.p) / 2);
    const double slope = (gain(middle) - 1) * (1 - middle.p) + loss(middle) * middle.p;
    (slope <= 0 ? before : after) = std::move(middle);
  }
  const std::vector<Partition> both{before, after};
  Partition knee = both[knee_of(both, max_gain(), max_loss())];
  // The least p at which the bisection of [0, 1] meets that partition.
  Partition first = best(0);
  if (first.parts == knee.parts) return first;
  double from = 0;
  double to = 1;
  while (to - from > threshold) {
    const double middle = from + (to - from) / 2;
    if (middle >= knee.p) {
      to = middle;
      continue;
    }
    Partition there = best(middle);
    const bool is_there = there.parts == knee.parts;
    (is_there ? to : from) = middle;
    if (is_there) knee = std::move(there);
  }
  return knee;
}

double Aggregation::memory_needed(std::size_t nodes, uint32_t slices) {
  return 3.0 * sizeof(double) * static_cast<double>(nodes) * slices * (slices + 1.0) / 2;
}

std::size_t knee_of(std::span<const Partition> partitions, double max_gain, double max_loss) {
  std::size_t knee = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < partitions.size(); ++i) {
    const double gain = max_gain > 0 ? partitions[i].gain / max_gain : 1;
    const double loss = max_loss > 0 ? partitions[i].loss / max_loss : 0;
    const double distance = (1 - gain) * (1 - gain) + loss * loss;
    if (distance > least) continue;
    least = distance;
    knee = i;
  }
  return knee;
}

AggregationCells summed_over_space(const AggregationCells& cells) {
  AggregationCells sum;
  sum.parents = {AggregationCells::kNoParent};
  sum.leaves = 1;
  sum.values = cells.values;
  sum.slices = cells.slices;
  sum.most_bytes = cells.most_bytes;
  sum.amounts.assign(static_cast<std::size_t>(cells.values) * cells.slices, 0);
  for (std::size_t at = 0; at < cells.amounts.size(); ++at) {
    sum.amounts[at % sum.amounts.size()] += cells.amounts[at];
  }
  return sum;
}

AggregationCells summed_over_time(const AggregationCells& cells) {
  AggregationCells sum = cells;
  sum.slices = 1;
  sum.amounts.assign(static_cast<std::size_t>(cells.leaves) * cells.values, 0);
  for (std::size_t at = 0; at < cells.amounts.size(); ++at) {
    sum.amounts[at / cells.slices] += cells.amounts[at];
  }
  return sum;
}

}  // namespace paje
