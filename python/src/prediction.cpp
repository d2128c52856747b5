// What a run would be like if something were different: pj_predict's answers, and the predicted
// run.
#include "paje/prediction.hpp"

#include <pybind11/stl.h>

#include <array>
#include <tuple>

#include "analysis.hpp"
#include "bindings.hpp"
#include "paje/read.hpp"
#include "paje/selection.hpp"
#include "paje/writer.hpp"

namespace paje::python {

namespace {

using Factors = std::vector<std::pair<std::string, double>>;
using OptionalNetwork = std::optional<std::pair<double, double>>;

/// What Python's predict() takes, as it is.
struct Question {
  OptionalNetwork network;
  double communication = 1, computing = 1;
  Factors scale, container_scale;
  std::vector<std::string> containers, without;
  bool no_waits = false, balance = false;
  std::vector<std::tuple<std::string, std::string, std::string>> placement;
  OptionalNetwork inside;
  std::vector<std::tuple<std::string, std::string, std::optional<double>>> collectives;
  std::optional<std::string> calibration;  // the text of it
};

std::optional<NetworkChange> change_of(const OptionalNetwork& network) {
  if (!network) return {};
  return NetworkChange{network->first, network->second};
}

CollectiveAlgorithm algorithm_of(const std::string& word) {
  if (word == "linear") return CollectiveAlgorithm::linear;
  if (word == "log") return CollectiveAlgorithm::log;
  if (word == "ring") return CollectiveAlgorithm::ring;
  throw py::value_error("'" + word + "' is not 'linear', 'log' or 'ring'");
}

Scenario scenario_of(const Question& question) {
  Scenario scenario;
  scenario.network = change_of(question.network);
  scenario.communication = question.communication;
  scenario.computing = question.computing;
  for (const auto& [pattern, factor] : question.scale) scenario.scales.push_back({pattern, factor});
  for (const auto& [name, factor] : question.container_scale) {
    scenario.container_scales.push_back({name, factor});
  }
  scenario.containers = question.containers;
  scenario.without = question.without;
  scenario.no_waits = question.no_waits;
  scenario.balance = question.balance;
  for (const auto& [container, node, before] : question.placement) {
    scenario.placement.push_back({container, node, before});
  }
  scenario.inside = change_of(question.inside);
  for (const auto& [pattern, algorithm, bytes] : question.collectives) {
    scenario.collectives.push_back({pattern, algorithm_of(algorithm), bytes});
  }
  return scenario;
}

// The predicted run, by the text that it is written as.
Trace trace_of(const DependencyGraph& graph, const Prediction& prediction) {
  std::string text;
  TraceWriter writer([&](std::string_view bytes) { text += bytes; });
  write_predicted(graph, prediction.starts, writer);
  ReadOptions options;
  options.keep_user_fields = true;
  options.threads = graph.threads();
  return read_trace(Input::from_memory(text, "<predicted>"), options);
}

struct Answer {
  Prediction prediction;
  SelfCheck check;
  std::vector<std::string> stuck_names;
  std::vector<std::pair<std::string, double>> late_tracks;  // those that end elsewhere
  NotShown not_shown;
  double model = 0;
  std::optional<Trace> trace;
  double trace_length = 0;
};

// A calibration is for the network of its second run, unless the scenario has another one.
Answer answer_of(const Analysis& analysis, const Question& question, const std::string& size_field,
                 double tolerance) {
  Answer answer;
  Scenario scenario = scenario_of(question);
  std::optional<NetworkCalibration> calibration;
  if (question.calibration) {
    calibration = parse_calibration(*question.calibration, "the calibration");
    if (!scenario.network) scenario.network = calibration->change;
  }
  const Predictor predictor(analysis.graph(), size_field, calibration ? &*calibration : nullptr);
  answer.check = predictor.check();
  answer.not_shown = predictor.not_shown();
  const auto name_of = [&](uint32_t track) {
    return std::string(analysis.graph().tracks()[track].name);
  };
  for (const uint32_t track : answer.check.stuck_tracks) {
    answer.stuck_names.push_back(name_of(track));
  }
  for (const auto& track : answer.check.tracks) {
    answer.late_tracks.emplace_back(name_of(track.track), track.error);
  }
  // Python says what is wrong.
  if (!answer.stuck_names.empty() || answer.check.error() > tolerance) return answer;
  answer.model = predictor.check_model().error();
  answer.prediction = predictor.predict(scenario);
  if (!answer.prediction.starts.empty()) {
    answer.trace = trace_of(analysis.graph(), answer.prediction);
    answer.trace_length = length_of_starts(analysis.graph(), answer.prediction.starts);
  }
  return answer;
}

// The trace or None; then numbers, and None where there is no single one.
py::tuple predict(const Analysis& analysis, const Question& question, const std::string& size_field,
                  double tolerance) {
  if (analysis.graph().tracks().empty()) throw py::value_error("the trace has no states");
  Answer answer;
  {
    const py::gil_scoped_release unlocked;
    try {
      answer = answer_of(analysis, question, size_field, tolerance);
    } catch (const SelectionError& error) {
      throw py::key_error(error.what());
    }
  }
  const Prediction& found = answer.prediction;
  py::object trace = answer.trace ? py::cast(*answer.trace) : py::none();
  return py::make_tuple(trace, found.measured, found.replayed, found.predicted, found.low,
                        found.high, found.assumptions, answer.check.error(), answer.model,
                        answer.not_shown.in_calls, answer.not_shown.without_state,
                        answer.stuck_names, answer.late_tracks, answer.check.violations,
                        answer.trace_length);
}

std::string calibrate(const Analysis& before, const Analysis& after, const OptionalNetwork& between,
                      const std::string& size_field) {
  const py::gil_scoped_release unlocked;
  return calibration_text(
      calibrate_network(before.graph(), after.graph(), change_of(between), size_field));
}

// The text as it would be written, so that equal calibrations have equal texts.
std::string checked_calibration(const std::string& text, const std::string& name) {
  return calibration_text(parse_calibration(text, name));
}

}  // namespace

void bind_prediction(py::module_& module) {
  using py::arg;
  module.def("calibrate", &calibrate, arg("before"), arg("after"), arg("between"),
             arg("size_field"));
  module.def("checked_calibration", &checked_calibration, arg("text"), arg("name"));
  module.def(
      "predict",
      [](const Analysis& analysis, OptionalNetwork network, double communication, double computing,
         Factors scale, Factors container_scale, std::vector<std::string> containers,
         std::vector<std::string> without, bool no_waits, bool balance,
         std::vector<std::tuple<std::string, std::string, std::string>> placement,
         OptionalNetwork inside,
         std::vector<std::tuple<std::string, std::string, std::optional<double>>> collectives,
         std::optional<std::string> calibration, const std::string& size_field, double tolerance) {
        const Question question{network,
                                communication,
                                computing,
                                std::move(scale),
                                std::move(container_scale),
                                std::move(containers),
                                std::move(without),
                                no_waits,
                                balance,
                                std::move(placement),
                                inside,
                                std::move(collectives),
                                std::move(calibration)};
        return predict(analysis, question, size_field, tolerance);
      },
      arg("analysis"), py::kw_only(), arg("network"), arg("communication"), arg("computing"),
      arg("scale"), arg("container_scale"), arg("containers"), arg("without"), arg("no_waits"),
      arg("balance"), arg("placement"), arg("inside"), arg("collectives"), arg("calibration"),
      arg("size_field"), arg("tolerance"));
}

}  // namespace paje::python
