#include "exchange/slices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <optional>
#include <queue>
#include <utility>

namespace paje::exchange {

namespace {

constexpr double kTolerance = 0.5e-9;  // seconds
constexpr double kNever = std::numeric_limits<double>::infinity();

// The order in which slices are pushed: by start, those around others first. What is_ordered keeps
// its order: each counts as long as the longest after it.
std::vector<uint32_t> order_of(const std::vector<Slice>& slices) {
  std::vector<uint32_t> order(slices.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto earlier = [&](uint32_t a, uint32_t b) { return slices[a].start < slices[b].start; };
  if (!std::is_sorted(order.begin(), order.end(), earlier)) {
    std::stable_sort(order.begin(), order.end(), earlier);
  }
  std::vector<double> reach(slices.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first + 1;
    while (last < order.size() && slices[order[last]].start == slices[order[first]].start) ++last;
    double longest = -kNever;
    for (std::size_t i = last; i-- > first;) {
      const Slice& slice = slices[order[i]];
      if (slice.is_ordered) longest = std::max(longest, slice.end);
      reach[order[i]] = slice.is_ordered ? longest : slice.end;
    }
    const auto begin = order.begin() + static_cast<std::ptrdiff_t>(first);
    const auto end = order.begin() + static_cast<std::ptrdiff_t>(last);
    if (last - first > 1) {
      std::stable_sort(begin, end, [&](uint32_t a, uint32_t b) { return reach[a] > reach[b]; });
    }
    first = last;
  }
  return order;
}

// How late a slice may end to fit into one that ends then.
double reach_of(double end) {
  if (std::isinf(end)) return end;
  const double beyond = end + (kTolerance + 2 * (std::nextafter(end, kNever) - end));
  return beyond > end ? std::nextafter(beyond, -kNever) : end;
}

// How late the slices that may come to each row end, and the first row for one: a tree of maxima.
class RowReaches {
 public:
  [[nodiscard]] std::size_t size() const { return rows_; }

  void add() {
    if (rows_ == leaves_) {
      std::vector<double> larger(4 * leaves_, -kNever);
      std::copy_n(tree_.begin() + static_cast<std::ptrdiff_t>(leaves_), rows_,
                  larger.begin() + static_cast<std::ptrdiff_t>(2 * leaves_));
      leaves_ *= 2;
      tree_ = std::move(larger);
      for (std::size_t i = leaves_; --i > 0;) tree_[i] = std::max(tree_[2 * i], tree_[2 * i + 1]);
    }
    set(rows_++, kNever);
  }

  void set(std::size_t row, double reach) {
    std::size_t i = leaves_ + row;
    tree_[i] = reach;
    while ((i /= 2) != 0) tree_[i] = std::max(tree_[2 * i], tree_[2 * i + 1]);
  }

  // size() if there is none.
  [[nodiscard]] std::size_t first(double end) const {
    if (!(tree_[1] >= end)) return rows_;
    std::size_t i = 1;
    while (i < leaves_) i = tree_[2 * i] >= end ? 2 * i : 2 * i + 1;
    return i - leaves_;
  }

 private:
  std::size_t leaves_ = 1;
  std::size_t rows_ = 0;
  std::vector<double> tree_ = {-kNever, -kNever};  // the root is element 1
};

struct Open {
  double end;
  uint32_t slice;
};

class Stacks {
 public:
  Stacks(ImportedTrace& trace, Losses& losses, SliceRows& rows, ContainerIndex container)
      : trace_(trace), losses_(losses), rows_(rows), container_(container) {}

  void add(const Slice& slice, uint32_t number) {
    close_until(slice.start, slice.parent);
    std::size_t row = reaches_.first(slice.end);
    if (row == reaches_.size()) row = add_row();
    std::vector<Open>& stack = stacks_[row];
    const double end = stack.empty() ? slice.end : std::min(slice.end, stack.back().end);
    trace_.push(slice.start, types_[row], container_, slice.value, slice.fields);
    stack.push_back({std::max(end, slice.start), number});
    reaches_.set(row, reach_of(stack.back().end));
    due_.emplace(stack.back().end, row);
  }

  void finish() {
    for (std::size_t row = 0; row < stacks_.size(); ++row) {
      while (!stacks_[row].empty()) pop(row);
    }
  }

 private:
  using Due = std::pair<double, std::size_t>;  // when a slice ends, and in which row

  std::size_t add_row() {
    types_.push_back(rows_.type(trace_.containers()[container_].type, stacks_.size()));
    stacks_.emplace_back();
    reaches_.add();
    return stacks_.size() - 1;
  }

  // Ends what does not last until `start`, but not the slice that the next one is in.
  void close_until(double start, uint32_t parent) {
    std::optional<Due> kept;
    while (!due_.empty() && due_.top().first <= start) {
      const Due due = due_.top();
      const std::size_t row = due.second;
      due_.pop();
      std::vector<Open>& stack = stacks_[row];
      const auto is_over = [&] { return !stack.empty() && stack.back().end <= start; };
      while (is_over() && stack.back().slice != parent) pop(row);
      if (is_over()) kept = due;  // for all that it is in, too
      reaches_.set(row, stack.empty() ? kNever : reach_of(stack.back().end));
    }
    if (kept) due_.push(*kept);
  }

  void pop(std::size_t row) {
    const Open open = stacks_[row].back();
    stacks_[row].pop_back();
    if (open.end == kNever) {
      losses_.add("ends of slices that never end (they last to the end of the trace)");
    } else {
      trace_.pop(open.end, types_[row], container_);
    }
  }

  ImportedTrace& trace_;
  Losses& losses_;
  SliceRows& rows_;
  ContainerIndex container_;
  std::vector<std::vector<Open>> stacks_;
  std::vector<TypeIndex> types_;
  RowReaches reaches_;
  std::priority_queue<Due, std::vector<Due>, std::greater<>> due_;
};

}  // namespace

TypeIndex SliceRows::type(TypeIndex container_type, std::size_t row) {
  std::vector<TypeIndex>& of_type = types_[container_type];
  while (of_type.size() <= row) {
    const std::size_t number = of_type.size() + 1;
    const std::string name = number == 1 ? name_ : fmt::format("{} {}", name_, number);
    of_type.push_back(trace_.add_type({ImportedKind::state, container_type, name}));
  }
  return of_type[row];
}

void add_slices(ImportedTrace& trace, Losses& losses, SliceRows& rows, ContainerIndex container,
                const std::vector<Slice>& slices) {
  Stacks stacks(trace, losses, rows, container);
  for (const uint32_t number : order_of(slices)) stacks.add(slices[number], number);
  stacks.finish();
}

}  // namespace paje::exchange
