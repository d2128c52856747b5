#include "analysis/marked_iterations.hpp"

#include <algorithm>
#include <stdexcept>

namespace paje {

namespace {

struct Marks {
  std::vector<double> starts;
  std::vector<double> ends;  // of states
  bool are_around = false;   // whether other states are nested in a marker
};

bool is_marker(const Trace& trace, ValueId value, const std::string& marker) {
  return value.valid() && trace[value].name.text == marker;
}

// Outermost states with that value; a nested one does not start an iteration.
void add_states(const Trace& trace, const Track& rows, const std::string& marker, Marks& marks) {
  const StateColumns states = trace.states();
  bool is_open = false;
  uint32_t depth = 0;
  for (uint64_t row = rows.first; row < rows.last; ++row) {
    if (is_open && states.depth[row] > depth) {
      marks.are_around = true;
      continue;
    }
    is_open = is_marker(trace, states.value[row], marker);
    if (!is_open) continue;
    depth = states.depth[row];
    marks.starts.push_back(states.start[row]);
    marks.ends.push_back(states.end[row]);
  }
}

void add_events(const Trace& trace, const Track& rows, const std::string& marker, Marks& marks) {
  const EventColumns events = trace.events();
  for (uint64_t row = rows.first; row < rows.last; ++row) {
    if (is_marker(trace, events.value[row], marker)) marks.starts.push_back(events.time[row]);
  }
}

}  // namespace

std::vector<TrackIterations> find_marked_iterations(const DependencyGraph& graph,
                                                    const std::string& marker, ThreadPool& pool) {
  const Trace& trace = graph.trace();
  std::vector<TrackIterations> found(graph.tracks().size());
  pool.for_each(found.size(), [&](std::size_t i) {
    const auto& track = graph.tracks()[i];
    Marks marks;
    add_states(trace, trace.track(track.container, track.type), marker, marks);
    for (const Track& rows : trace.tracks(track.container)) {
      if (!marks.starts.empty()) break;  // events count only if no state has this name
      if (rows.kind == TypeKind::event) add_events(trace, rows, marker, marks);
    }
    if (marks.starts.empty()) return;
    found[i].count = static_cast<uint32_t>(marks.starts.size());
    if (!marks.are_around) {
      marks.ends.assign(marks.starts.begin() + 1, marks.starts.end());
      marks.ends.push_back(std::max(marks.starts.back(), graph.start(track.last)));
    }
    found[i].starts = std::move(marks.starts);
    found[i].ends = std::move(marks.ends);
  });
  if (std::all_of(found.begin(), found.end(), [](const auto& track) { return track.count == 0; })) {
    throw std::invalid_argument("no container has states or events '" + marker + "'");
  }
  return found;
}

}  // namespace paje
