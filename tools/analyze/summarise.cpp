#include "analyze/summarise.hpp"

#include <algorithm>
#include <array>
#include <functional>

#include "analyze/sheet.hpp"
#include "paje/parallel.hpp"
#include "paje/profile.hpp"

namespace paje::tools {

namespace {

double unexplained_idle_time(const DependencyGraph& graph, const std::vector<Wait>& waits) {
  double idle = 0;
  for (const auto& track : graph.tracks()) {
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      if (graph.is_idle(piece)) idle += graph.length(piece);
    }
  }
  for (const Wait& wait : waits) {
    if (graph.is_idle(wait.piece)) idle -= wait.amount;
  }
  return idle;
}

void add_root_waits(const DependencyGraph& graph, Summary& summary) {
  summary.root_waits.resize(graph.tracks().size());
  for (const Wait& wait : find_root_waits(graph)) {
    summary.root_waits[wait.whom] += wait.amount;
    summary.root_waited += wait.amount;
  }
}

}  // namespace

Summary summarise(const Run& run, const AnalyzeOptions& options) {
  Summary summary;
  // None needs what another finds; long ones come first. Some of them use one thread only.
  const std::array<std::function<void()>, 5> findings = {
      [&] {
        summary.waits = find_waits(run.graph);
        summary.causes = find_causes(run.graph, summary.waits);
        summary.idle = unexplained_idle_time(run.graph, summary.waits);
        add_root_waits(run.graph, summary);
      },
      [&] { summary.check = check_replay(run.graph); },
      [&] { summary.efficiency = efficiencies(run.graph); },
      [&] {
        summary.path_pieces = critical_path(run.graph);
        summary.path = sum_path(run, summary.path_pieces);
      },
      [&] { summary.iterations = find_iterations(run.graph, options.iterations); }};
  for_each_parallel(run.graph.threads(), findings.size(), [&](std::size_t i) { findings[i](); });
  for (const Wait& wait : summary.waits) {
    summary.waited += wait.amount;
    summary.waited_by_kind[static_cast<std::size_t>(wait.kind)] += wait.amount;
  }
  return summary;
}

namespace {

bool is_useful(const Run& run, const Cause& cause) {
  return cause.value < run.graph.values().size() &&
         run.graph.values()[cause.value].meaning.value_class == ValueClass::compute;
}

}  // namespace

UsefulCauses useful_causes(const Run& run, const Summary& summary) {
  UsefulCauses found;
  for (const Cause& cause : summary.causes) {
    if (!is_useful(run, cause)) continue;
    if (found.first == nullptr) found.first = &cause;
    found.seconds += cause.cost();
  }
  return found;
}

uint32_t longest_awaited(const Summary& summary) {
  const auto& waits = summary.root_waits;
  return static_cast<uint32_t>(std::max_element(waits.begin(), waits.end()) - waits.begin());
}

bool starts_with_a_call(const Run& run, const Summary& summary) {
  return !summary.causes.empty() && !is_useful(run, summary.causes.front());
}

uint32_t longest_call(const Run& run) {
  const std::vector<double> seconds = seconds_by_value(run.graph);
  uint32_t longest = DependencyGraph::kNone;
  for (uint32_t value = 0; value < seconds.size(); ++value) {
    const ValueClass of = run.graph.values()[value].meaning.value_class;
    if (of != ValueClass::communication) continue;
    if (longest == DependencyGraph::kNone || seconds[value] > seconds[longest]) longest = value;
  }
  return longest;
}

double share_of_all(const Run& run, double seconds) {
  return part(seconds, run.graph.length() * static_cast<double>(run.graph.tracks().size()));
}

std::vector<WaitKind> kinds_by_time(const Summary& summary) {
  std::vector<WaitKind> kinds;
  for (std::size_t i = 0; i < kWaitKinds; ++i) {
    if (summary.waited_by_kind[i] > 0) kinds.push_back(static_cast<WaitKind>(i));
  }
  const auto seconds = [&](WaitKind kind) {
    return summary.waited_by_kind[static_cast<std::size_t>(kind)];
  };
  std::stable_sort(kinds.begin(), kinds.end(),
                   [&](WaitKind a, WaitKind b) { return seconds(a) > seconds(b); });
  return kinds;
}

std::string words_of(WaitKind kind) {
  std::string words(spelling(kind));
  std::replace(words.begin(), words.end(), '_', ' ');
  return words;
}

}  // namespace paje::tools
