#include "analyze/run.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
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

void add_check(const Run& run, const ReplayCheck& check, std::vector<std::string>& lines) {
  if (!check.stuck_tracks.empty()) {
    lines.push_back(fmt::format(
        "Warning: {} wait for each other in a circle ({} and others): the clocks or the links of "
        "the trace are wrong.",
        counted(check.stuck_tracks.size(), "container", "containers"),
        visible(run.track_name(check.stuck_tracks.front()))));
  }
  const std::string clocks = clock_remark(check, time_text(check.violation, run.unit));
  if (!clocks.empty()) lines.push_back(clocks);
}

}  // namespace

Classes read_classes(const std::string& path) {
  Classes classes;
  if (!path.empty()) classes.add(file_text(path), path);
  return classes;
}

std::string lack_of_states(const Trace& trace, const Selection& selection, TimeUnit unit) {
  if (selection.is_everything()) return "the trace has no states, which an analysis needs";
  if (selection.start > selection.end) return "--start is after --end, so there is nothing between";
  return fmt::format("the selection has no states, which an analysis needs; the run ends at {}",
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

std::vector<std::string> remarks(const Run& run, const ReplayCheck& check) {
  return remarks(run, check, find_unclassified(run.graph));
}

std::vector<std::string> remarks(const Run& run, const ReplayCheck& check,
                                 const Unclassified& unclassified) {
  std::vector<std::string> lines;
  if (!std::isfinite(run.graph.length())) {
    lines.push_back(fmt::format(
        "Warning: the run lasts from {} to {}, so that there are no shares and no efficiencies; "
        "--end TIME --clip analyses what is before TIME.",
        run.graph.start(), run.graph.end()));
  }
  add_check(run, check, lines);
  if (run.trace.is_part_of_time()) {
    lines.emplace_back(
        "Only a part of the time is analysed: messages and collective operations with a call "
        "outside of it are missing.");
  }
  if (run.goes_on_outside) {
    lines.emplace_back(
        "States that begin before --start or end after --end keep their whole length; --clip cuts "
        "them there.");
  }
  for (std::string& line : graph_remarks(run.graph, unclassified)) lines.push_back(std::move(line));
  return lines;
}

}  // namespace paje::tools
