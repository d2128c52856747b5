// Replaces pieces of a track by the spans of a wait plan.
#pragma once

#include <algorithm>
#include <span>
#include <utility>

#include "analysis/piece_cutter.hpp"
#include "analysis/wait_plan.hpp"

namespace paje {

// Receives the pieces of one track. Calls emit(start, value) for pieces outside all spans, and for
// each span, with visit(span) before.
template <class Emit, class Visit>
class SpanCutter {
 public:
  SpanCutter(std::span<const WaitSpan> spans, const TrackChoice& choice, Emit emit, Visit visit)
      : spans_(spans), choice_(choice), emit_(std::move(emit)), visit_(std::move(visit)) {}

  void add(double start, uint32_t value) {
    if (has_piece_) flush(start);
    piece_ = start;
    value_ = value;
    has_piece_ = true;
  }
  /// `end` is the end of the last piece; returns the end of the track.
  double finish(double end) {
    if (has_piece_) flush(end);
    for (; next_ < spans_.size(); ++next_) {
      begin_span();
      end = std::max(end, spans_[next_].end);
      has_begun_ = false;
    }
    return end;
  }

 private:
  // Emits what is left of the piece, which ends at `end`.
  void flush(double end) {
    double start = piece_;
    if (start == end && is_swallowed(start)) return;
    while (next_ < spans_.size() && (spans_[next_].start < end || has_begun_)) {
      const WaitSpan& span = spans_[next_];
      if (!has_begun_) emit_before(start, span.start);
      begin_span();
      if (span.end > end || (span.end == end && span.start < span.end)) {
        if (span.end == end) end_span();
        return;
      }
      start = std::max(start, span.end);
      end_span();
    }
    if (start < end || piece_ == end) emit_(start, value_);
  }

  // Whether a piece of length 0 is covered by a span.
  [[nodiscard]] bool is_swallowed(double time) const {
    return next_ < spans_.size() && (has_begun_ || spans_[next_].start < time);
  }

  // Emits the part of a piece before a span. A barrier that starts with the span was still reached.
  void emit_before(double start, double time) {
    const bool is_barrier = is_of_threads(choice_.values[value_].meaning);
    const bool waits = spans_[next_].start < spans_[next_].end;
    if (start < time || (waits && is_barrier && start == time && start == piece_)) {
      emit_(start, value_);
    }
  }

  void begin_span() {
    if (has_begun_) return;
    has_begun_ = true;
    const WaitSpan& span = spans_[next_];
    visit_(span);
    emit_(span.start, span.value);
  }
  void end_span() {
    ++next_;
    has_begun_ = false;
  }

  std::span<const WaitSpan> spans_;
  const TrackChoice& choice_;
  Emit emit_;
  Visit visit_;
  std::size_t next_ = 0;  // index of the first span that has not ended
  bool has_begun_ = false;
  bool has_piece_ = false;
  double piece_ = 0;
  uint32_t value_ = 0;
};

// Calls emit(start, value) for each piece of a track, and visit(span) before emitting a span of the
// plan; returns the end of the track.
template <class Emit, class Visit>
double cut_track(const Trace& trace, const TrackChoice& choice, const WaitPlan& plan,
                 std::size_t track, Emit emit, Visit visit) {
  const Track& rows = choice.rows[track];
  const double start = choice.starts[track];
  if (!plan.has_spans(track)) {
    return cut_track(trace, rows, choice, start, std::move(emit));
  }
  SpanCutter cutter(plan.spans[track], choice, std::move(emit), std::move(visit));
  const double end = cut_track(trace, rows, choice, start,
                               [&](double piece, uint32_t value) { cutter.add(piece, value); });
  return cutter.finish(end);
}

}  // namespace paje
