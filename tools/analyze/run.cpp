#include "analyze/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <unordered_map>

#include "analyze/sheet.hpp"
#include "charts/value_styles.hpp"
#include "common/file_text.hpp"
#include "common/time_unit_option.hpp"
#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "paje/profile.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

std::string percent_of(uint64_t part, uint64_t all) {
  return share_text(all == 0 ? 0 : static_cast<double>(part) / static_cast<double>(all));
}

// What is not zero.
std::string why_left_out(const DependencyGraph& graph) {
  const auto& counts = graph.counts();
  std::string text;
  const auto add = [&](uint64_t count, std::string_view one, std::string_view many) {
    if (count > 0) text += (text.empty() ? "" : ", ") + counted(count, one, many);
  };
  add(counts.unmatched_starts, "starts in no such state", "start in no such state");
  add(counts.unmatched_ends, "ends in no such state", "end in no such state");
  add(counts.links_outside_tracks, "has an end in a container without states",
      "have an end in a container without states");
  if (counts.ends_in_collectives > 0) {
    text += fmt::format("; {}, whose waits are found without links",
                        counted(counts.ends_in_collectives, "ends in a call of a collective",
                                "end in calls of collectives"));
  }
  return text;
}

void add_links(const Run& run, std::vector<std::string>& lines) {
  const auto& counts = run.graph.counts();
  const uint64_t unmatched = counts.links - counts.messages;
  if (counts.links == 0) {
    const uint64_t calls = counts.receives_without_message + counts.sends_without_message;
    lines.push_back(
        calls == 0 ? "The trace has no links: waits in point-to-point messages are not seen."
                   : fmt::format("Warning: the trace has no links that are whole, so the waits of "
                                 "{} are not seen.",
                                 counted(calls, "send or receive", "sends and receives")));
  } else if (unmatched > 0) {
    lines.push_back(fmt::format(
        "{} of {} links ({}) do not connect a sending to a receiving state and are left out: {}.",
        with_separators(unmatched), with_separators(counts.links),
        percent_of(unmatched, counts.links), why_left_out(run.graph)));
  }
  const uint64_t alone = counts.receives_without_message + counts.sends_without_message;
  if (counts.links > 0 && alone * 100 > counts.links) {
    lines.push_back(fmt::format("Warning: {} and {} have no link; their waits are not seen.",
                                counted(counts.receives_without_message, "receive", "receives"),
                                counted(counts.sends_without_message, "send", "sends")));
  }
}

// Where nothing communicates by calls.
void add_tasks(const Run& run, bool has_gaps, std::vector<std::string>& lines) {
  if (!run.graph.links_connect_tasks()) return;
  if (!run.graph.messages().empty()) {
    lines.emplace_back(
        "Assumed: links connect tasks, since no state is a call that communicates; time without a "
        "state is idle.");
  } else if (has_gaps) {
    lines.emplace_back(
        "Assumed: time without a state is idle, since no state is a call that communicates.");
  }
}

void add_collectives(const Run& run, std::vector<std::string>& lines) {
  const auto& counts = run.graph.counts();
  if (counts.collective_calls == 0) return;
  if (counts.collective_calls_named == 0) {
    lines.emplace_back(
        "Assumed: the n-th call of a collective on each container is one operation of all that "
        "call it equally often.");
  } else if (counts.collective_calls_named < counts.collective_calls) {
    lines.push_back(fmt::format(
        "Assumed of {} of {} calls of collectives, which have no field Comm: the n-th call on each "
        "container is one operation of all that call it equally often.",
        with_separators(counts.collective_calls - counts.collective_calls_named),
        with_separators(counts.collective_calls)));
  }
  for (const auto& unequal : run.graph.unequal_calls()) {
    std::string text;
    for (const auto& [count, tracks] : unequal.tracks_by_count) {
      text +=
          fmt::format("{}{} {}", text.empty() ? "" : ", ",
                      counted(tracks, "container", "containers"), counted(count, "time", "times"));
    }
    lines.push_back(fmt::format("{} is called unequally often: {}.", visible(unequal.value), text));
  }
}

void add_check(const Run& run, const ReplayCheck& check, std::vector<std::string>& lines) {
  if (!check.stuck_tracks.empty()) {
    lines.push_back(fmt::format(
        "Warning: {} wait for each other in a circle ({} and others): the clocks or the links of "
        "the trace are wrong.",
        counted(check.stuck_tracks.size(), "container", "containers"),
        visible(run.track_name(check.stuck_tracks.front()))));
  }
  const std::string messages =
      check.ends_before_start == 0
          ? ""
          : counted(check.ends_before_start, "message ends before it was sent",
                    "messages end before they were sent");
  const std::string calls =
      check.left_before_last_came == 0
          ? ""
          : counted(check.left_before_last_came, "call of a collective ends before the last came",
                    "calls of collectives end before the last came");
  if (messages.empty() && calls.empty()) return;
  lines.push_back(fmt::format(
      "Warning: {}{}{} ({} in all): {}.", messages, messages.empty() || calls.empty() ? "" : ", ",
      calls, time_text(check.violation, run.unit),
      messages.empty()
          ? "the trace does not say which containers take part in each, or clocks differ"
          : "the clocks of the containers differ"));
}

}  // namespace

Classes read_classes(const std::string& path) {
  Classes classes;
  if (!path.empty()) classes.add(file_text(path), path);
  return classes;
}

std::string lack_of_states(const Trace& trace, const Selection& selection, TimeUnit unit) {
  if (selection.is_everything()) return "the trace has no states, and an analysis needs these";
  if (selection.start > selection.end) return "--start is after --end, so there is nothing between";
  return fmt::format(
      "no states are left of the selection, and an analysis needs these; the run ends at {}",
      time_text(trace.end_time().value_or(0), unit));
}

Trace read_for(const AnalyzeOptions& options, const ReadOptions& read) {
  const TraceReading how{.tool = options.tool, .lenient = options.lenient, .quiet = options.quiet};
  return options.clip ? read_clipped(how, options.input, read)
                      : read_trace(how, options.input, read);
}

Run open_run(const AnalyzeOptions& options, bool needs_states) {
  ReadOptions read = options.read;
  read.keep_user_fields = true;
  Trace trace = read_for(options, read);
  DependencyOptions graph_options = options.graph;
  graph_options.classes = read_classes(options.classes);
  graph_options.threads = options.read.threads;
  const Trace* const traces[] = {&trace};
  const TimeUnit unit = unit_for(options.unit, traces, options.tool, options.quiet);
  DependencyGraph graph(trace, graph_options);
  const Selection& selection = options.read.selection;
  const bool is_nothing_left = !selection.is_everything() && trace.links().start.empty();
  if (graph.tracks().empty() && (needs_states || is_nothing_left)) {
    throw std::runtime_error(lack_of_states(trace, selection, unit));
  }
  std::vector<std::string> names = names_of_tracks(graph);
  const bool goes_on = graph.start() < selection.start || graph.end() > selection.end;
  return {std::move(trace),
          std::move(graph),
          unit,
          options.input == "-" ? "standard input" : options.input,
          std::move(names),
          goes_on};
}

std::vector<std::string> names_of_tracks(const DependencyGraph& graph) {
  const auto several = [](const std::vector<std::string>& names) {
    std::unordered_map<std::string_view, std::size_t> counts;
    for (const std::string& name : names) ++counts[name];
    std::vector<bool> found;
    for (const std::string& name : names) found.push_back(counts[name] > 1);
    return found;
  };
  const Trace& trace = graph.trace();
  std::vector<std::string> names;
  for (const auto& track : graph.tracks()) names.emplace_back(track.name);
  const std::vector<bool> share_name = several(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (share_name[i]) names[i] = container_path(trace, graph.tracks()[i].container);
  }
  const std::vector<bool> share_path = several(names);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (!share_path[i]) continue;
    names[i] += fmt::format(" ({})", trace[graph.tracks()[i].container].identifier.text);
  }
  return names;
}

Unclassified find_unclassified(const DependencyGraph& graph) {
  return find_unclassified(graph, seconds_by_value(graph));
}

Unclassified find_unclassified(const DependencyGraph& graph, std::span<const double> seconds) {
  double all = 0;
  for (const auto& track : graph.tracks()) {
    all += graph.start(track.last) - graph.start(track.first);
  }
  std::vector<uint32_t> values;
  double sum = 0;
  for (uint32_t value = 0; value < seconds.size(); ++value) {
    if (graph.values()[value].meaning.matched) continue;
    values.push_back(value);
    sum += seconds[value];
  }
  std::stable_sort(values.begin(), values.end(),
                   [&](uint32_t a, uint32_t b) { return seconds[a] > seconds[b]; });
  Unclassified result;
  result.share = all > 0 ? sum / all : 0;
  result.has_gaps = !seconds.empty() && seconds.front() > 0;
  for (const uint32_t value : values) result.values.emplace_back(graph.values()[value].name);
  return result;
}

std::vector<std::string> remarks(const Run& run, const ReplayCheck& check) {
  return remarks(run, check, find_unclassified(run.graph));
}

std::vector<std::string> remarks(const Run& run, const ReplayCheck& check,
                                 const Unclassified& unclassified) {
  std::vector<std::string> lines;
  add_check(run, check, lines);
  if (run.trace.is_part_of_time()) {
    lines.emplace_back(
        "Of a part of the time: messages and collective operations are not seen that have a call "
        "outside of it.");
  }
  if (run.goes_on_outside) {
    lines.emplace_back(
        "States that go on before --start or after --end are whole; --clip cuts them there.");
  }
  add_links(run, lines);
  add_tasks(run, unclassified.has_gaps, lines);
  add_collectives(run, lines);
  if (unclassified.share > 0) {
    std::string names;
    for (std::size_t i = 0; i < std::min<std::size_t>(3, unclassified.values.size()); ++i) {
      names += (i == 0 ? "" : ", ") + visible(unclassified.values[i]);
    }
    lines.push_back(fmt::format(
        "{} of the time is in values that no rule classifies and counts as "
        "useful work: {}{}.",
        share_text(unclassified.share), names, unclassified.values.size() > 3 ? ", ..." : ""));
  }
  if (run.graph.counts().states_of_other_types > 0) {
    lines.push_back(
        fmt::format("{} of further types of states of the same containers are left out.",
                    counted(run.graph.counts().states_of_other_types, "state", "states")));
  }
  return lines;
}

}  // namespace paje::tools
