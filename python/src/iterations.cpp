// The iterations of a run as columns, and the states of each.
#include "paje/iterations.hpp"

#include <pybind11/stl.h>

#include <algorithm>

#include "analysis.hpp"

namespace paje::python {

namespace {

IterationOptions options_of(uint32_t period, uint32_t level, const std::string& marker) {
  IterationOptions options;
  options.period = period;
  options.level = level;
  options.marker = marker;
  return options;
}

py::dict iterations_of(const Analysis& analysis, uint32_t period, uint32_t level,
                       const std::string& marker) {
  const Iterations found = unlocked(
      [&] { return find_iterations(analysis.graph(), options_of(period, level, marker)); });
  py::dict columns;
  columns["start"] = column<double>(found.table, [](const auto& row) { return row.start; });
  columns["end"] = column<double>(found.table, [](const auto& row) { return row.end; });
  columns["mean_length"] = column<double>(found.table, [](const auto& row) { return row.length; });
  columns["outlier"] = column<uint8_t>(found.table, [](const auto& row) { return row.is_outlier; });
  return columns;
}

// States with the number of their iteration.
struct PatternRows {
  std::vector<int64_t> iterations;
  std::vector<uint32_t> tracks, values;
  std::vector<double> starts, ends;

  void reserve(std::size_t rows) {
    iterations.reserve(rows);
    for (auto* numbers : {&tracks, &values}) numbers->reserve(rows);
    for (auto* times : {&starts, &ends}) times->reserve(rows);
  }
  void add(const DependencyGraph& graph, uint32_t track, std::size_t iteration, uint32_t piece) {
    iterations.push_back(static_cast<int64_t>(iteration));
    tracks.push_back(track);
    values.push_back(graph.value(piece));
    starts.push_back(graph.start(piece));
    ends.push_back(graph.end(piece));
  }
};

// With a period, iterations are counted in places, so that those of length 0 go where they belong;
// with a marker, what starts in an iteration is in it, at the end of one in the next.
void add_pattern(const DependencyGraph& graph, uint32_t number, const TrackIterations& found,
                 PatternRows& rows) {
  const DependencyGraph::Track& track = graph.tracks()[number];
  uint64_t place = 0;
  for (uint32_t piece = track.first; piece < track.last; ++piece) {
    if (graph.value(piece) == 0) continue;  // no state
    const uint64_t here = place++;
    if (found.period > 0) {
      if (here < found.first_place) continue;
      const uint64_t iteration = (here - found.first_place) / found.period;
      if (iteration < found.starts.size()) rows.add(graph, number, iteration, piece);
      continue;
    }
    const auto next =
        std::upper_bound(found.starts.begin(), found.starts.end(), graph.start(piece));
    if (next == found.starts.begin()) continue;
    const auto iteration = static_cast<std::size_t>(next - found.starts.begin()) - 1;
    if (graph.end(piece) <= found.ends[iteration]) rows.add(graph, number, iteration, piece);
  }
}

py::dict pattern_of(const Analysis& analysis, uint32_t period, uint32_t level,
                    const std::string& marker, std::optional<uint32_t> track) {
  if (track && *track >= analysis.graph().tracks().size()) throw py::index_error("no such track");
  PatternRows rows;
  unlocked([&] {
    const Iterations found = find_iterations(analysis.graph(), options_of(period, level, marker));
    std::size_t most = 0;
    for (const uint32_t number : found.agreeing) {
      if (!track || *track == number) most += analysis.graph().tracks()[number].size();
    }
    rows.reserve(most);
    for (const uint32_t number : found.agreeing) {
      if (!track || *track == number) {
        add_pattern(analysis.graph(), number, found.tracks[number], rows);
      }
    }
  });
  py::dict columns;
  columns["iteration"] = array_of(std::move(rows.iterations));
  columns["track"] = array_of(std::move(rows.tracks));
  columns["value"] = array_of(std::move(rows.values));
  columns["start"] = array_of(std::move(rows.starts));
  columns["end"] = array_of(std::move(rows.ends));
  return columns;
}

}  // namespace

void bind_iterations(py::class_<Analysis>& analysis) {
  analysis.def("iterations", iterations_of, py::arg("period"), py::arg("level"), py::arg("marker"))
      .def("pattern", pattern_of, py::arg("period"), py::arg("level"), py::arg("marker"),
           py::arg("track"));
}

}  // namespace paje::python
