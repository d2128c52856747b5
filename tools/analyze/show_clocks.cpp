// pj_analyze clocks
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analyze/commands.hpp"
#include "common/tool.hpp"
#include "paje/clocks.hpp"

namespace paje::tools {

namespace {

constexpr std::string_view kLeftOut =
    " Collectives were left out, because no correction of the clocks makes them consistent: calls "
    "that are assumed to be one operation probably are not. A field Comm of the states would show "
    "which calls belong together.";

std::string verdict(const Run& run, const Clocks& clocks) {
  if (!clocks.are_wrong && clocks.only_named_collectives) {
    return "The clocks agree: no message ends before it starts." + std::string(kLeftOut);
  }
  if (!clocks.are_wrong) {
    return "The clocks agree: no message ends before it starts, and no container leaves a "
           "collective operation before the last one arrives.";
  }
  const bool are_enough =
      clocks.conflict.empty() || (clocks.only_named_collectives && !clocks.have_drift);
  std::string text =
      are_enough
          ? fmt::format(
                "The clocks are wrong. Offsets of up to {}, added to the times of the containers, "
                "correct them.",
                time_text(clocks.largest(), run.unit))
          : fmt::format("The clocks are wrong, and no constant offsets correct them: {} disagree.",
                        counted(clocks.conflict.size(), "container", "containers"));
  if (clocks.have_drift) {
    double drift = 0;
    for (const ClockOffset& track : clocks.tracks) drift = std::max(drift, std::abs(track.drift));
    text += fmt::format(" They drift: offsets of up to {} at the start and up to {:.3g} ppm {}.",
                        time_text(clocks.largest(), run.unit), drift * 1e6,
                        clocks.steps.empty() ? "correct them" : "come closest");
  }
  if (const uint64_t one_sided = clocks.one_sided(); one_sided > 0) {
    text += fmt::format(
        " Messages of {} go one way only, which bounds their clocks on one side (see least and "
        "greatest). The offsets are the smallest that are possible; times may still be wrong.",
        counted(one_sided, "container", "containers"));
  }
  if (!clocks.steps.empty()) {
    text += fmt::format(" A logical clock moves {}, each with all that follows.",
                        counted(clocks.late_events, "end of a message or collective",
                                "ends of messages and collectives"));
  }
  if (clocks.only_named_collectives) text += kLeftOut;
  if (clocks.unsolved > 0) {
    text += fmt::format(" {} wrong, in a circle that no clocks can correct.",
                        counted(clocks.unsolved, "message stays", "messages stay"));
  }
  return text;
}

// Without a number where nothing bounds it.
Cell bound(double time) { return std::isfinite(time) ? Cell(time) : Cell(); }

Sheet offsets(const Run& run, const Clocks& clocks) {
  Sheet sheet("Times to add", {{"container"},
                               {"least", Measure::time},
                               {"greatest", Measure::time},
                               {"offset", Measure::time},
                               {"least_drift"},
                               {"greatest_drift"},
                               {"drift"},
                               {"logical", Measure::time}});
  // No zero with a sign.
  const auto plain = [](double time) { return time == 0 ? 0 : time; };
  for (uint32_t i = 0; i < clocks.tracks.size(); ++i) {
    const ClockOffset& track = clocks.tracks[i];
    sheet.add({std::string(run.track_name(i)), bound(plain(track.least)),
               bound(plain(track.greatest)), plain(track.offset), bound(plain(track.least_drift)),
               bound(plain(track.greatest_drift)), plain(track.drift), clocks.largest_shift(i)});
  }
  return sheet;
}

}  // namespace

Findings show_clocks(const Run& run, const AnalyzeOptions& /*options*/) {
  const Clocks clocks = estimate_clocks(run.graph);
  Findings findings;
  findings.lines.push_back(verdict(run, clocks));
  Sheet summary("", {{"wrong"},
                     {"solved"},
                     {"largest_offset", Measure::time},
                     {"drift"},
                     {"moved_alone", Measure::count},
                     {"unsolved", Measure::count}});
  const bool is_solved = clocks.steps.empty();
  summary.add({clocks.are_wrong ? "yes" : "no", is_solved ? "yes" : "no", clocks.largest(),
               clocks.have_drift ? "yes" : "no", clocks.late_events, clocks.unsolved});
  Sheet disagreeing("In a circle of messages that no offsets can correct", {{"container"}});
  for (const uint32_t track : clocks.conflict) {
    disagreeing.add({std::string(run.track_name(track))});
  }
  findings.sheets.emplace_back("clocks", std::move(summary));
  findings.sheets.emplace_back("disagree", std::move(disagreeing));
  findings.sheets.emplace_back("offsets", offsets(run, clocks));
  return findings;
}

}  // namespace paje::tools
