// pj_predict: how long a run would take if something were different.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>
#include <utility>

#include "common/tool.hpp"
#include "paje/models/scaling.hpp"
#include "paje/parallel.hpp"
#include "predict/network_model.hpp"
#include "predict/options.hpp"
#include "predict/pictures.hpp"
#include "predict/report.hpp"
#include "predict/same_program.hpp"
#include "predict/scenario_files.hpp"
#include "predict/simgrid_engine.hpp"
#include "runs/csv_table.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

Run open_other(const PredictOptions& options, const std::string& path) {
  AnalyzeOptions other = options.run;
  other.input = path;
  return open_run(other, true);
}

std::optional<NetworkCalibration> find_model(const PredictOptions& options) {
  if (!options.model.empty())
    return parse_calibration(file_text(options.model), one_line(options.model));
  if (options.calibrate.empty()) return {};
  const Run before = open_other(options, options.calibrate[0]);
  const Run after = open_other(options, options.calibrate[1]);
  refuse_other_program(before, after, options.calibrate[1]);
  NetworkCalibration model =
      calibrate_network(before.graph, after.graph, options.between, options.run.graph.size_field);
  if (!options.save_model.empty()) {
    OutputFile file(options.save_model);
    file.write(calibration_text(model));
    file.commit();
  }
  return model;
}

void refuse_wrong_replay(const Run& run, const SelfCheck& check, const PredictOptions& options) {
  const bool is_right = check.stuck_tracks.empty() && check.error() * 100 <= options.tolerance;
  if (is_right || options.force) return;
  std::string text = "the replay of the run as measured differs from it; --force predicts even so";
  for (const std::string& line : check_lines(run, check, options.run.read.fix_clocks))
    text += "\n  " + line;
  throw ErrorInLines(text);
}

// What the actions lack is not in SimGrid's replay either. But a platform that is made from the run
// may be wrong where a given one is right: then the interval is as wide as the replay is off.
void refuse_wrong_engine(const Run& run, const PredictOptions& options,
                         const SimgridEngine& engine) {
  const double measured = run.graph.length();
  const double replayed = engine.replayed();
  if (options.force || options.is_platform_unchecked() ||
      std::abs(replayed - measured) * 100 <= options.tolerance * measured) {
    return;
  }
  std::string text =
      "SimGrid's replay of the run as measured differs from it; --force predicts "
      "even so\n  " +
      engine_line(run, replayed);
  for (const std::string& line : engine.assumptions()) text += "\n  " + line;
  throw ErrorInLines(text);
}

// Null if the graph says it.
std::unique_ptr<const SimgridEngine> make_engine(const Run& run, const PredictOptions& options,
                                                 const NetworkCalibration* calibration) {
  if (!options.has_simgrid) return nullptr;
  auto engine = std::make_unique<const SimgridEngine>(run, options, calibration);
  refuse_wrong_engine(run, options, *engine);
  return engine;
}

// When each piece would start takes as much memory as when it did.
Prediction predict(const Predictor& predictor, const PredictOptions& options) {
  const bool wants_starts =
      !options.output.path.empty() || !options.validate.empty() || options.has_simgrid;
  if (wants_starts) return predictor.predict(options.scenario);
  return std::move(predictor.predict_lengths({options.scenario}).front());
}

// The prediction, then the points of the sweep.
std::vector<Prediction> predict_all(const Predictor& predictor, const PredictOptions& options,
                                    const SimgridEngine* engine) {
  std::vector<Prediction> found;
  found.push_back(predict(predictor, options));
  if (engine != nullptr) engine->predict(options.scenario, found.back());
  if (options.sweep) {
    for (Prediction& point : sweep(predictor, options, engine)) found.push_back(std::move(point));
  }
  return found;
}

// The interval in which one more run is expected, of as many as there are: twice the standard
// deviation of their predictions, and what is uncertain in each.
void widen(const std::vector<double>& lengths, Prediction& prediction) {
  const Repetitions found = repetitions(lengths);
  const double noise = 2 * found.deviation * std::sqrt(1 + 1 / static_cast<double>(found.count));
  if (prediction.predicted) prediction.predicted = found.mean;
  prediction.low = std::max(0.0, std::min(prediction.low, found.mean - noise));
  prediction.high = std::max(prediction.high, found.mean + noise);
}

// `all` as predict_all() gives them.
void add_noise(const Run& run, const PredictOptions& options, const NetworkCalibration* calibration,
               std::vector<Prediction>& all) {
  std::vector<std::vector<double>> lengths;
  for (const Prediction& one : all) lengths.push_back({predicted_or_middle(one)});
  for (const std::string& path : options.repetitions) {
    const Run other = open_other(options, path);
    refuse_other_program(run, other, path);
    const Predictor predictor(other.graph, options.run.graph.size_field, calibration);
    refuse_wrong_replay(other, predictor.check(), options);
    const auto engine = make_engine(other, options, calibration);
    const std::vector<Prediction> others = predict_all(predictor, options, engine.get());
    for (std::size_t i = 0; i < all.size(); ++i) {
      lengths[i].push_back(predicted_or_middle(others[i]));
      all[i].low = std::min(all[i].low, others[i].low);
      all[i].high = std::max(all[i].high, others[i].high);
    }
  }
  for (std::size_t i = 0; i < all.size(); ++i) widen(lengths[i], all[i]);
  all.front().assumptions.push_back(
      fmt::format("The noise comes from {} runs; the prediction is the mean of their predictions.",
                  lengths[0].size()));
}

// Containers wait at the power of their frequency.
void add_energy(const Run& run, const PredictOptions& options, Answer& answer) {
  if (options.frequencies.empty()) return;
  const std::optional<PowerSum> power = read_power(options.frequencies);
  if (!power) return;
  const double unit = per_second(run.unit);
  const Prediction& found = answer.prediction;
  PredictedEnergy energy;
  energy.low = power->watts * found.low / unit;
  energy.high = power->watts * found.high / unit;
  if (found.predicted) energy.predicted = power->watts * *found.predicted / unit;
  if (power->watts_before) energy.measured = *power->watts_before * found.measured / unit;
  answer.energy = energy;
  answer.prediction.assumptions.emplace_back(
      "Each container of the table of frequencies draws the power of its frequency until the run "
      "ends, also while it waits.");
}

void add_validation(const Run& run, const PredictOptions& options, Answer& answer) {
  if (options.validate.empty()) return;
  const Run measured = open_other(options, options.validate);
  refuse_other_containers(run, measured, options.validate);
  if (const auto how = other_calls(run, measured)) {
    answer.remarks.push_back(fmt::format(
        "The run of --validate may be of another program ({}): {}.", measured.name, *how));
  }
  answer.sheets.emplace_back("validation", validation_sheet(run, answer.prediction, measured));
  Sheet ends = container_validation_sheet(run, answer.prediction, measured);
  if (answer.prediction.predicted) {
    answer.sheets.emplace_back("validation_by_container", std::move(ends));
  }
  if (!answer.prediction.predicted) {
    answer.remarks.emplace_back(
        "The prediction is an interval: its error is the distance of the measured length from "
        "the interval, and there are no errors by value.");
  }
}

Answer predict(const Run& run, const PredictOptions& options,
               const NetworkCalibration* calibration) {
  const Predictor predictor(run.graph, options.run.graph.size_field, calibration);
  refuse_wrong_replay(run, predictor.check(), options);
  Answer answer{.check = predictor.check()};
  std::vector<Prediction> all;
  std::unique_ptr<const SimgridEngine> engine;
  for_each_parallel(run.graph.threads(), 2, [&](std::size_t i) {
    if (i == 1) {
      answer.model = predictor.check_model();
      return;
    }
    engine = make_engine(run, options, calibration);
    all = predict_all(predictor, options, engine.get());
  });
  if (engine) {
    answer.has_simgrid = true;
    answer.simgrid_replayed = engine->replayed();
    for (const std::string& line : engine->assumptions()) all.front().assumptions.push_back(line);
    if (options.is_platform_unchecked()) {
      all.front().assumptions.emplace_back(
          "The platform of SimGrid's check is made from the run, and the interval is as wide as "
          "its "
          "error; --measured-platform FILE checks the run on its own platform.");
    }
  }
  if (!options.repetitions.empty()) add_noise(run, options, calibration, all);
  answer.prediction = std::move(all.front());
  all.erase(all.begin());
  add_energy(run, options, answer);
  answer.remarks = remarks(run, answer.check.found);
  for (std::string& line : not_shown_lines(run, predictor.not_shown())) {
    answer.remarks.push_back(std::move(line));
  }
  if (options.sweep) {
    const std::vector<SweepPoint> points = sweep_points(options, all);
    answer.sheets.emplace_back("sweep", sweep_sheet(*options.sweep, points));
    answer.charts.push_back(sweep_chart(run, *options.sweep, points));
  }
  if (options.sensitivity) {
    const bool has_network = (calibration == nullptr || calibration->distinguishes_latency()) &&
                             !run.graph.links_connect_tasks();
    if (!has_network && calibration != nullptr) {
      answer.remarks.emplace_back(
          "The calibration does not distinguish latency from bandwidth, so neither is in the table "
          "of what 1 % less would save. State with --between how its networks differ.");
    }
    const std::vector<Gain> gains = sensitivity(run, predictor, options.scenario, has_network);
    answer.sheets.emplace_back("sensitivity", sensitivity_sheet(gains));
    answer.charts.push_back(sensitivity_chart(run, gains));
  }
  add_validation(run, options, answer);
  return answer;
}

void save_predicted(const Run& run, const Answer& answer, const PredictOptions& options) {
  if (!answer.check.stuck_tracks.empty() || answer.prediction.starts.empty()) {
    throw std::runtime_error("not all of the run is replayed, so there is no trace to write");
  }
  TraceOutput output = options.output;
  output.threads = options.run.read.threads;
  write_trace(output, [&](TraceWriter& writer) {
    write_predicted(run.graph, answer.prediction.starts, writer);
  });
}

// Where there is no single length, the trace has one all the same.
void say_which_trace(const Run& run, const PredictOptions& options, Answer& answer) {
  Prediction& found = answer.prediction;
  if (options.output.path.empty() || found.predicted || found.starts.empty()) return;
  found.assumptions.push_back(
      fmt::format("The trace that is written lasts {}: it is one of the runs in the interval.",
                  time_text(length_of_starts(run.graph, found.starts), run.unit)));
}

void write_picture(const Run& run, const Answer& answer, const PredictOptions& options) {
  OutputFile file(options.svg);
  file.write(chart_file("Prediction of " + run.name, answer.charts));
  file.commit();
}

void add_inputs(const PredictOptions& options) {
  add_input_file(options.run.input);
  add_input_file(options.run.classes);
  add_input_file(options.model);
  add_input_file(options.network_model);
  add_input_file(options.validate);
  add_input_file(options.platform);
  add_input_file(options.measured_platform);
  for (const std::string& path : options.calibrate) add_input_file(path);
  for (const std::string& path : options.repetitions) add_input_file(path);
  check_outputs("", {options.save_model, options.output.path, options.svg});
  if (!options.output.path.empty()) check_trace_output(options.output);
}

void run_all(PredictOptions& options) {
  add_inputs(options);
  if (!options.frequencies.empty()) {
    options.scenario.container_scales = read_frequencies(options.frequencies);
  }
  // SimGrid has a platform instead.
  if (!options.placement.empty() && !options.has_simgrid) {
    options.scenario.placement = read_placement(options.placement);
  }
  std::optional<NetworkCalibration> model = find_model(options);
  const Run run = open_run(options.run, true);
  if (!options.network_model.empty()) {
    model = network_calibration(run.graph, options.network_model, options.run.graph.size_field);
  }
  // What is multiplied then is the network of the second run.
  const bool starts_from_model = model && model->change && !options.has_simgrid;
  if (starts_from_model && !options.scenario.network) options.scenario.network = model->change;
  Answer answer = predict(run, options, model ? &*model : nullptr);
  say_which_trace(run, options, answer);
  if (!options.output.path.empty()) save_predicted(run, answer, options);
  if (!options.svg.empty()) write_picture(run, answer, options);
  OutputFile file("");
  if (options.csv) {
    file.write(answer.sheets.front().second.csv());
  } else {
    file.write(options.json ? answer_json(run, answer) : answer_text(run, answer, options.run));
  }
  file.commit();
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_predict", [&] {
    PredictOptions options;
    if (const auto status = parse_predict_options(argc, argv, options)) return *status;
    run_all(options);
    return static_cast<int>(ExitCode::done);
  });
}
