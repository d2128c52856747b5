#include "analyze/iterations_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "common/tool.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

std::string name_of_track(const Run& run, uint32_t track) {
  return track == DependencyGraph::kNone ? "" : std::string(run.track_name(track));
}

// A value that every container has equally often, and the fewest times of such: what may begin an
// iteration where no sequence of states repeats, as where a loop in it takes a different number of
// turns each time.
struct Repeated {
  std::string_view value;
  uint32_t count = 0;
};
std::optional<Repeated> find_repeated(const DependencyGraph& graph) {
  constexpr uint32_t kFewest = 3;
  std::vector<uint32_t> counts;
  for (const auto& track : graph.tracks()) {
    std::vector<uint32_t> of_track(graph.values().size(), 0);
    for (uint32_t piece = track.first; piece < track.last; ++piece) ++of_track[graph.value(piece)];
    if (counts.empty()) counts = of_track;
    for (std::size_t i = 0; i < counts.size(); ++i) {
      if (counts[i] != of_track[i]) counts[i] = 0;
    }
  }
  std::optional<Repeated> best;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const std::string_view name = graph.values()[i].name;
    if (name.empty() || counts[i] < kFewest) continue;
    if (!best || counts[i] < best->count) best = Repeated{name, counts[i]};
  }
  return best;
}

// The loops next to it, inside and around, if the first container that agrees has some.
std::string levels_text(const Run& run, const Iterations& found) {
  const uint32_t first = found.agreeing.front();
  const TrackIterations& track = found.tracks[first];
  const auto& levels = track.levels;
  const auto chosen = std::find_if(levels.begin(), levels.end(), [&](const PeriodLevel& level) {
    return level.period == track.period;
  });
  if (chosen == levels.end()) return "";
  const auto level = chosen - levels.begin() + 1;
  std::string text;
  // A loop of one state is that state, again and again.
  if (level > 1 && std::prev(chosen)->period > 1) {
    text += fmt::format(", with a loop of {} states inside (`--level {}`)",
                        std::prev(chosen)->period, level - 1);
  }
  if (chosen + 1 != levels.end()) {
    text += fmt::format(", in a loop of {} states (`--level {}`)", std::next(chosen)->period,
                        level + 1);
  }
  if (text.empty()) return "";
  return fmt::format("; on {} each has {} states{}", visible(run.track_name(first)), track.period,
                     text);
}

std::string name_of_value(const Run& run, uint32_t value) {
  if (value == DependencyGraph::kNone) return "";
  const std::string_view name = run.graph.values()[value].name;
  return std::string(name.empty() ? "(no state)" : name);
}

}  // namespace

Sheet outlier_table(const Run& run, const Iterations& found) {
  Sheet sheet("Outliers", {{"iteration", Measure::count},
                           {"start", Measure::moment},
                           {"end", Measure::moment},
                           {"length", Measure::time},
                           {"container"},
                           {"value"},
                           {"excess", Measure::time}});
  for (const OutlierIteration& outlier : found.outliers) {
    const Iteration& iteration = found.table[outlier.iteration];
    sheet.add({uint64_t{outlier.iteration}, iteration.start, iteration.end, iteration.length,
               name_of_track(run, outlier.track), name_of_value(run, outlier.value),
               outlier.excess});
  }
  return sheet;
}

std::string iterations_text(const Run& run, const Iterations& found) {
  if (found.count_of_few > 0) {
    return fmt::format(
        "Iterations: none that many containers share; at most {1} of {2} agree, with {0} "
        "iterations each.",
        with_separators(found.count_of_few), with_separators(found.few),
        counted(run.graph.tracks().size(), "container", "containers"));
  }
  if (found.count == 0) {
    std::string none = "Iterations: no sequence of states repeats.";
    if (const auto repeated = find_repeated(run.graph)) {
      none += fmt::format(
          " Each container has {1} states {0}: `pj_analyze iterations --marker {0}` begins an "
          "iteration at each of them.",
          visible(repeated->value), with_separators(repeated->count));
    }
    return none;
  }
  std::string text =
      fmt::format("Iterations: {} on {} of {}, typically {}", with_separators(found.count),
                  with_separators(found.agreeing.size()),
                  counted(run.graph.tracks().size(), "container", "containers"),
                  time_text(found.typical, run.unit));
  text += levels_text(run, found);
  if (std::abs(found.drift) >= 0.01) {
    text += fmt::format("; half the run later they are {} {}", share_text(std::abs(found.drift)),
                        found.drift > 0 ? "longer" : "shorter");
  }
  text += fmt::format("; they cover {} of the run", share_text(found.covered));
  // Perhaps what was found is a loop in the loop that takes a different number of turns each time.
  constexpr double kMostOfRun = 0.5;
  const auto repeated = found.covered < kMostOfRun ? find_repeated(run.graph) : std::nullopt;
  if (repeated && repeated->count > found.count) {
    text += fmt::format(", and each container has {} states {} (`--marker {}`)",
                        with_separators(repeated->count), visible(repeated->value),
                        visible(repeated->value));
  }
  return text + (found.outliers.empty() ? "; no outliers." : ".");
}

std::string outlier_text(const Run& run, const Iterations& found, std::size_t most) {
  std::string text;
  for (std::size_t i = 0; i < std::min(most, found.outliers.size()); ++i) {
    const OutlierIteration& outlier = found.outliers[i];
    const Iteration& iteration = found.table[outlier.iteration];
    text += fmt::format("  {} at {} takes {}", outlier.iteration,
                        place_text(iteration.start, run.graph.length(), run.unit),
                        time_text(iteration.length, run.unit));
    if (outlier.track != DependencyGraph::kNone) {
      text += fmt::format(": {} more of {} in {}", time_text(outlier.excess, run.unit),
                          visible(name_of_value(run, outlier.value)),
                          visible(name_of_track(run, outlier.track)));
    }
    text += '\n';
  }
  if (most < found.outliers.size()) {
    text += fmt::format("  and {}\n",
                        counted(found.outliers.size() - most, "more outlier", "more outliers"));
  }
  return text;
}

}  // namespace paje::tools
