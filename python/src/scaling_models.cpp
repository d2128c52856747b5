// What more cores bring: repetitions, knees, fronts, Amdahl's law, growth, elastic runs.
#include <pybind11/stl.h>

#include <cmath>
#include <utility>

#include "bindings.hpp"
#include "paje/models/growth.hpp"
#include "paje/models/scaling.hpp"

namespace paje::python {

namespace {

namespace py = pybind11;
/// (cores, seconds)
using Pairs = std::vector<std::pair<double, double>>;

/// Of ascending cores, as the library's functions need them.
std::vector<ScalingPoint> points_of(const Pairs& pairs) {
  std::vector<ScalingPoint> points;
  for (const auto& [cores, time] : pairs) {
    if (!(cores > 0) || !(time >= 0) || !std::isfinite(cores) || !std::isfinite(time)) {
      throw py::value_error("cores are above 0, times 0 at least");
    }
    if (!points.empty() && cores < points.back().cores) {
      throw py::value_error("points are not in the order of their cores");
    }
    points.push_back({cores, time});
  }
  return points;
}

py::tuple repeat(const std::vector<double>& measured) {
  if (measured.empty()) throw py::value_error("there is no measurement");
  const Repetitions found = repetitions(measured);
  return py::make_tuple(found.count, found.mean, found.deviation, found.low, found.high);
}

py::tuple amdahl(const Pairs& pairs) {
  const AmdahlFit found = fit_amdahl(points_of(pairs));
  return py::make_tuple(found.time, found.serial, found.is_at_bound);
}

py::tuple elastic(const Pairs& shares, double started_with, double least, double fixed_time) {
  ElasticRun run{
      .shares = {}, .started_with = started_with, .least = least, .fixed_time = fixed_time};
  for (const auto& [machines, time] : shares) run.shares.push_back({machines, time});
  const ElasticResult found = judge_elastic(run);
  return py::make_tuple(found.resource, found.speed_up, found.efficiency,
                        found.consistent_efficiency);
}

GrowthModel grow(const Pairs& pairs) {
  std::vector<GrowthSample> samples;
  for (const auto& [n, value] : pairs) samples.push_back({n, value});
  return fit_growth(samples);
}

void bind_growth(py::module_& module) {
  using py::arg;
  py::class_<GrowthModel>(module, "Growth")
      .def_readonly("constant", &GrowthModel::constant)
      .def_readonly("factor", &GrowthModel::factor)
      .def_property_readonly("power", [](const GrowthModel& model) { return model.term.power; })
      .def_property_readonly("log_power",
                             [](const GrowthModel& model) { return model.term.log_power; })
      .def_readonly("second_factor", &GrowthModel::second_factor)
      .def_property_readonly("second_power",
                             [](const GrowthModel& model) { return model.second_term.power; })
      .def_property_readonly("second_log_power",
                             [](const GrowthModel& model) { return model.second_term.log_power; })
      .def_readonly("misses", &GrowthModel::misses)
      .def_readonly("error", &GrowthModel::error)
      .def("at", &GrowthModel::at, arg("n"))
      .def(
          "band",
          [](const GrowthModel& model, double n) {
            const GrowthModel::Band band = model.band(n);
            return std::pair(band.low, band.high);
          },
          arg("n"))
      .def("__str__", &GrowthModel::text)
      .def("__repr__",
           [](const GrowthModel& model) { return "<paje.models.Growth " + model.text() + ">"; });
  module.def("fit_growth", grow, arg("samples"));
}

}  // namespace

void bind_scaling_models(py::module_& module) {
  using py::arg;
  module.def("repetitions", repeat, arg("measured"));
  module.def(
      "cost",
      [](double machines, double time, double per_hour, double period, double extra_machines) {
        return cost(machines, time, {per_hour, period, extra_machines});
      },
      arg("machines"), arg("time"), arg("per_hour"), arg("period"), arg("extra_machines"));
  module.def(
      "find_knee",
      [](const Pairs& pairs, double share) { return find_knee(points_of(pairs), share); },
      arg("points"), arg("share"));
  module.def(
      "pareto_front", [](const Pairs& pairs) { return pareto_front(points_of(pairs)); },
      arg("points"));
  module.def("fit_amdahl", amdahl, arg("points"));
  module.def("judge_elastic", elastic, arg("shares"), arg("started_with"), arg("least"),
             arg("fixed_time"));
  bind_growth(module);
}

}  // namespace paje::python
