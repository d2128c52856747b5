#include "replay/batch_work.hpp"

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>

namespace paje {

BatchWork::Work& BatchWork::work_of(History& history, uint32_t number) {
  if (work_of_history_.size() <= number) {
    const std::size_t larger = work_of_history_.size() + work_of_history_.size() / 2;
    work_of_history_.resize(std::max<std::size_t>(number + std::size_t{1}, larger), kNone);
  }
  uint32_t& work = work_of_history_[number];
  if (work == kNone) {
    work = static_cast<uint32_t>(work_.size());
    work_.push_back({.history = &history, .number = number});
    if (!spare_runs_.empty()) {
      work_.back().runs = std::move(spare_runs_.back());
      spare_runs_.pop_back();
    }
  }
  return work_[work];
}

void BatchWork::add(History& history, uint32_t number) { (void)work_of(history, number); }

void BatchWork::add(History& history, uint32_t number, const Run& run) {
  Work& work = work_of(history, number);
  work.runs.push_back(run);
  work.records += run.records.size();
}

// The few histories that have much to do come first, so that what is worked on last is small. Of
// all others, a task takes several.
BatchWork::Plan BatchWork::plan(unsigned threads) {
  std::size_t records = 0;
  for (const Work& work : work_) records += work.records;
  const std::size_t much = records / (kTasksForThread * std::size_t{threads}) + 1;
  Plan plan;
  for (Work& work : work_) {
    if (work.records >= much) plan.order.push_back(&work);
  }
  std::sort(plan.order.begin(), plan.order.end(),
            [](const Work* a, const Work* b) { return a->records > b->records; });
  plan.ends.resize(plan.order.size());
  std::iota(plan.ends.begin(), plan.ends.end(), 1);
  std::size_t in_task = 0;
  for (Work& work : work_) {
    if (work.records >= much) continue;
    plan.order.push_back(&work);
    in_task += work.records;
    if (in_task < much) continue;
    plan.ends.push_back(plan.order.size());
    in_task = 0;
  }
  if (in_task > 0) plan.ends.push_back(plan.order.size());
  return plan;
}

void BatchWork::replay(const Hierarchy& hierarchy, const ReadOptions& options, ThreadPool& threads,
                       SegmentPool& memory) {
  const auto replay = [&](Work& work) {
    for (std::size_t run = 0; run < work.runs.size(); ++run) {
      if (run + 1 < work.runs.size()) fetch(work.runs[run + 1]);
      work.history->replay(work.runs[run], hierarchy, options, work.problems);
    }
  };
  const auto [order, ends] = plan(threads.threads());
  // The last task, for a thread that has nothing else to do, makes memory ready: a history of links
  // may be all that the others wait for.
  const std::size_t for_memory = threads.threads() > 1 ? 1 : 0;
  threads.for_each(ends.size() + for_memory, [&, &order = order, &ends = ends](std::size_t task) {
    if (task == ends.size()) return memory.make_ready();
    for (std::size_t i = task == 0 ? 0 : ends[task - 1]; i < ends[task]; ++i) {
      if (i + 1 < order.size()) fetch(order[i + 1]->runs.front());
      replay(*order[i]);
    }
  });
}

void BatchWork::move_problems(std::vector<PlacedProblem>& problems) {
  for (Work& work : work_) {
    problems.insert(problems.end(), std::make_move_iterator(work.problems.begin()),
                    std::make_move_iterator(work.problems.end()));
    work.problems.clear();
  }
}

std::vector<History*> BatchWork::histories() const {
  std::vector<History*> histories;
  histories.reserve(work_.size());
  for (const Work& work : work_) histories.push_back(work.history);
  return histories;
}

void BatchWork::clear() {
  for (Work& work : work_) {
    work_of_history_[work.number] = kNone;
    work.runs.clear();
    spare_runs_.push_back(std::move(work.runs));
  }
  work_.clear();
}

}  // namespace paje
