// pj_analyze clocks
#include <fmt/format.h>

#include <cmath>

#include "analyze/commands.hpp"
#include "common/tool.hpp"
#include "paje/clocks.hpp"

namespace paje::tools {

namespace {

std::string verdict(const Run& run, const Clocks& clocks) {
  if (!clocks.are_wrong) {
    return "The clocks agree: no message ends before it starts, and no collective operation is "
           "left before the last has come.";
  }
  if (!clocks.conflict.empty()) {
    return fmt::format("The clocks are wrong, and no constant offsets put them right: {} disagree.",
                       counted(clocks.conflict.size(), "container", "containers"));
  }
  return fmt::format(
      "The clocks are wrong. Offsets of up to {}, added to the times of the containers, put them "
      "right.",
      time_text(clocks.largest(), run.unit));
}

// Without a number where nothing bounds it.
Cell bound(double time) { return std::isfinite(time) ? Cell(time) : Cell(); }

Sheet offsets(const Run& run, const Clocks& clocks) {
  Sheet sheet("What to add", {{"container"},
                              {"least", Measure::time},
                              {"greatest", Measure::time},
                              {"offset", Measure::time}});
  // No zero with a sign.
  const auto plain = [](double time) { return time == 0 ? 0 : time; };
  for (uint32_t i = 0; i < clocks.tracks.size(); ++i) {
    const ClockOffset& track = clocks.tracks[i];
    sheet.add({std::string(run.track_name(i)), bound(plain(track.least)),
               bound(plain(track.greatest)), plain(track.offset)});
  }
  return sheet;
}

}  // namespace

Findings show_clocks(const Run& run, const AnalyzeOptions& /*options*/) {
  const Clocks clocks = estimate_clocks(run.graph);
  Findings findings;
  findings.lines.push_back(verdict(run, clocks));
  Sheet summary("", {{"wrong"}, {"solved"}, {"largest_offset", Measure::time}});
  const bool is_solved = clocks.conflict.empty();
  summary.add({clocks.are_wrong ? "yes" : "no", is_solved ? "yes" : "no", clocks.largest()});
  Sheet disagreeing("In a circle of messages that no offsets put right", {{"container"}});
  for (const uint32_t track : clocks.conflict) {
    disagreeing.add({std::string(run.track_name(track))});
  }
  findings.sheets.emplace_back("clocks", std::move(summary));
  findings.sheets.emplace_back("disagree", std::move(disagreeing));
  findings.sheets.emplace_back("offsets", offsets(run, clocks));
  return findings;
}

}  // namespace paje::tools
