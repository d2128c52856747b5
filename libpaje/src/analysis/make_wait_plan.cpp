#include "analysis/make_wait_plan.hpp"

#include <algorithm>

#include "analysis/device_waits.hpp"
#include "analysis/posted_operations.hpp"
#include "analysis/thread_teams.hpp"

namespace paje {

WaitPlan make_wait_plan(const Trace& trace, TrackChoice& choice, ThreadPool& pool) {
  WaitPlan plan;
  find_teams(trace, choice, pool, plan);
  find_device_waits(trace, choice, pool, plan);
  find_posted_operations(trace, choice, pool, plan);
  // At the time when a track starts to wait, it does not fork any more.
  for (auto& spans : plan.spans) {
    std::stable_sort(spans.begin(), spans.end(), [](const WaitSpan& a, const WaitSpan& b) {
      return a.start != b.start ? a.start < b.start : a.end < b.end;
    });
  }
  return plan;
}

}  // namespace paje
