#include "paje/aggregation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <stdexcept>
#include <string>
#include <utility>

#include "aggregation/aggregation_tables.hpp"
#include "aggregation/table_size.hpp"
#include "aggregation/triangle.hpp"

namespace paje {

namespace {

constexpr double kShortestBound = 1e-9;  // closer exact bounds are one
constexpr double kShortestStep = 1e-9;   // least threshold for significant()
constexpr double kMostAmount = 1e290;    // limit of their sum, so that their information is finite

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
  // Running sums of amounts and information; then gain, loss and the best criterion of each
  // interval.
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

// Conditions are written so that NaN is out of range, here and below.
void check_p(double p) {
  if (p >= 0 && p <= 1) return;
  throw std::invalid_argument(fmt::format("p is to be from 0 to 1, found {}", p));
}

void check_threshold(double threshold) {
  if (threshold >= kShortestStep && threshold <= 1) return;
  throw std::invalid_argument(
      fmt::format("the threshold of p is to be from {} to 1, found {}", kShortestStep, threshold));
}

}  // namespace

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

// The qualities do not exclude that a larger p is best with more parts. Such a partition is left
// out, so that the number of parts only decreases along the list.
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
    double gain, loss;  // multiplied by the factors
  };
  const auto line = [&](const Partition& partition) {
    return Line{partition.gain * tables_->gain_factor, partition.loss * tables_->loss_factor};
  };
  std::vector<Partition> list{best(0)};
  std::vector<Partition> right{best(1)};  // to be reached, the nearest last
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
    // If several are equally good at one p, as at 0, the coarser one is best from there on.
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
  // Finds the least p at which the bisection of [0, 1] meets this partition.
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
