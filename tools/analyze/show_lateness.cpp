// pj_analyze lateness
#include <algorithm>
#include <numeric>

#include "analyze/commands.hpp"
#include "paje/lateness.hpp"

namespace paje::tools {

namespace {

struct Late {
  uint64_t states = 0;  // that are late
  double sum = 0;
  double greatest = 0;

  void add(double lateness) {
    ++states;
    sum += lateness;
    greatest = std::max(greatest, lateness);
  }
};

Sheet sheet_of(std::string title, std::string first, const std::vector<Late>& late,
               const std::vector<std::string>& names) {
  Sheet sheet(std::move(title), {{std::move(first)},
                                 {"late_states", Measure::count},
                                 {"sum", Measure::time},
                                 {"greatest", Measure::time}});
  std::vector<std::size_t> order(late.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::erase_if(order, [&](std::size_t place) { return late[place].states == 0; });
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return late[a].sum > late[b].sum; });
  for (const std::size_t place : order) {
    sheet.add({names[place], late[place].states, late[place].sum, late[place].greatest});
  }
  return sheet;
}

// The `most` latest pieces.
Sheet latest_states(const Run& run, const std::vector<double>& lateness,
                    std::vector<uint32_t> pieces, std::size_t most) {
  const std::size_t shown = std::min(most, pieces.size());
  const auto middle = pieces.begin() + static_cast<std::ptrdiff_t>(shown);
  std::partial_sort(pieces.begin(), middle, pieces.end(), [&](uint32_t a, uint32_t b) {
    return lateness[a] != lateness[b] ? lateness[a] > lateness[b] : a < b;
  });
  Sheet sheet("The latest", {{"container"},
                             {"value"},
                             {"start", Measure::moment},
                             {"end", Measure::moment},
                             {"lateness", Measure::time}});
  sheet.leave_out(pieces.size() - shown);
  pieces.resize(shown);
  for (const uint32_t piece : pieces) {
    sheet.add({std::string(run.track_of_piece(piece)),
               std::string(run.graph.values()[run.graph.value(piece)].name), run.graph.start(piece),
               run.graph.end(piece), lateness[piece]});
  }
  return sheet;
}

}  // namespace

Findings show_lateness(const Run& run, const AnalyzeOptions& options) {
  const std::vector<double> lateness = find_lateness(run.graph);
  std::vector<Late> by_track(run.graph.tracks().size()), by_value(run.graph.values().size());
  std::vector<uint32_t> late;
  for (uint32_t i = 0; i < by_track.size(); ++i) {
    const auto& track = run.graph.tracks()[i];
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      if (lateness[piece] <= 0) continue;
      by_track[i].add(lateness[piece]);
      by_value[run.graph.value(piece)].add(lateness[piece]);
      late.push_back(piece);
    }
  }
  std::vector<std::string> tracks, values;
  for (const std::string& name : run.track_names) tracks.push_back(name);
  for (const auto& value : run.graph.values()) values.emplace_back(value.name);
  const bool is_text = !options.json && !options.csv;
  const std::size_t most = is_text ? options.top : late.size();
  Findings findings;
  findings.lines.emplace_back(
      "Lateness: how much later a state begins than the same step (the k-th state of its value) on "
      "the earliest container of the same type.");
  findings.sheets.emplace_back("by_container",
                               sheet_of("By container", "container", by_track, tracks));
  findings.sheets.emplace_back("by_value", sheet_of("By value", "value", by_value, values));
  findings.sheets.emplace_back("states", latest_states(run, lateness, std::move(late), most));
  return findings;
}

}  // namespace paje::tools
