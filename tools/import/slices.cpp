#include "import/slices.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace paje::tools {

namespace {

constexpr double kTolerance = 0.5e-9;  // seconds
constexpr std::size_t kMostRows = 32;
constexpr double kNever = std::numeric_limits<double>::infinity();

// The order in which slices are pushed: by start, those around others first. What is_ordered keeps
// its order: each counts as long as the longest behind it.
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

struct Open {
  double end;
  uint32_t slice;
};

class Stacks {
 public:
  Stacks(ImportedTrace& trace, Losses& losses, SliceRows& rows, ContainerIndex container)
      : trace_(trace), losses_(losses), rows_(rows), container_(container) {}

  void add(const Slice& slice, uint32_t number) {
    for (std::size_t row = 0; row < kMostRows; ++row) {
      if (row == stacks_.size()) add_row();
      if (push(row, slice, number)) return;
    }
    losses_.add("slices that overlap more than 31 others without nesting");
  }

  void finish() {
    for (std::size_t row = 0; row < stacks_.size(); ++row) {
      while (!stacks_[row].empty()) pop(row);
    }
  }

 private:
  void add_row() {
    types_.push_back(rows_.type(trace_.containers()[container_].type, stacks_.size()));
    stacks_.emplace_back();
  }

  bool push(std::size_t row, const Slice& slice, uint32_t number) {
    std::vector<Open>& stack = stacks_[row];
    while (!stack.empty() && stack.back().end <= slice.start &&
           stack.back().slice != slice.parent) {
      pop(row);
    }
    double end = slice.end;
    if (!stack.empty() && end > stack.back().end) {
      const double around = stack.back().end;
      if (end - around >= kTolerance + 2 * (std::nextafter(around, kNever) - around)) return false;
      end = around;
    }
    trace_.push(slice.start, types_[row], container_, slice.value);
    stack.push_back({std::max(end, slice.start), number});
    return true;
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
};

}  // namespace

TypeIndex SliceRows::type(TypeIndex container_type, std::size_t row) {
  std::vector<TypeIndex>& known = types_[container_type];
  while (known.size() <= row) {
    const std::size_t number = known.size() + 1;
    const std::string name = number == 1 ? name_ : fmt::format("{} {}", name_, number);
    known.push_back(trace_.add_type({ImportedKind::state, container_type, name}));
  }
  return known[row];
}

void add_slices(ImportedTrace& trace, Losses& losses, SliceRows& rows, ContainerIndex container,
                const std::vector<Slice>& slices) {
  Stacks stacks(trace, losses, rows, container);
  for (const uint32_t number : order_of(slices)) stacks.add(slices[number], number);
  stacks.finish();
}

}  // namespace paje::tools
