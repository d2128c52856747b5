// Queueing networks, and the times of placements by them.
#include <pybind11/stl.h>

#include <tuple>

#include "bindings.hpp"
#include "paje/models/placement_model.hpp"
#include "paje/models/queueing.hpp"
#include "paje/models/workload_fits.hpp"

namespace paje::python {

namespace {

namespace py = pybind11;
using Nodes = std::vector<std::tuple<uint32_t, double, double>>;
using Workload = std::tuple<double, double, double, double>;
using Samples = std::vector<std::pair<double, double>>;

std::vector<ModelNode> nodes_of(const Nodes& rows) {
  std::vector<ModelNode> nodes;
  for (const auto& [cores, speed, byte_time] : rows) nodes.push_back({cores, speed, byte_time});
  return nodes;
}

ModelWorkload workload_of(const Workload& row) {
  const auto [compute_share, sends, message_bytes, startup] = row;
  return {compute_share, sends, message_bytes, startup};
}

PlacementOptions options_of(const std::string& cpu, const std::string& partner) {
  if (cpu != "load-dependent" && cpu != "fixed") {
    throw py::value_error("cpu is 'load-dependent' or 'fixed'");
  }
  if (partner != "any" && partner != "other") throw py::value_error("partner is 'any' or 'other'");
  using Options = PlacementOptions;
  return {.cpu = cpu == "fixed" ? Options::Cpu::fixed : Options::Cpu::load_dependent,
          .partner = partner == "any" ? Options::Partner::any : Options::Partner::other};
}

py::tuple solve(const std::vector<std::pair<double, uint32_t>>& rows, uint32_t jobs,
                double think_time, const std::string& method) {
  if (method != "mva" && method != "convolution") {
    throw py::value_error("method is 'mva' or 'convolution'");
  }
  std::vector<Station> stations;
  for (const auto& [demand, servers] : rows) stations.push_back({demand, servers});
  NetworkSolution found = method == "mva" ? mean_value_analysis(stations, jobs, think_time)
                                          : solve_by_convolution(stations, jobs, think_time);
  if (method == "convolution") add_lengths(stations, jobs, think_time, found);
  return py::make_tuple(found.throughput, found.response, found.residences, found.lengths,
                        found.utilisations);
}

py::tuple predict_of_placements(const std::vector<uint32_t>& processes, const Nodes& nodes,
                                const Workload& workload, std::pair<double, double> constants,
                                const std::string& cpu, const std::string& partner) {
  const PlacementPrediction found =
      predict_placement(processes, nodes_of(nodes), workload_of(workload),
                        {constants.first, constants.second}, options_of(cpu, partner));
  const auto bottleneck = found.bottleneck();
  return py::make_tuple(found.time, found.cycle, found.throughput, found.cpu_utilisations,
                        found.network_utilisations,
                        py::make_tuple(bottleneck.node, bottleneck.is_network ? "network" : "cpu",
                                       bottleneck.utilisation));
}

py::tuple fit_of_placements(
    const std::vector<std::tuple<std::vector<uint32_t>, Workload, double>>& rows,
    const Nodes& nodes, const std::string& cpu, const std::string& partner) {
  std::vector<ProfiledRun> runs;
  for (const auto& [processes, workload, time] : rows) {
    runs.push_back({processes, workload_of(workload), time});
  }
  const PlacementFit found = fit_placement(runs, nodes_of(nodes), options_of(cpu, partner));
  return py::make_tuple(found.constants.cpu, found.constants.network, found.errors,
                        found.is_network_observable, found.are_constants_distinct);
}

std::vector<ProcessSample> process_samples(const Samples& rows) {
  std::vector<ProcessSample> samples;
  for (const auto& [processes, value] : rows) samples.push_back({processes, value});
  return samples;
}

}  // namespace

void bind_placement_models(py::module_& module) {
  using py::arg;
  module.def("solve_network", solve, arg("stations"), arg("jobs"), arg("think_time"),
             arg("method"));
  module.def("predict_placement", predict_of_placements, arg("processes"), arg("nodes"),
             arg("workload"), arg("constants"), arg("cpu"), arg("partner"));
  module.def("fit_placement", fit_of_placements, arg("runs"), arg("nodes"), arg("cpu"),
             arg("partner"));
  module.def(
      "fit_sends",
      [](const Samples& rows) {
        const SendsFit found = fit_sends(process_samples(rows));
        return py::make_tuple(found.factor, found.constant);
      },
      arg("samples"));
  module.def(
      "fit_message_size",
      [](const Samples& rows, bool is_power) {
        const auto samples = process_samples(rows);
        const MessageFit found = is_power ? fit_power_size(samples) : fit_inverse_size(samples);
        return py::make_tuple(found.a, found.b, found.error);
      },
      arg("samples"), arg("is_power"));
}

}  // namespace paje::python
