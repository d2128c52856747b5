// pj_analyze's graph: its tracks and values; waits, causes and the critical path as
// columns.
#include "analysis.hpp"

#include <pybind11/stl.h>

#include <stdexcept>
#include <string>

#include "bindings.hpp"
#include "paje/critical_path.hpp"
#include "paje/lateness.hpp"
#include "text_of_bytes.hpp"

namespace paje::python {

namespace {

std::unique_ptr<Analysis> analyse(const Trace& trace, const std::string& classes,
                                  const std::string& classes_name, const std::string& size_field,
                                  const std::string& root, unsigned threads) {
  DependencyOptions options;
  options.classes.add(classes, classes_name);
  options.size_field = size_field;
  options.root = root;
  options.threads = threads;
  const py::gil_scoped_release released;
  return std::make_unique<Analysis>(trace, options);
}

py::array_t<uint32_t> containers_of(const Analysis& analysis) {
  return column<uint32_t>(analysis.graph().tracks(),
                          [](const auto& track) { return track.container.index; });
}

// Two more than the graph has: numbers of causes and of the path come after its own.
py::list value_names(const Analysis& analysis) {
  py::list names;
  for (const auto& value : analysis.graph().values()) names.append(text_of_bytes(value.name));
  names.append(text_of_bytes(value_name(analysis.graph(), Cause::kBefore)));
  names.append(text_of_bytes(value_name(analysis.graph(), Cause::kUnexplained)));
  return names;
}

uint32_t value_number(const DependencyGraph& graph, uint32_t value) {
  const auto count = static_cast<uint32_t>(graph.values().size());
  if (value == Cause::kBefore) return count;
  return value == Cause::kUnexplained ? count + 1 : value;
}

py::dict waits_of(Analysis& analysis) {
  const std::vector<Wait>& waits = unlocked([&]() -> auto& { return analysis.waits(); });
  const DependencyGraph& graph = analysis.graph();
  py::dict columns;
  columns["track"] =
      column<uint32_t>(waits, [&](const Wait& wait) { return graph.track_of_piece(wait.piece); });
  columns["value"] =
      column<uint32_t>(waits, [&](const Wait& wait) { return graph.value(wait.piece); });
  columns["kind"] = column<uint8_t>(waits, [](const Wait& wait) { return wait.kind; });
  columns["start"] =
      column<double>(waits, [&](const Wait& wait) { return graph.start(wait.piece); });
  columns["end"] = column<double>(waits, [&](const Wait& wait) { return graph.end(wait.piece); });
  columns["amount"] = column<double>(waits, [](const Wait& wait) { return wait.amount; });
  columns["waits_for"] = column<uint32_t>(waits, [](const Wait& wait) { return wait.whom; });
  columns["wrong_order"] =
      column<uint8_t>(waits, [](const Wait& wait) { return wait.wrong_order; });
  return columns;
}

py::dict root_waits_of(Analysis& analysis) {
  const DependencyGraph& graph = analysis.graph();
  const std::vector<Wait> waits = unlocked([&] { return find_root_waits(graph); });
  py::dict columns;
  columns["track"] =
      column<uint32_t>(waits, [&](const Wait& wait) { return graph.track_of_piece(wait.piece); });
  columns["value"] =
      column<uint32_t>(waits, [&](const Wait& wait) { return graph.value(wait.piece); });
  columns["start"] =
      column<double>(waits, [&](const Wait& wait) { return graph.start(wait.piece); });
  columns["end"] = column<double>(waits, [&](const Wait& wait) { return graph.end(wait.piece); });
  columns["amount"] = column<double>(waits, [](const Wait& wait) { return wait.amount; });
  columns["waits_for"] = column<uint32_t>(waits, [](const Wait& wait) { return wait.whom; });
  return columns;
}

py::dict causes_of(Analysis& analysis) {
  const std::vector<Cause>& causes = unlocked([&]() -> auto& { return analysis.causes(); });
  py::dict columns;
  columns["track"] = column<uint32_t>(causes, [](const Cause& cause) { return cause.track; });
  columns["value"] = column<uint32_t>(
      causes, [&](const Cause& cause) { return value_number(analysis.graph(), cause.value); });
  columns["start"] = column<double>(causes, [](const Cause& cause) { return cause.start; });
  columns["end"] = column<double>(causes, [](const Cause& cause) { return cause.end; });
  columns["seconds"] = column<double>(causes, [](const Cause& cause) { return cause.cost(); });
  columns["direct"] = column<double>(causes, [](const Cause& cause) { return cause.direct; });
  columns["passed_on"] = column<double>(causes, [](const Cause& cause) { return cause.passed_on; });
  return columns;
}

py::dict path_of(const Analysis& analysis) {
  const std::vector<PathPiece> path = unlocked([&] { return critical_path(analysis.graph()); });
  py::dict columns;
  columns["track"] = column<uint32_t>(path, [](const PathPiece& piece) { return piece.track; });
  columns["value"] = column<uint32_t>(
      path, [&](const PathPiece& piece) { return value_number(analysis.graph(), piece.value); });
  columns["start"] = column<double>(path, [](const PathPiece& piece) { return piece.start; });
  columns["end"] = column<double>(path, [](const PathPiece& piece) { return piece.end; });
  columns["duration"] =
      column<double>(path, [](const PathPiece& piece) { return piece.end - piece.start; });
  return columns;
}

// Of all pieces in their order what `measure` gives for them, or of those only that are states.
py::dict pieces_with(const DependencyGraph& graph, const std::vector<double>& measure,
                     const char* name, bool states_only) {
  std::vector<uint32_t> track_numbers, values;
  std::vector<double> starts, ends, measures;
  for (auto* numbers : {&track_numbers, &values}) numbers->reserve(measure.size());
  for (auto* times : {&starts, &ends, &measures}) times->reserve(measure.size());
  for (uint32_t i = 0; i < graph.tracks().size(); ++i) {
    const DependencyGraph::Track& track = graph.tracks()[i];
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      if (states_only && graph.value(piece) == 0) continue;
      track_numbers.push_back(i);
      values.push_back(graph.value(piece));
      starts.push_back(graph.start(piece));
      ends.push_back(graph.end(piece));
      measures.push_back(measure[piece]);
    }
  }
  py::dict columns;
  columns["track"] = array_of(std::move(track_numbers));
  columns["value"] = array_of(std::move(values));
  columns["start"] = array_of(std::move(starts));
  columns["end"] = array_of(std::move(ends));
  columns[name] = array_of(std::move(measures));
  return columns;
}

py::dict slack_of(const Analysis& analysis) {
  const std::vector<double> slack = unlocked([&] { return find_slack(analysis.graph()); });
  return pieces_with(analysis.graph(), slack, "slack", false);
}

py::dict lateness_of(const Analysis& analysis) {
  const std::vector<double> lateness = unlocked([&] { return find_lateness(analysis.graph()); });
  return pieces_with(analysis.graph(), lateness, "lateness", true);
}

py::dict efficiencies_of(const Analysis& analysis) {
  if (analysis.graph().tracks().empty()) {
    throw std::invalid_argument("the trace has no states, and efficiencies need these");
  }
  const Efficiencies all = unlocked([&] { return efficiencies(analysis.graph()); });
  py::dict row;
  row["length"] = all.length;
  row["ideal_length"] = all.ideal_length;
  row["useful_average"] = all.useful_average;
  row["useful_maximum"] = all.useful_maximum;
  row["parallel"] = all.parallel;
  row["load_balance"] = all.load_balance;
  row["communication"] = all.communication;
  row["serialisation"] = all.serialisation;
  row["transfer"] = all.transfer;
  return row;
}

py::list kinds_of_waits() {
  py::list kinds;
  for (std::size_t kind = 0; kind < kWaitKinds; ++kind) {
    kinds.append(std::string(spelling(static_cast<WaitKind>(kind))));
  }
  return kinds;
}

// The first, of none, is None.
py::list wrong_orders() {
  py::list orders;
  orders.append(py::none());
  for (const WrongOrder order : {WrongOrder::same_source, WrongOrder::other_source}) {
    orders.append(std::string(spelling(order)));
  }
  return orders;
}

}  // namespace

void bind_analysis(py::module_& module) {
  py::class_<Analysis> analysis(module, "Analysis");
  analysis.def("containers", containers_of)
      .def("value_names", value_names)
      .def("waits", waits_of)
      .def("root_waits", root_waits_of)
      .def("causes", causes_of)
      .def("critical_path", path_of)
      .def("slack", slack_of)
      .def("lateness", lateness_of)
      .def("efficiencies", efficiencies_of);
  bind_checks(analysis);
  bind_profiles(analysis);
  bind_messages(analysis);
  bind_iterations(analysis);
  bind_frequencies(analysis);
  module.attr("WAIT_KINDS") = py::tuple(kinds_of_waits());
  module.attr("WRONG_ORDERS") = py::tuple(wrong_orders());
  module.def("analyse", analyse, py::arg("trace"), py::kw_only(), py::arg("classes"),
             py::arg("classes_name"), py::arg("size_field"), py::arg("root"), py::arg("threads"));
}

}  // namespace paje::python
