// Power, energy and frequencies on lists, and pairs of a trace.
#include <pybind11/stl.h>

#include <tuple>

#include "bindings.hpp"
#include "paje/models/energy.hpp"
#include "paje/models/frequencies.hpp"
#include "paje/models/power.hpp"
#include "paje/models/transitions.hpp"

namespace paje::python {

namespace {

namespace py = pybind11;
using Rows = std::vector<std::tuple<double, double, double>>;

std::vector<PowerSample> samples_of(const Rows& rows) {
  std::vector<PowerSample> samples;
  for (const auto& [cpu, memory, power] : rows) samples.push_back({cpu, memory, power});
  return samples;
}

py::tuple fit(const Rows& rows, unsigned components) {
  const PowerFit found = fit_power(samples_of(rows), components);
  return py::make_tuple(found.model.idle, found.model.per_cpu, found.model.per_memory,
                        found.components, found.condition, found.explained);
}

py::tuple judge(double idle, double per_cpu, double per_memory, const Rows& rows) {
  const PowerAccuracy found = judge_power({idle, per_cpu, per_memory}, samples_of(rows));
  return py::make_tuple(found.samples, found.mean, found.median, found.mean_error,
                        found.greatest_error, found.left_out);
}

py::tuple energy(const std::vector<std::tuple<uint32_t, double, double, double>>& rows,
                 double idle_watts, uint32_t machines) {
  constexpr uint32_t kMostMachines = 1'000'000;  // sums are by number
  std::vector<PowerPiece> pieces;
  for (const auto& [machine, start, end, watts] : rows) {
    if (machine >= kMostMachines) throw py::value_error("numbers of machines are below 1,000,000");
    pieces.push_back({machine, start, end, watts});
  }
  const EnergySums sums = sum_energy(pieces, idle_watts, machines);
  py::list steps;
  for (const PowerStep& step : sums.steps) {
    steps.append(py::make_tuple(step.start, step.end, step.active, step.watts));
  }
  return py::make_tuple(sums.energy, sums.by_machine, sums.by_active, sums.inelastic, steps);
}

py::tuple statistics(const std::vector<double>& times, const std::vector<double>& values,
                     double end) {
  if (times.size() != values.size()) throw py::value_error("as many times as values are needed");
  std::vector<SampledValue> samples;
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (i > 0 && !(times[i - 1] <= times[i])) throw py::value_error("times are not in order");
    samples.push_back({times[i], values[i]});
  }
  const SampleStatistics found = sample_statistics(samples, end);
  return py::make_tuple(found.samples, found.mean, found.deviation, found.least, found.greatest,
                        found.seconds, found.trapezoids, found.steps, found.mean_of_steps);
}

std::vector<double> choose(const std::vector<double>& loads, const std::vector<uint32_t>& domains,
                           const std::vector<double>& gigahertz, double cpu_bound) {
  if (domains.size() != loads.size()) throw py::value_error("each load needs a domain");
  for (const uint32_t domain : domains) {
    if (domain >= loads.size()) throw py::value_error("domains are numbers below that of loads");
  }
  const FrequencyLevels levels = frequency_levels(gigahertz, {}, 1, 0, cpu_bound);
  std::vector<double> chosen;
  for (const uint32_t level : choose_levels(std::span(&loads, 1), domains, levels)) {
    chosen.push_back(levels.gigahertz[level]);
  }
  return chosen;
}

std::vector<uint32_t> places(const std::vector<std::tuple<uint32_t, double>>& rows,
                             uint32_t processors, const std::string& how) {
  if (how != "greedy" && how != "refine") throw py::value_error("how is 'greedy' or 'refine'");
  std::vector<BalancedTask> tasks;
  for (const auto& [processor, load] : rows) {
    if (processor >= processors) throw py::value_error("a task is on no processor");
    tasks.push_back({processor, load});
  }
  return balance(tasks, processors, how == "greedy" ? Balancing::greedy : Balancing::refine);
}

py::list pairs(const Trace& trace, const std::string& of, uint32_t within, uint64_t min_count,
               unsigned threads) {
  if (of != "states" && of != "calls" && of != "links") {
    throw py::value_error("of is 'states', 'calls' or 'links'");
  }
  if (within < 1 || within > 1000) throw py::value_error("within is from 1 to 1000");
  PairTable table;
  {
    const py::gil_scoped_release unlocked;
    const PairKind kind = of == "states"  ? PairKind::states
                          : of == "calls" ? PairKind::calls
                                          : PairKind::links;
    table = count_pairs(trace,
                        {.of = kind, .within = within, .min_count = min_count, .threads = threads});
  }
  py::list names, rows;
  for (const std::string& name : table.names) {
    names.append(py::reinterpret_steal<py::str>(PyUnicode_DecodeUTF8(
        name.data(), static_cast<py::ssize_t>(name.size()), "surrogateescape")));
  }
  for (const PairTable::Row& row : table.rows) {
    rows.append(py::make_tuple(names[row.from], names[row.to], row.count, row.share));
  }
  return rows;
}

}  // namespace

void bind_energy(py::module_& module) {
  using py::arg;
  module.def("fit_power", fit, arg("samples"), arg("components"));
  module.def("judge_power", judge, arg("idle"), arg("per_cpu"), arg("per_memory"), arg("samples"));
  module.def("sum_energy", energy, arg("pieces"), arg("idle_watts"), arg("machines"));
  module.def("sample_statistics", statistics, arg("times"), arg("values"), arg("end"));
  module.def("choose_frequencies", choose, arg("loads"), arg("domains"), arg("gigahertz"),
             arg("cpu_bound"));
  module.def("balance", places, arg("tasks"), arg("processors"), arg("how"));
  module.def("count_pairs", pairs, arg("trace"), arg("of"), arg("within"), arg("min_count"),
             arg("threads"));
}

}  // namespace paje::python
