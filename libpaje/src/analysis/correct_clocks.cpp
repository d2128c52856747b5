#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "base/thread_pool.hpp"
#include "paje/clocks.hpp"
#include "trace/trace_editor.hpp"

namespace paje {

namespace {

// The track whose clock each container has; DependencyGraph::kNone if none.
class ClockOwners {
 public:
  ClockOwners(const DependencyGraph& graph, const Trace& trace)
      : clock_(own_clocks(graph, trace)),
        own_(clock_.size() - static_cast<std::size_t>(std::count(clock_.begin(), clock_.end(),
                                                                 DependencyGraph::kNone))) {
    take_from_below(trace);
    take_from_above(trace);
  }

  [[nodiscard]] uint32_t of(ContainerId id) const { return clock_[id.index]; }
  [[nodiscard]] uint64_t own() const { return own_; }

 private:
  static std::vector<uint32_t> own_clocks(const DependencyGraph& graph, const Trace& trace) {
    std::vector<uint32_t> clocks(trace.containers().size(), DependencyGraph::kNone);
    for (const uint32_t track : bounded_tracks(graph)) {
      clocks[graph.tracks()[track].container.index] = track;
    }
    return clocks;
  }

  static std::vector<uint32_t> bounded_tracks(const DependencyGraph& graph) {
    std::vector<bool> is_bounded(graph.tracks().size());
    for (const auto& message : graph.messages()) {
      is_bounded[graph.track_of_piece(message.source)] = true;
      is_bounded[graph.track_of_piece(message.target)] = true;
    }
    for (const uint32_t piece : graph.members()) is_bounded[graph.track_of_piece(piece)] = true;
    std::vector<uint32_t> tracks;
    for (uint32_t i = 0; i < is_bounded.size(); ++i) {
      if (is_bounded[i]) tracks.push_back(i);
    }
    return tracks;
  }

  // A process whose only clock is that of a thread has this clock. Containers follow their parents.
  void take_from_below(const Trace& trace) {
    constexpr uint32_t kSeveral = DependencyGraph::kNone - 1;
    std::vector<uint32_t> below = clock_;
    for (auto i = static_cast<uint32_t>(below.size()); i-- > 1;) {
      if (below[i] == DependencyGraph::kNone) continue;
      uint32_t& above = below[trace.containers()[i].parent.index];
      above = above == DependencyGraph::kNone || above == below[i] ? below[i] : kSeveral;
    }
    for (std::size_t i = 1; i < below.size(); ++i) {
      if (clock_[i] == DependencyGraph::kNone && below[i] != kSeveral) clock_[i] = below[i];
    }
  }

  void take_from_above(const Trace& trace) {
    for (uint32_t i = 1; i < clock_.size(); ++i) {
      if (clock_[i] == DependencyGraph::kNone)
        clock_[i] = clock_[trace.containers()[i].parent.index];
    }
  }

  std::vector<uint32_t> clock_;  // by container
  uint64_t own_;
};

class Corrector {
 public:
  Corrector(Trace& trace, const Clocks& clocks, const ClockOwners& owners, unsigned threads)
      : trace_(trace), clocks_(clocks), owners_(owners), pool_(threads) {}

  void run() {
    TraceData& data = TraceEditor::data_of(trace_);
    const std::vector<uint32_t> lasting = lasting_variables(data);
    pool_.for_each(data.tracks.all.size(), [&](std::size_t i) {
      const Track& track = data.tracks.all[i];
      if (track.kind == TypeKind::link) return correct_links(data.links, track);
      if (owners_.of(track.container) != DependencyGraph::kNone) correct_rows(data, track);
    });
    sort_links(data,
               [&](uint64_t row) { return std::max(data.links.start[row], data.links.end[row]); });
    correct_containers(data);
    for (const uint32_t number : lasting) {
      const Track& track = data.tracks.all[number];
      data.variables.end[track.last - 1] = data.names.containers[track.container.index].end;
    }
    find_block_ends(data, pool_);
  }

 private:
  [[nodiscard]] double corrected(ContainerId container, double time) const {
    const uint32_t track = owners_.of(container);
    const bool is_of_clock = track != DependencyGraph::kNone && std::isfinite(time);
    return is_of_clock ? clocks_.corrected(track, time) : time;
  }

  // The tracks of variables whose last value lasts until their container ends.
  static std::vector<uint32_t> lasting_variables(const TraceData& data) {
    std::vector<uint32_t> found;
    for (uint32_t i = 0; i < data.tracks.all.size(); ++i) {
      const Track& track = data.tracks.all[i];
      if (track.kind != TypeKind::variable || track.size() == 0) continue;
      const double end = data.names.containers[track.container.index].end;
      if (data.variables.end[track.last - 1] == end) found.push_back(i);
    }
    return found;
  }

  void correct(PodVector<double>& times, const Track& track) const {
    for (uint64_t row = track.first; row < track.last; ++row) {
      times[row] = corrected(track.container, times[row]);
    }
  }
  void correct_rows(TraceData& data, const Track& track) const {
    if (track.kind == TypeKind::event) return correct(data.events.time, track);
    const bool is_state = track.kind == TypeKind::state;
    correct(is_state ? data.states.start : data.variables.start, track);
    correct(is_state ? data.states.end : data.variables.end, track);
  }
  void correct_links(StoredLinks& links, const Track& track) const {
    for (uint64_t row = track.first; row < track.last; ++row) {
      links.start[row] = corrected(links.start_container[row], links.start[row]);
      links.end[row] = corrected(links.end_container[row], links.end[row]);
    }
  }

  // A container encloses its descendants, which follow it. A container that was not destroyed lasts
  // until the last event.
  void correct_containers(TraceData& data) const {
    std::vector<Container>& all = data.names.containers;
    double last = last_end(data);
    for (uint32_t i = 0; i < all.size(); ++i) {
      all[i].start = corrected({i}, all[i].start);
      all[i].end = corrected({i}, all[i].end);
      if (all[i].destroyed) last = std::max(last, all[i].end);
    }
    for (auto i = static_cast<uint32_t>(all.size()); i-- > 0;) {
      if (!all[i].destroyed) all[i].end = last;
      if (i == 0) break;
      Container& above = all[all[i].parent.index];
      above.start = std::min(above.start, all[i].start);
      above.end = std::max(above.end, all[i].end);
    }
    if (data.end_time) data.end_time = last;
  }

  // A value of a variable ends with the next one, or with its container.
  static double last_end(const TraceData& data) {
    double last = -std::numeric_limits<double>::infinity();
    for (const auto* const times : {&data.states.end, &data.variables.start, &data.events.time,
                                    &data.links.start, &data.links.end}) {
      for (const double time : times->span()) last = std::max(last, time);
    }
    return last;
  }

  Trace& trace_;
  const Clocks& clocks_;
  const ClockOwners& owners_;
  ThreadPool pool_;
};

// Changes are largest at the ends of tracks, or at steps of the logical clock.
void measure(const DependencyGraph& graph, const Clocks& clocks, ClockCorrection& correction) {
  for (uint32_t i = 0; i < graph.tracks().size(); ++i) {
    const auto& track = graph.tracks()[i];
    double largest = 0;
    const auto look = [&](double time) {
      largest = std::max(largest, std::abs(clocks.corrected(i, time) - time));
    };
    look(graph.start(track.first));
    look(graph.start(track.last));
    if (!clocks.steps.empty()) {
      for (const ClockStep& step : clocks.steps[i]) look(step.time);
    }
    correction.containers += largest > 0 ? 1 : 0;
    correction.largest_drift = std::max(correction.largest_drift, std::abs(clocks.tracks[i].drift));
    if (largest <= correction.largest) continue;
    correction.largest = largest;
    correction.container = track.container;
  }
}

}  // namespace

Trace correct_clocks(Trace&& trace, const DependencyOptions& options, ClockCorrection* correction) {
  (void)TraceEditor::data_of(trace);
  ClockCorrection done;
  Clocks clocks;
  ClockOwners owners = [&] {
    // In a block, because the graph refers to the trace.
    const DependencyGraph graph(trace, options);
    clocks = estimate_clocks(graph);
    ClockOwners found(graph, trace);
    done.were_wrong = clocks.are_wrong;
    done.clocks = found.own();
    done.late_events = clocks.late_events;
    done.unsolved = clocks.unsolved;
    done.one_sided = clocks.one_sided();
    if (clocks.are_wrong) measure(graph, clocks, done);
    return found;
  }();
  if (clocks.are_wrong) Corrector(trace, clocks, owners, options.threads).run();
  if (correction != nullptr) *correction = done;
  return std::move(trace);
}

}  // namespace paje
