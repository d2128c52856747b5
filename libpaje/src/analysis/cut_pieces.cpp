#include "analysis/cut_pieces.hpp"

#include <stdexcept>

#include "analysis/span_cutter.hpp"
#include "base/memory_pages.hpp"

namespace paje {

namespace {

// cut_track(), and after its last state what states of other types last longer.
template <class Emit, class Visit>
double cut_to_end(const Trace& trace, const TrackChoice& choice, const WaitPlan& plan,
                  std::size_t track, Emit&& emit, Visit&& visit) {
  constexpr uint32_t kNoState = 0;
  const double end = cut_track(
      trace, choice, plan, track, [&](double start, uint32_t value) { emit(start, value); },
      [&](const WaitSpan& span) { visit(span); });
  const double last = choice.ends_of_others[track];
  if (last <= end) return end;
  emit(end, kNoState);
  return last;
}

}  // namespace

Pieces cut_pieces(const Trace& trace, TrackChoice& choice, const WaitPlan& plan, ThreadPool& pool) {
  std::vector<uint64_t> counts(choice.tracks.size());
  pool.for_each(counts.size(), [&](std::size_t i) {
    if (choice.rows[i].size() == 0) {
      counts[i] = 1;
      return;
    }
    uint64_t count = 0;
    cut_to_end(
        trace, choice, plan, i, [&](double, uint32_t) { ++count; }, [](const WaitSpan&) {});
    counts[i] = count;
  });
  uint64_t next = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (next + counts[i] + 1 >= DependencyGraph::kNone) {
      throw std::length_error("more than 4 billion pieces of time; select containers or a time");
    }
    choice.tracks[i].first = static_cast<uint32_t>(next);
    choice.tracks[i].last = static_cast<uint32_t>(next + counts[i]);
    next += counts[i] + 1;
  }
  Pieces pieces;
  pieces.starts = zeros_on_large_pages<double>(next);
  pieces.values = zeros_on_large_pages<uint32_t>(next);
  pieces.of_spans.resize(plan.spans.size());
  pool.for_each(counts.size(), [&](std::size_t i) {
    if (choice.rows[i].size() == 0) return;
    uint32_t piece = choice.tracks[i].first;
    pieces.starts[choice.tracks[i].last] = cut_to_end(
        trace, choice, plan, i,
        [&](double start, uint32_t value) {
          pieces.starts[piece] = start;
          pieces.values[piece++] = value;
        },
        [&](const WaitSpan&) { pieces.of_spans[i].push_back(piece); });
  });
  return pieces;
}

}  // namespace paje
