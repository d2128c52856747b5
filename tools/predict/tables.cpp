// The tables of pj_predict.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>

#include "paje/parallel.hpp"
#include "paje/profile.hpp"
#include "paje/selection.hpp"
#include "predict/report.hpp"

namespace paje::tools {

namespace {

Cell cell(const std::optional<double>& number) { return number ? Cell(*number) : Cell(); }

// By value, the time of all tracks; pieces start where `starts` says.
template <class StartOf>
std::map<std::string, double> seconds_by_value(const DependencyGraph& graph, StartOf&& start_of) {
  std::map<std::string, double> seconds;
  for (const auto& track : graph.tracks()) {
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      seconds[std::string(graph.values()[graph.value(piece)].name)] +=
          start_of(piece + 1) - start_of(piece);
    }
  }
  return seconds;
}

// Values that happen only inside calls change nothing: a call changes as a whole.
std::vector<std::string> names_of(const DependencyGraph& graph, bool has_network) {
  std::vector<std::string> names;
  if (has_network) names = {"latency", "bandwidth"};
  const std::vector<bool> has_pieces = values_with_pieces(graph);
  for (std::size_t i = 1; i < has_pieces.size(); ++i) {
    if (has_pieces[i]) names.emplace_back(graph.values()[i].name);
  }
  return names;
}

// A value as a pattern that is like it alone.
std::string literally(std::string_view name) {
  std::string pattern;
  for (const char c : name) {
    if (c == '*' || c == '?' || c == '[' || c == '\\') pattern += '\\';
    pattern += c;
  }
  return pattern;
}

// What a sweep may be of, besides values, is said with them.
std::vector<Prediction> predict_lengths(const Predictor& predictor,
                                        const std::vector<Scenario>& scenarios,
                                        const SimgridEngine* engine, unsigned threads) {
  try {
    if (engine == nullptr) return predictor.predict_lengths(scenarios);
    std::vector<Prediction> found(scenarios.size());
    for_each_parallel(threads, found.size(), [&](std::size_t i) {
      found[i] = predictor.predict(scenarios[i]);
      engine->predict(scenarios[i], found[i]);
      found[i].starts = {};
    });
    return found;
  } catch (const SelectionError& error) {
    throw SelectionError(std::string(error.what()) +
                         "; a sweep is of a state, or of latency, bandwidth, communication or "
                         "computing");
  }
}

Scenario one_per_cent_less(const Scenario& scenario, const std::string& what) {
  if (what == "latency") return with_factor(scenario, what, 0.99);
  if (what == "bandwidth") return with_factor(scenario, what, 1 / 0.99);
  return with_factor(scenario, literally(what), 0.99);
}

// Costs that shrink never cost time, so neither end is below 0. `base` has as much uncertain as
// `less`.
Gain gain_of(const std::string& what, const Prediction& unchanged, const Prediction& base,
             const Prediction& less) {
  Gain gain{.what = what};
  const double at_low = base.low - less.low, at_high = base.high - less.high;
  std::tie(gain.low, gain.high) = std::minmax(at_low, at_high);
  if (unchanged.predicted && less.predicted) {
    const double length = *unchanged.predicted, saved = std::max(0.0, length - *less.predicted);
    gain.saved = saved;
    gain.share = length > 0 ? saved / length : 0;
    gain.low = std::min(gain.low, saved);
    gain.high = std::max(gain.high, saved);
  }
  gain.low = std::max(0.0, gain.low);
  gain.high = std::max(0.0, gain.high);
  return gain;
}

// What of a critical path is not on the one before.
void find_new_path(const Run& run, const std::vector<PredictedPathPiece>& path,
                   const std::vector<bool>& was_on_path, Gain& gain) {
  std::map<std::string, double> seconds;
  double all = 0, moved = 0;
  for (const PredictedPathPiece& one : path) {
    all += one.end - one.start;
    if (was_on_path[one.piece]) continue;
    moved += one.end - one.start;
    const std::string_view value = run.graph.values()[run.graph.value(one.piece)].name;
    seconds[fmt::format("{}: {}", run.track_of_piece(one.piece),
                        value.empty() ? "(no state)" : value)] += one.end - one.start;
  }
  gain.moved = part(moved, all);
  const auto most =
      std::max_element(seconds.begin(), seconds.end(),
                       [](const auto& a, const auto& b) { return a.second < b.second; });
  if (most != seconds.end()) gain.goes_to = most->first;
}

// Of a prediction that is only an interval: how far what was measured is outside of it.
double error_of(const Prediction& prediction, double measured) {
  if (prediction.predicted) return *prediction.predicted - measured;
  return std::clamp(measured, prediction.low, prediction.high) - measured;
}

}  // namespace

std::vector<Prediction> sweep(const Predictor& predictor, const PredictOptions& options,
                              const SimgridEngine* engine) {
  std::vector<Scenario> scenarios;
  for (std::size_t i = 0; i < options.points; ++i) {
    const double factor = sweep_factor(*options.sweep, i, options.points);
    scenarios.push_back(with_factor(options.scenario, options.sweep->what, factor));
  }
  return predict_lengths(predictor, scenarios, engine, options.run.read.threads);
}

std::vector<SweepPoint> sweep_points(const PredictOptions& options,
                                     const std::vector<Prediction>& predictions) {
  std::vector<SweepPoint> points;
  for (const Prediction& found : predictions) {
    const double factor = sweep_factor(*options.sweep, points.size(), predictions.size());
    points.push_back({factor, found.predicted, found.low, found.high});
  }
  return points;
}

Sheet sweep_sheet(const Sweep& sweep, const std::vector<SweepPoint>& points) {
  Sheet sheet("If " + sweep.what + " is multiplied", {{"factor", Measure::number},
                                                      {"predicted", Measure::time},
                                                      {"low", Measure::time},
                                                      {"high", Measure::time}});
  for (const SweepPoint& point : points) {
    sheet.add({point.factor, cell(point.predicted), point.low, point.high});
  }
  return sheet;
}

std::vector<Gain> sensitivity(const Run& run, const Predictor& predictor, const Scenario& scenario,
                              bool has_network) {
  // With as much uncertain as in the others.
  const std::vector<std::string> names = names_of(run.graph, has_network);
  if (names.empty()) return {};
  const Scenario same = with_factor(scenario, literally(names.back()), 1);
  const Prediction base = predictor.predict(same);
  const Prediction unchanged = predictor.predict(scenario);
  const auto path = predictor.critical_path(same, base);
  std::vector<bool> is_on_path(run.graph.piece_limit());
  for (const PredictedPathPiece& one : path) is_on_path[one.piece] = true;
  std::vector<Gain> gains;
  for (const std::string& what : names) {
    const Scenario changed = one_per_cent_less(scenario, what);
    const Prediction less = predictor.predict(changed);
    gains.push_back(gain_of(what, unchanged, base, less));
    if (!path.empty()) {
      find_new_path(run, predictor.critical_path(changed, less), is_on_path, gains.back());
    }
  }
  std::stable_sort(gains.begin(), gains.end(),
                   [](const Gain& a, const Gain& b) { return a.likely() > b.likely(); });
  return gains;
}

Sheet sensitivity_sheet(const std::vector<Gain>& gains) {
  Sheet sheet("Saved if it took 1 % less", {{"what", Measure::words},
                                            {"saved", Measure::time},
                                            {"low", Measure::time},
                                            {"high", Measure::time},
                                            {"share", Measure::share},
                                            {"path_moved", Measure::share},
                                            {"goes_to", Measure::words}});
  for (const Gain& gain : gains) {
    sheet.add({gain.what, cell(gain.saved), gain.low, gain.high, cell(gain.share),
               number_if(gain.moved.has_value(), gain.moved.value_or(0)), gain.goes_to});
  }
  return sheet;
}

Sheet validation_sheet(const Run& run, const Prediction& prediction, const Run& measured) {
  Sheet sheet("Predicted and measured", {{"value", Measure::words},
                                         {"predicted", Measure::time},
                                         {"low", Measure::time},
                                         {"high", Measure::time},
                                         {"measured", Measure::time},
                                         {"error", Measure::share}});
  const double length = measured.graph.length();
  sheet.add({"(length)",
             number_if(prediction.predicted.has_value(), prediction.predicted.value_or(0)),
             prediction.low, prediction.high, length,
             number_if(length > 0, error_of(prediction, length) / length)});
  if (prediction.starts.empty() || !prediction.predicted) return sheet;
  const auto add = [&](const std::string& name, double mine, double theirs) {
    sheet.add({name, mine, {}, {}, theirs, number_if(theirs > 0, (mine - theirs) / theirs)});
  };
  auto mine = seconds_by_value(run.graph, [&](uint32_t piece) { return prediction.starts[piece]; });
  auto theirs =
      seconds_by_value(measured.graph, [&](uint32_t piece) { return measured.graph.start(piece); });
  for (const auto& [value, seconds] : mine) theirs.try_emplace(value, 0);
  for (const auto& [value, seconds] : theirs) {
    add(value.empty() ? "(no state)" : value, mine[value], seconds);
  }
  return sheet;
}

Sheet container_validation_sheet(const Run& run, const Prediction& prediction,
                                 const Run& measured) {
  Sheet sheet("Ends of containers, predicted and measured", {{"container", Measure::words},
                                                             {"predicted", Measure::time},
                                                             {"measured", Measure::time},
                                                             {"error", Measure::share}});
  if (prediction.starts.empty() || !prediction.predicted) return sheet;
  std::map<std::string_view, double> theirs;
  for (uint32_t i = 0; i < measured.graph.tracks().size(); ++i) {
    theirs[measured.track_name(i)] =
        measured.graph.start(measured.graph.tracks()[i].last) - measured.graph.start();
  }
  for (uint32_t i = 0; i < run.graph.tracks().size(); ++i) {
    const double mine = prediction.starts[run.graph.tracks()[i].last] - run.graph.start();
    const double end = theirs[run.track_name(i)];
    sheet.add({std::string(run.track_name(i)), mine, end, number_if(end > 0, (mine - end) / end)});
  }
  return sheet;
}

}  // namespace paje::tools
