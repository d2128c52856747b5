// pj_analyze causes, waits
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "analyze/commands.hpp"
#include "common/tool.hpp"

namespace paje::tools {

namespace {

double total_of(const std::vector<PlacedWait>& waits) {
  double total = 0;
  for (const PlacedWait& each : waits) total += each.wait.amount;
  return total;
}

Sheet waits_by_kind(const std::vector<PlacedWait>& waits) {
  std::array<uint64_t, kWaitKinds> counts{};
  std::array<double, kWaitKinds> amounts{};
  for (const auto& [wait, track, value, start] : waits) {
    ++counts[static_cast<std::size_t>(wait.kind)];
    amounts[static_cast<std::size_t>(wait.kind)] += wait.amount;
  }
  const double total = total_of(waits);
  Sheet sheet(
      "By kind",
      {{"kind"}, {"waits", Measure::count}, {"time", Measure::time}, {"share", Measure::share}});
  for (std::size_t kind = 0; kind < kWaitKinds; ++kind) {
    if (counts[kind] == 0) continue;
    sheet.add({std::string(spelling(static_cast<WaitKind>(kind))), counts[kind], amounts[kind],
               part(amounts[kind], total)});
  }
  return sheet;
}

Sheet waits_by_track(const Run& run, const std::vector<PlacedWait>& waits) {
  std::vector<std::array<double, 2>> by_track(run.graph.tracks().size());
  for (const auto& [wait, track, value, start] : waits) {
    by_track[track][0] += wait.amount;
    by_track[wait.whom][1] += wait.amount;
  }
  Sheet sheet("By container",
              {{"container"}, {"waited", Measure::time}, {"waited_for", Measure::time}});
  for (uint32_t track = 0; track < by_track.size(); ++track) {
    if (by_track[track][0] + by_track[track][1] == 0) continue;
    sheet.add({std::string(run.track_name(track)), by_track[track][0], by_track[track][1]});
  }
  return sheet;
}

void put_longest_first(std::vector<PlacedWait>& waits) {
  std::stable_sort(waits.begin(), waits.end(), [](const PlacedWait& a, const PlacedWait& b) {
    return a.wait.amount > b.wait.amount;
  });
}

Sheet wait_instances(const Run& run, std::vector<PlacedWait> waits) {
  put_longest_first(waits);
  Sheet sheet("The longest", {{"container"},
                              {"value"},
                              {"kind"},
                              {"start", Measure::moment},
                              {"amount", Measure::time},
                              {"waits_for"},
                              {"wrong_order"}});
  for (const auto& [wait, track, value, start] : waits) {
    sheet.add({std::string(run.track_name(track)), std::string(run.graph.values()[value].name),
               std::string(spelling(wait.kind)), start, wait.amount,
               std::string(run.track_name(wait.whom)), std::string(spelling(wait.wrong_order))});
  }
  return sheet;
}

Sheet root_wait_instances(const Run& run, std::vector<PlacedWait> waits) {
  put_longest_first(waits);
  Sheet sheet("Roots that wait from the first to the last member of an operation",
              {{"container"},
               {"value"},
               {"start", Measure::moment},
               {"amount", Measure::time},
               {"waits_for"}});
  for (const auto& [wait, track, value, start] : waits) {
    sheet.add({std::string(run.track_name(track)), std::string(run.graph.values()[value].name),
               start, wait.amount, std::string(run.track_name(wait.whom))});
  }
  return sheet;
}

}  // namespace

Findings show_waits(const Run& run, const AnalyzeOptions& /*options*/) {
  return wait_findings(run, place_waits(run.graph, find_waits(run.graph)),
                       place_waits(run.graph, find_root_waits(run.graph)));
}

Findings wait_findings(const Run& run, const std::vector<PlacedWait>& waits,
                       const std::vector<PlacedWait>& root_waits) {
  Findings findings;
  findings.lines.push_back(fmt::format("{} wait {} in all.",
                                       counted(waits.size(), "state", "states"),
                                       time_text(total_of(waits), run.unit)));
  if (!root_waits.empty()) {
    findings.lines.push_back(fmt::format(
        "{} of an operation also {} until its last member comes: {}. This is not among the waits.",
        counted(root_waits.size(), "root", "roots"), root_waits.size() == 1 ? "waits" : "wait",
        time_text(total_of(root_waits), run.unit)));
  }
  findings.sheets.emplace_back("by_kind", waits_by_kind(waits));
  findings.sheets.emplace_back("by_container", waits_by_track(run, waits));
  // The last one is what --csv prints.
  if (!root_waits.empty()) {
    findings.sheets.emplace_back("root_waits", root_wait_instances(run, root_waits));
  }
  findings.sheets.emplace_back("waits", wait_instances(run, waits));
  return findings;
}

Findings show_causes(const Run& run, const AnalyzeOptions& /*options*/) {
  const std::vector<Wait> waits = find_waits(run.graph);
  const std::vector<Cause> causes = find_causes(run.graph, waits);
  const double total = total_of(place_waits(run.graph, waits));
  Findings findings;
  findings.lines.push_back(
      fmt::format("{} of waiting, traced back to its causes.\n"
                  "direct: waiting for this container; passed on: waiting for containers that had "
                  "waited for it.",
                  time_text(total, run.unit)));
  Sheet sheet("", {{"container"},
                   {"value"},
                   {"start", Measure::moment},
                   {"end", Measure::moment},
                   {"seconds", Measure::time},
                   {"share", Measure::share},
                   {"direct", Measure::time},
                   {"passed_on", Measure::time}});
  for (const Cause& cause : causes) {
    sheet.add({std::string(run.track_name(cause.track)),
               std::string(value_name(run.graph, cause.value)), cause.start, cause.end,
               cause.cost(), part(cause.cost(), total), cause.direct, cause.passed_on});
  }
  findings.sheets.emplace_back("causes", std::move(sheet));
  return findings;
}

}  // namespace paje::tools
