#include "paje/run_totals.hpp"

#include <algorithm>
#include <limits>

#include "analysis/make_wait_plan.hpp"
#include "analysis/span_cutter.hpp"

namespace paje {

RunTotals run_totals(const Trace& trace, const Classes& classes, unsigned threads) {
  ThreadPool pool(threads);
  TrackChoice choice = choose_tracks(trace, classes, pool);
  const WaitPlan plan = make_wait_plan(trace, choice, pool);
  RunTotals totals;
  const std::size_t values = choice.values.size();
  totals.seconds.assign(choice.rows.size() * values, 0);
  std::vector<double> ends(choice.rows.size());
  pool.for_each(choice.rows.size(), [&](std::size_t track) {
    double* const seconds = &totals.seconds[track * values];
    // A piece lasts until the next one starts.
    double since = choice.starts[track];
    uint32_t value = 0;
    const auto add = [&](double start, uint32_t next) {
      seconds[value] += start - since;
      since = start;
      value = next;
    };
    ends[track] = cut_track(trace, choice, plan, track, add, [](const WaitSpan&) {});
    seconds[value] += ends[track] - since;
  });
  if (!ends.empty()) {
    totals.start = std::numeric_limits<double>::infinity();
    totals.end = -totals.start;
    for (std::size_t track = 0; track < ends.size(); ++track) {
      totals.start = std::min(totals.start, trace.states().start[choice.rows[track].first]);
      totals.end = std::max(totals.end, ends[track]);
    }
  }
  totals.values = std::move(choice.values);
  totals.tracks = std::move(choice.tracks);
  totals.track_of_container = std::move(choice.track_of_container);
  return totals;
}

}  // namespace paje
