// What the answers rest on: classes, checks and clocks; bounds of a run of tasks.
#include <pybind11/stl.h>

#include <algorithm>
#include <set>
#include <string>

#include "analysis.hpp"
#include "paje/bounds.hpp"
#include "paje/clocks.hpp"
#include "paje/critical_path.hpp"
#include "paje/profile.hpp"
#include "text_of_bytes.hpp"

namespace paje::python {

namespace {

// The values that no rule classifies, those with most time first, and their share of the time of
// all tracks.
struct Unclassified {
  double share = 0;
  std::vector<uint32_t> values;
};
Unclassified find_unclassified(const DependencyGraph& graph) {
  const std::vector<double> seconds = seconds_by_value(graph);
  Unclassified found;
  double all = 0, sum = 0;
  for (const auto& track : graph.tracks()) {
    all += graph.start(track.last) - graph.start(track.first);
  }
  for (uint32_t value = 0; value < seconds.size(); ++value) {
    if (graph.values()[value].meaning.matched || seconds[value] == 0) continue;
    found.values.push_back(value);
    sum += seconds[value];
  }
  std::stable_sort(found.values.begin(), found.values.end(),
                   [&](uint32_t a, uint32_t b) { return seconds[a] > seconds[b]; });
  found.share = all > 0 ? sum / all : 0;
  return found;
}

py::list value_classes(const Analysis& analysis) {
  py::list rows;
  for (const auto& value : analysis.graph().values()) {
    rows.append(py::make_tuple(text_of_bytes(value.name),
                               std::string(spelling(value.meaning.value_class)),
                               std::string(spelling(value.meaning.kind)), value.meaning.matched));
  }
  return rows;
}

py::dict checks_of(const Analysis& analysis) {
  const DependencyGraph& graph = analysis.graph();
  const ReplayCheck check = unlocked([&] { return check_replay(graph); });
  const DependencyGraph::Counts& counts = graph.counts();
  py::dict checks;
  checks["length"] = graph.length();
  checks["replayed"] = check.length;
  checks["states"] = counts.states;
  checks["states_of_other_types"] = counts.states_of_other_types;
  checks["links"] = counts.links;
  checks["messages"] = graph.messages().size();
  checks["unmatched_starts"] = counts.unmatched_starts;
  checks["unmatched_ends"] = counts.unmatched_ends;
  checks["links_outside_tracks"] = counts.links_outside_tracks;
  checks["receives_without_message"] = counts.receives_without_message;
  checks["sends_without_message"] = counts.sends_without_message;
  checks["ends_before_start"] = check.ends_before_start;
  checks["left_before_last_came"] = check.left_before_last_came;
  checks["violation"] = check.violation;
  checks["stuck_tracks"] = check.stuck_tracks.size();
  checks["unclassified"] = unlocked([&] { return find_unclassified(graph).share; });
  return checks;
}

// What checks() has of it without a replay, the names of values that no rule classifies.
py::tuple lacks_of(const Analysis& analysis) {
  const DependencyGraph& graph = analysis.graph();
  const DependencyGraph::Counts& counts = graph.counts();
  const Unclassified unclassified = unlocked([&] { return find_unclassified(graph); });
  const ReplayCheck times = unlocked([&] { return check_times(graph); });
  py::list names;
  for (const uint32_t value : unclassified.values) {
    names.append(text_of_bytes(graph.values()[value].name));
  }
  return py::make_tuple(counts.links, counts.links - graph.messages().size(),
                        counts.receives_without_message + counts.sends_without_message,
                        unclassified.share, names, times.ends_before_start,
                        times.left_before_last_came);
}

// How many states the graph leaves out, and the names of their types.
py::tuple left_out_of(const Analysis& analysis) {
  const DependencyGraph& graph = analysis.graph();
  const Trace& trace = graph.trace();
  std::set<std::string> names;
  for (const DependencyGraph::Track& track : graph.tracks()) {
    for (const Track& rows : trace.tracks(track.container)) {
      if (rows.kind != TypeKind::state || rows.type == track.type || rows.size() == 0) continue;
      names.insert(std::string(trace[rows.type].name.text));
    }
  }
  py::list types;
  for (const std::string& name : names) types.append(text_of_bytes(name));
  return py::make_tuple(graph.counts().states_of_other_types, types);
}

// Of the run, then of each node, whose container is -1 for the run.
py::dict bounds_of(const Analysis& analysis) {
  const DependencyGraph& graph = analysis.graph();
  const RunBounds found = unlocked([&] { return find_bounds(graph); });
  std::vector<std::string> names;
  std::vector<double> seconds, lengths;
  std::vector<int64_t> containers;
  const auto add = [&](const char* name, double time, double length, int64_t container) {
    names.emplace_back(name);
    seconds.push_back(time);
    lengths.push_back(length);
    containers.push_back(container);
  };
  add("length", graph.length(), graph.length(), -1);
  add("area", found.area.time, graph.length(), -1);
  add("critical_path", found.critical_path, graph.length(), -1);
  add("greatest", found.greatest(), graph.length(), -1);
  for (const NodeBound& node : found.nodes) {
    add("length", node.length, node.length, node.node.index);
    add("area", node.area, node.length, node.node.index);
  }
  py::dict columns;
  columns["bound"] = py::cast(names);
  columns["seconds"] = array_of(std::move(seconds));
  columns["length"] = array_of(std::move(lengths));
  columns["container"] = array_of(std::move(containers));
  return columns;
}

py::dict clocks_of(const Analysis& analysis) {
  const Clocks found = unlocked([&] { return estimate_clocks(analysis.graph()); });
  std::vector<uint32_t> tracks(found.tracks.size());
  std::vector<double> shifts(found.tracks.size());
  std::vector<uint8_t> disagree(found.tracks.size());
  for (uint32_t i = 0; i < tracks.size(); ++i) {
    tracks[i] = i;
    shifts[i] = found.largest_shift(i);
  }
  for (const uint32_t track : found.conflict) disagree[track] = 1;
  py::dict columns;
  columns["track"] = array_of(std::move(tracks));
  const auto add = [&](const char* name, double ClockOffset::*field) {
    columns[name] = column<double>(found.tracks, [&](const auto& track) { return track.*field; });
  };
  add("offset", &ClockOffset::offset);
  add("least", &ClockOffset::least);
  add("greatest", &ClockOffset::greatest);
  add("drift", &ClockOffset::drift);
  add("least_drift", &ClockOffset::least_drift);
  add("greatest_drift", &ClockOffset::greatest_drift);
  columns["logical"] = array_of(std::move(shifts));
  columns["disagrees"] = array_of(std::move(disagree));
  return columns;
}

}  // namespace

void bind_checks(py::class_<Analysis>& analysis) {
  analysis.def("value_classes", value_classes)
      .def("checks", checks_of)
      .def("lacks", lacks_of)
      .def("left_out", left_out_of)
      .def("bounds", bounds_of)
      .def("clocks", clocks_of);
}

}  // namespace paje::python
