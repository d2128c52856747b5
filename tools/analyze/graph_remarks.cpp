#include "analyze/graph_remarks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "analyze/sheet.hpp"
#include "common/tool.hpp"
#include "paje/profile.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

constexpr double kMuchWithoutState = 0.01;

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

void add_links(const DependencyGraph& graph, std::vector<std::string>& lines) {
  const auto& counts = graph.counts();
  const uint64_t unmatched = counts.links - counts.messages;
  if (counts.links == 0) {
    const uint64_t calls = counts.receives_without_message + counts.sends_without_message;
    lines.push_back(calls == 0
                        ? "The trace has no links: waits in point-to-point messages are not seen."
                        : fmt::format("Warning: the trace has no complete links, so the waits of "
                                      "{} are not seen.",
                                      counted(calls, "send or receive", "sends and receives")));
  } else if (unmatched > 0) {
    lines.push_back(fmt::format(
        "{} of {} links ({}) do not connect a sending to a receiving state and are left out: {}.",
        with_separators(unmatched), with_separators(counts.links),
        percent_of(unmatched, counts.links), why_left_out(graph)));
  }
  const uint64_t alone = counts.receives_without_message + counts.sends_without_message;
  if (counts.links > 0 && alone * 100 > counts.links) {
    lines.push_back(fmt::format("Warning: {} and {} have no link; their waits are not seen.",
                                counted(counts.receives_without_message, "receive", "receives"),
                                counted(counts.sends_without_message, "send", "sends")));
  }
}

// Where nothing communicates by calls.
void add_tasks(const DependencyGraph& graph, bool has_gaps, std::vector<std::string>& lines) {
  if (!graph.links_connect_tasks()) return;
  if (!graph.messages().empty()) {
    lines.emplace_back(
        "Assumed: links connect tasks, since no state is a call that communicates; time without a "
        "state is idle.");
  } else if (has_gaps) {
    lines.emplace_back(
        "Assumed: time without a state is idle, since no state is a call that communicates.");
  }
}

void add_collectives(const DependencyGraph& graph, std::vector<std::string>& lines) {
  const auto& counts = graph.counts();
  if (counts.collective_calls == 0) return;
  if (counts.collective_calls_named == 0) {
    lines.emplace_back(
        "Assumed: the n-th call of a collective belongs to one operation on all containers that "
        "call it equally often.");
  } else if (counts.collective_calls_named < counts.collective_calls) {
    lines.push_back(
        fmt::format("Assumed for {} of {} calls of collectives, which have no field Comm: the n-th "
                    "call belongs to one operation on all containers that call it equally often.",
                    with_separators(counts.collective_calls - counts.collective_calls_named),
                    with_separators(counts.collective_calls)));
  }
  if (counts.foreign_roots > 0) {
    lines.push_back(fmt::format(
        "Warning: the field Root of {} names no container that takes part, so the root is guessed.",
        counted(counts.foreign_roots, "collective operation", "collective operations")));
  }
  for (const auto& unequal : graph.unequal_calls()) {
    std::string text;
    for (const auto& [count, tracks] : unequal.tracks_by_count) {
      text +=
          fmt::format("{}{} {}", text.empty() ? "" : ", ",
                      counted(tracks, "container", "containers"), counted(count, "time", "times"));
    }
    lines.push_back(fmt::format("Containers call {} a different number of times: {}.",
                                visible(unequal.value), text));
  }
}

void add_unclassified(const Unclassified& unclassified, std::vector<std::string>& lines) {
  if (!(unclassified.share > 0)) return;
  std::string names;
  for (std::size_t i = 0; i < std::min<std::size_t>(3, unclassified.values.size()); ++i) {
    names += (i == 0 ? "" : ", ") + visible(unclassified.values[i]);
  }
  lines.push_back(fmt::format(
      "{} of the time is in values that no rule classifies and counts as "
      "useful work: {}{}.",
      share_text(unclassified.share), names, unclassified.values.size() > 3 ? ", ..." : ""));
}

// Where time without a state is not idle.
void add_without_state(const DependencyGraph& graph, const Unclassified& unclassified,
                       std::vector<std::string>& lines) {
  if (graph.links_connect_tasks() || !(unclassified.without_state >= kMuchWithoutState)) return;
  lines.push_back(fmt::format("{} of the time is in no state and counts as useful work.",
                              share_text(unclassified.without_state)));
}

void add_other_types(const DependencyGraph& graph, std::vector<std::string>& lines) {
  if (graph.counts().states_of_other_types > 0) {
    lines.push_back(
        fmt::format("{} of further types of states of the same containers are left out.",
                    counted(graph.counts().states_of_other_types, "state", "states")));
  }
}

}  // namespace

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
  result.without_state = !seconds.empty() && all > 0 ? seconds.front() / all : 0;
  for (const uint32_t value : values) result.values.emplace_back(graph.values()[value].name);
  return result;
}

std::vector<std::string> graph_remarks(const DependencyGraph& graph,
                                       const Unclassified& unclassified) {
  std::vector<std::string> lines;
  add_links(graph, lines);
  add_tasks(graph, unclassified.without_state > 0, lines);
  add_collectives(graph, lines);
  add_unclassified(unclassified, lines);
  add_without_state(graph, unclassified, lines);
  add_other_types(graph, lines);
  return lines;
}

std::string clock_remark(const ReplayCheck& check, std::string_view violation) {
  const std::string messages =
      check.ends_before_start == 0
          ? ""
          : counted(check.ends_before_start, "message ends before it was sent",
                    "messages end before they were sent");
  const std::string calls =
      check.left_before_last_came == 0
          ? ""
          : counted(check.left_before_last_came,
                    "call of a collective ends before the last container arrives",
                    "calls of collectives end before the last container arrives");
  if (messages.empty() && calls.empty()) return {};
  return fmt::format("Warning: {}{}{} ({} in all): {}.", messages,
                     messages.empty() || calls.empty() ? "" : ", ", calls, violation,
                     messages.empty()
                         ? "the trace does not say which containers take part, or the clocks differ"
                         : "the clocks of the containers differ");
}

std::vector<std::string> lack_remarks(const DependencyGraph& graph) {
  std::vector<std::string> lines;
  const ReplayCheck check = check_times(graph);
  const std::string clocks = clock_remark(
      check,
      fmt::format("{:.4g} {} of time", check.violation, check.violation == 1 ? "unit" : "units"));
  if (!clocks.empty()) lines.push_back(clocks);
  add_links(graph, lines);
  add_unclassified(find_unclassified(graph), lines);
  add_other_types(graph, lines);
  return lines;
}

}  // namespace paje::tools
