// The times of communication by metrics, and of storage by the size of requests.
#include <pybind11/stl.h>

#include <tuple>

#include "bindings.hpp"
#include "paje/models/communication_model.hpp"
#include "paje/models/storage.hpp"

namespace paje::python {

namespace {

namespace py = pybind11;
/// (name, condition, terms, coefficients)
using Areas = std::vector<
    std::tuple<std::string, std::string, std::vector<std::string>, std::vector<double>>>;
using RegressionSamples = std::vector<std::pair<std::map<std::string, double>, double>>;
using Intervals = std::vector<std::tuple<double, double, double>>;

Metrics metrics_of(const std::map<std::string, double>& named) {
  return {named.begin(), named.end()};
}

CommunicationModel model_of(const Areas& areas) {
  CommunicationModel model;
  for (const auto& [name, condition, terms, coefficients] : areas) {
    CommunicationArea area{
        .name = name,
        .condition = condition.empty() ? MetricCondition() : MetricCondition(condition),
        .terms = {},
        .coefficients = coefficients};
    for (const std::string& term : terms) area.terms.emplace_back(term);
    if (!coefficients.empty() && coefficients.size() != terms.size()) {
      throw py::value_error("each term needs a coefficient");
    }
    model.areas.push_back(std::move(area));
  }
  return model;
}

std::vector<CommunicationSample> samples_of(const RegressionSamples& rows) {
  std::vector<CommunicationSample> samples;
  for (const auto& [metrics, time] : rows) samples.push_back({metrics_of(metrics), time});
  return samples;
}

py::list fit_regression(const Areas& areas, const RegressionSamples& samples, bool robust) {
  const CommunicationFit found = fit_communication(model_of(areas), samples_of(samples),
                                                   robust ? Weighting::bisquare : Weighting::equal);
  py::list rows;
  for (std::size_t i = 0; i < found.areas.size(); ++i) {
    const CommunicationFit::Area& area = found.areas[i];
    rows.append(py::make_tuple(found.model.areas[i].coefficients, area.samples,
                               area.regression.r_squared, area.regression.condition,
                               area.regression.left_out));
  }
  return rows;
}

py::tuple predict_regression(const Areas& areas, const std::map<std::string, double>& metrics) {
  const CommunicationPrediction found = predict_communication(model_of(areas), metrics_of(metrics));
  const bool is_in_none = found.area == CommunicationPrediction::kNone;
  return py::make_tuple(is_in_none ? py::object(py::none()) : py::cast(found.area), found.time,
                        found.sum);
}

py::tuple judge_regression(const Areas& areas, const RegressionSamples& samples) {
  const PredictionAccuracy found = judge_communication(model_of(areas), samples_of(samples));
  return py::make_tuple(found.samples, found.within_25, found.within_50, found.mean_error,
                        found.negative, found.outside);
}

py::object change_point(const RegressionSamples& samples, const std::string& metric,
                        const std::vector<std::string>& words) {
  std::vector<MetricTerm> terms;
  for (const std::string& word : words) terms.emplace_back(word);
  const auto found = find_change_point(samples_of(samples), metric, terms);
  return found ? py::object(py::float_(*found)) : py::object(py::none());
}

StorageTest test_of(const std::string& name) {
  for (std::size_t i = 0; i < kStorageTests; ++i) {
    const auto test = static_cast<StorageTest>(i);
    if (name == name_of(test)) return test;
  }
  throw py::value_error("'" + name +
                        "' is not 'seq_read', 'rand_read', 'seq_write' or 'rand_write'");
}

StorageModel fit_requests(const std::vector<std::tuple<std::string, double, double>>& rows,
                          const Intervals& intervals) {
  std::vector<StorageSample> samples;
  for (const auto& [test, size, time] : rows) samples.push_back({test_of(test), size, time});
  std::vector<SizeInterval> pieces;
  for (const auto& [from, to, step] : intervals) pieces.push_back({from, to, step});
  return fit_storage(samples, pieces);
}

py::tuple ratios(const StorageModel& model, bool of_writes) {
  const StorageRatios found = storage_ratios(model, of_writes);
  py::list rows;
  for (const StorageRatio& row : found.by_size) rows.append(py::make_tuple(row.size, row.ratio));
  return py::make_tuple(rows, found.mean, found.least, found.greatest);
}

}  // namespace

void bind_regression_models(py::module_& module) {
  using py::arg;
  module.def("fit_communication", fit_regression, arg("areas"), arg("samples"), arg("robust"));
  module.def("predict_communication", predict_regression, arg("areas"), arg("metrics"));
  module.def("judge_communication", judge_regression, arg("areas"), arg("samples"));
  module.def("find_change_point", change_point, arg("samples"), arg("metric"), arg("terms"));
  py::class_<StorageModel>(module, "StorageModel")
      .def(
          "time",
          [](const StorageModel& model, const std::string& test, double size) {
            return model.time(test_of(test), size);
          },
          arg("test"), arg("size"))
      .def("ratios", ratios, arg("of_writes"));
  module.def("fit_storage", fit_requests, arg("samples"), arg("intervals"));
}

}  // namespace paje::python
