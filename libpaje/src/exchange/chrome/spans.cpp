#include "exchange/chrome/spans.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <queue>
#include <utility>

#include "exchange/chrome/pairs.hpp"

namespace paje::exchange {

namespace {

// One run of nested slices of an operation: nothing else of it is open outside.
struct Run {
  double start;
  double end;
  std::size_t first;  // of the slices of all runs
  std::size_t last;
};

// The containers of one category in one process, and when they are free again.
class Lanes {
 public:
  std::size_t place(const Run& run) {
    while (!busy_.empty() && busy_.top().first <= run.start) {
      free_.push(busy_.top().second);
      busy_.pop();
    }
    if (free_.empty()) free_.push(count_++);
    const std::size_t lane = free_.top();
    free_.pop();
    busy_.emplace(run.end, lane);
    return lane;
  }

 private:
  template <class Item>
  using LeastFirst = std::priority_queue<Item, std::vector<Item>, std::greater<>>;
  LeastFirst<std::pair<double, std::size_t>> busy_;
  LeastFirst<std::size_t> free_;
  std::size_t count_ = 0;
};

void add_runs(const std::vector<Slice>& added, std::vector<Run>& runs, std::vector<Slice>& slices) {
  const std::size_t base = slices.size();
  for (const Slice& slice : added) {
    if (slice.parent == Slice::kNone) {
      runs.push_back({slice.start, slice.end, slices.size(), slices.size()});
    }
    runs.back().end = std::max(runs.back().end, slice.end);  // slices may cross
    slices.push_back(slice);
    if (slice.parent != Slice::kNone) slices.back().parent += static_cast<uint32_t>(base);
    runs.back().last = slices.size();
  }
}

}  // namespace

void ThreadSpans::add(ContainerIndex thread, const ChromeMark& mark) {
  if (by_thread_.size() <= thread) by_thread_.resize(thread + std::size_t{1});
  by_thread_[thread].push_back(mark);
}

void ThreadSpans::finish(ImportedTrace& trace, Losses& losses, const char* name) {
  SliceRows rows(trace, name);
  for (std::size_t thread = 0; thread < by_thread_.size(); ++thread) {
    add_slices(trace, losses, rows, static_cast<ContainerIndex>(thread),
               pair_marks(std::exchange(by_thread_[thread], {}), trace, losses));
  }
}

void AsyncSpans::add(ContainerIndex process, std::string_view category, std::string_view id,
                     const ChromeMark& mark) {
  const auto [found, is_new] =
      by_id_.try_emplace(fmt::format("{}\n{}", category, id), operations_.size());
  if (is_new) operations_.push_back({process, std::string(category), {}});
  operations_[found->second].marks.push_back(mark);
}

void AsyncSpans::finish(ImportedTrace& trace, Losses& losses, TypeIndex process_type) {
  if (operations_.empty()) return;
  const TypeIndex type = trace.add_type({ImportedKind::container, process_type, "Async"});
  SliceRows rows(trace, "Slice");
  std::map<std::pair<ContainerIndex, std::string>, std::vector<const Operation*>> groups;
  for (const Operation& operation : operations_) {
    groups[{operation.process, operation.category}].push_back(&operation);
  }
  for (const auto& [group, operations] : groups) {
    std::vector<Run> runs;
    std::vector<Slice> slices;
    for (const Operation* operation : operations) {
      add_runs(pair_marks(operation->marks, trace, losses), runs, slices);
    }
    std::stable_sort(runs.begin(), runs.end(),
                     [](const Run& a, const Run& b) { return a.start < b.start; });
    Lanes lanes;
    std::vector<std::vector<Slice>> by_lane;
    for (const Run& run : runs) {
      const std::size_t lane = lanes.place(run);
      if (lane == by_lane.size()) by_lane.emplace_back();
      std::vector<Slice>& target = by_lane[lane];
      const auto base = static_cast<uint32_t>(target.size());
      for (std::size_t i = run.first; i < run.last; ++i) {
        target.push_back(slices[i]);
        uint32_t& parent = target.back().parent;
        if (parent != Slice::kNone) parent += base - static_cast<uint32_t>(run.first);
      }
    }
    const std::string& category = group.second;
    for (std::size_t lane = 0; lane < by_lane.size(); ++lane) {
      const std::string name =
          fmt::format("{} {}", category.empty() ? "async" : category, lane + 1);
      add_slices(trace, losses, rows, trace.add_container(type, group.first, name), by_lane[lane]);
    }
  }
}

}  // namespace paje::exchange
