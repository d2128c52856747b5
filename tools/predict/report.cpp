#include "predict/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "common/tool.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

constexpr std::size_t kMostTracks = 5;
// Of the time of all containers: less is not worth a sentence.
constexpr double kLeastNotShown = 0.001;

std::string length_text(double seconds, const Run& run) { return time_text(seconds, run.unit); }

std::string_view value_name(const Run& run, uint32_t piece) {
  const std::string_view name = run.graph.values()[run.graph.value(piece)].name;
  return name.empty() ? "(no state)" : name;
}

void write_origin(const Run& run, const SelfCheck::Origin& origin, JsonWriter& json) {
  json.key("origin").begin_object().member("container", run.track_name(origin.track));
  json.member("value", value_name(run, origin.piece));
  json.member("start", run.graph.start(origin.piece)).member("end", run.graph.end(origin.piece));
  json.member("error", origin.error).end_object();
}

std::string off_text(const Run& run, double error) {
  return fmt::format("{} {}", length_text(std::abs(error), run), error > 0 ? "later" : "earlier");
}

void write_check(const Run& run, const SelfCheck& check, JsonWriter& json) {
  json.key("self_check").begin_object();
  json.member("error", check.error()).member("length_error", check.length_error());
  json.member("violations", check.violations).member("moved_share", check.moved_share);
  if (check.origin) write_origin(run, *check.origin, json);
  json.member("stuck_share", check.stuck_share).key("tracks").begin_array();
  for (const auto& track : check.tracks) {
    json.begin_object().member("container", run.track_name(track.track));
    json.member("error", track.error).end_object();
  }
  json.end_array().key("stuck").begin_array();
  for (const uint32_t track : check.stuck_tracks) json.value(run.track_name(track));
  json.end_array().end_object();
}

// What the network's model leaves out of the run, next to the self-check, which is right by
// construction.
std::string model_line(const Run& run, const ModelCheck& check) {
  return fmt::format(
      "Model check: {} if each message has the typical cost of its size ({}), and each collective "
      "operation that of its value ({}): {} off.",
      length_text(check.replayed, run), counted(check.sizes, "size", "sizes"),
      counted(check.operations, "value", "values"), share_text(check.error()));
}

void write_model(const ModelCheck& check, JsonWriter& json) {
  json.key("model_check").begin_object();
  json.member("replayed", check.replayed).member("error", check.error());
  json.member("sizes", check.sizes).member("operations", check.operations).end_object();
}

void write_lines(JsonWriter& json, std::string_view name, const std::vector<std::string>& lines) {
  json.key(name).begin_array();
  for (const std::string& line : lines) json.value(std::string_view(line));
  json.end_array();
}

std::string energy_line(const PredictedEnergy& energy) {
  std::string text =
      energy.predicted ? fmt::format("Energy: {:.4g} J (from {:.4g} J to {:.4g} J)",
                                     *energy.predicted, energy.low, energy.high)
                       : fmt::format("Energy: from {:.4g} J to {:.4g} J", energy.low, energy.high);
  if (energy.predicted && energy.measured) {
    text += fmt::format(", {:.4g} times that of the measured run",
                        part(*energy.predicted, *energy.measured));
  }
  return text + '\n';
}

std::string_view gaps_text(const Run& run, const NotShown& found) {
  if (run.graph.links_connect_tasks()) return "it is idle";
  return found.has_unknown_gaps
             ? "it counts as computing, and the interval allows for calls that were not recorded"
             : "it counts as computing";
}

}  // namespace

double predicted_or_middle(const Prediction& prediction) {
  return prediction.predicted.value_or((prediction.low + prediction.high) / 2);
}

std::vector<std::string> check_lines(const Run& run, const SelfCheck& check,
                                     bool has_fixed_clocks) {
  std::vector<std::string> lines;
  lines.push_back(fmt::format("Self-check: replayed {}, measured {} ({} off).",
                              length_text(check.replayed, run), length_text(check.measured, run),
                              share_text(check.length_error())));
  if (check.origin) {
    lines.push_back(fmt::format(
        "The replay goes wrong in {}: {} that starts at {} ends {} than measured. In all, {} of "
        "the time of all containers is replayed too early or too late.",
        visible(run.track_name(check.origin->track)), visible(value_name(run, check.origin->piece)),
        length_text(run.graph.start(check.origin->piece), run), off_text(run, check.origin->error),
        share_text(check.moved_share)));
  }
  if (!check.stuck_tracks.empty()) {
    std::string names;
    for (std::size_t i = 0; i < std::min(kMostTracks, check.stuck_tracks.size()); ++i) {
      names += (i == 0 ? "" : ", ") + visible(run.track_name(check.stuck_tracks[i]));
    }
    lines.push_back(fmt::format(
        "{} wait for each other in a circle ({}{}), so {} of the time is not replayed.",
        counted(check.stuck_tracks.size(), "container", "containers"), names,
        check.stuck_tracks.size() > kMostTracks ? ", ..." : "", share_text(check.stuck_share)));
  }
  for (std::size_t i = 0; i < std::min(kMostTracks, check.tracks.size()); ++i) {
    const auto& track = check.tracks[i];
    lines.push_back(fmt::format("{} ends {} than measured.", visible(run.track_name(track.track)),
                                off_text(run, track.error)));
  }
  const uint64_t messages = check.found.ends_before_start;
  const uint64_t calls = check.found.left_before_last_came;
  if (messages > 0) {
    lines.push_back(fmt::format(
        "{} before {} sent: the clocks of containers differ, and {}.",
        counted(messages, "message ends", "messages end"), messages == 1 ? "it was" : "they were",
        has_fixed_clocks ? "--fix-clocks did not help" : "--fix-clocks may help"));
  }
  if (calls > 0) {
    lines.push_back(fmt::format(
        "{} before the last container arrives: {}the trace does not say which containers take "
        "part in an operation.",
        counted(calls, "call of a collective operation ends", "calls of collective operations end"),
        messages > 0 ? "the clocks differ, or " : ""));
  }
  if (check.violations == 0 && (!check.stuck_tracks.empty() || check.origin)) {
    lines.emplace_back("No message ends before it starts: --fix-clocks would not help.");
  }
  return lines;
}

std::string engine_line(const Run& run, double replayed) {
  const double measured = run.graph.length();
  return fmt::format("SimGrid's replay of the measured run lasts {} ({} off).",
                     length_text(replayed, run),
                     share_text(part(std::abs(replayed - measured), measured)));
}

std::vector<std::string> not_shown_lines(const Run& run, const NotShown& found) {
  std::vector<std::string> lines;
  if (found.in_calls >= kLeastNotShown) {
    lines.push_back(fmt::format(
        "{} of the time of all containers is spent in {} whose partners the trace does not show, "
        "most of it in {} of {}. The interval covers the least and the most time that they may "
        "need.",
        share_text(found.in_calls), counted(found.calls, "call", "calls"),
        visible(run.graph.values()[found.value].name), visible(run.track_name(found.track))));
  }
  if (found.without_state >= kLeastNotShown) {
    lines.push_back(fmt::format("{} of the time of all containers has no state: {}.",
                                share_text(found.without_state), gaps_text(run, found)));
  }
  return lines;
}

std::string answer_text(const Run& run, const Answer& answer, const AnalyzeOptions& options) {
  std::string text;
  for (const std::string& line : check_lines(run, answer.check, options.read.fix_clocks))
    text += line + '\n';
  text += model_line(run, answer.model) + '\n';
  if (answer.simgrid_replayed) text += engine_line(run, *answer.simgrid_replayed) + '\n';
  for (const std::string& line : answer.prediction.assumptions) text += "Assumed: " + line + '\n';
  for (const std::string& line : answer.remarks) text += line + '\n';
  const Prediction& prediction = answer.prediction;
  text += '\n';
  if (prediction.predicted) {
    const double factor = part(*prediction.predicted, prediction.measured);
    text += fmt::format("Predicted: {} (from {} to {}), {:.4g} times the measured length\n",
                        length_text(*prediction.predicted, run), length_text(prediction.low, run),
                        length_text(prediction.high, run), factor);
  } else {
    text +=
        fmt::format("Predicted: from {} to {}; the run does not show enough for a single number\n",
                    length_text(prediction.low, run), length_text(prediction.high, run));
  }
  if (answer.energy) text += energy_line(*answer.energy);
  for (const auto& [name, sheet] : answer.sheets) {
    text += '\n' + sheet.text(run.unit, options.top);
  }
  return text;
}

std::string answer_json(const Run& run, const Answer& answer) {
  const Prediction& prediction = answer.prediction;
  JsonWriter json;
  json.begin_object();
  json.member("measured", prediction.measured).member("replayed", prediction.replayed);
  json.member("predicted", prediction.predicted);
  json.member("engine", std::string_view(answer.has_simgrid ? "simgrid" : "graph"));
  if (answer.simgrid_replayed) json.member("replayed_by_engine", *answer.simgrid_replayed);
  json.member("low", prediction.low).member("high", prediction.high);
  if (answer.energy) {
    json.key("energy").begin_object().member("measured", answer.energy->measured);
    json.member("predicted", answer.energy->predicted);
    json.member("low", answer.energy->low).member("high", answer.energy->high).end_object();
  }
  write_lines(json, "assumptions", prediction.assumptions);
  write_check(run, answer.check, json);
  write_model(answer.model, json);
  for (const auto& [name, sheet] : answer.sheets) {
    json.key(name);
    sheet.write(json);
  }
  write_lines(json, "remarks", answer.remarks);
  json.end_object();
  return json.text();
}

}  // namespace paje::tools
