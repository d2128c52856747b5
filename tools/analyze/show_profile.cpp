// pj_analyze profile
#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "analyze/commands.hpp"
#include "analyze/usage_sheets.hpp"
#include "common/tool.hpp"
#include "paje/profile.hpp"

namespace paje::tools {

namespace {

// Places of the values that occur, the one with the longest exclusive time first.
std::vector<uint32_t> order_of(std::span<const ValueProfile> values) {
  std::vector<uint32_t> order(values.size());
  std::iota(order.begin(), order.end(), 0U);
  std::erase_if(order, [&](uint32_t value) { return values[value].count == 0; });
  std::stable_sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return values[a].exclusive > values[b].exclusive;
  });
  return order;
}

double sum_exclusive(std::span<const ValueProfile> values) {
  double sum = 0;
  for (const ValueProfile& value : values) sum += value.exclusive;
  return sum;
}

void add_measures(std::vector<SheetColumn>& columns) {
  columns.insert(columns.end(), {{"value"},
                                 {"count", Measure::count},
                                 {"inclusive", Measure::time},
                                 {"exclusive", Measure::time},
                                 {"share", Measure::share},
                                 {"mean", Measure::time},
                                 {"shortest", Measure::time},
                                 {"longest", Measure::time}});
}

void add_rows(const Run& run, std::span<const ValueProfile> values, const std::vector<Cell>& front,
              Sheet& sheet) {
  const double all = sum_exclusive(values);
  for (const uint32_t place : order_of(values)) {
    const ValueProfile& value = values[place];
    std::vector<Cell> row = front;
    row.insert(row.end(), {std::string(run.graph.values()[place].name), value.count,
                           value.inclusive, value.exclusive, part(value.exclusive, all),
                           value.mean(), value.shortest, value.longest});
    sheet.add(std::move(row));
  }
}

Sheet by_value(const Run& run, const Profile& profile) {
  std::vector<SheetColumn> columns;
  add_measures(columns);
  Sheet sheet("By value", std::move(columns));
  add_rows(run, profile.values, {}, sheet);
  return sheet;
}

Sheet by_container(const Run& run, const Profile& profile) {
  std::vector<SheetColumn> columns = {{"container"}};
  add_measures(columns);
  Sheet sheet("By container", std::move(columns));
  for (uint32_t track = 0; track < run.graph.tracks().size(); ++track) {
    add_rows(run, profile.of_track(track), {std::string(run.track_name(track))}, sheet);
  }
  return sheet;
}

Sheet tree_of_calls(const Run& run, const std::vector<CallNode>& tree) {
  double all = 0;
  for (const CallNode& node : tree) all += node.exclusive;
  Sheet sheet("Tree of calls", {{"value"},
                                {"depth", Measure::count},
                                {"parent", Measure::count},
                                {"count", Measure::count},
                                {"inclusive", Measure::time},
                                {"exclusive", Measure::time},
                                {"share", Measure::share}});
  for (const CallNode& node : tree) {
    sheet.add({std::string(run.graph.values()[node.value].name), uint64_t{node.depth},
               node.parent == CallNode::kNone ? Cell() : Cell(uint64_t{node.parent}), node.count,
               node.inclusive, node.exclusive, part(node.inclusive, all)},
              node.depth);
  }
  return sheet;
}

Sheet without_state(const Run& run, const Profile& profile) {
  Sheet sheet("Time without a state, between the first and the last state",
              {{"container"}, {"time", Measure::time}});
  for (uint32_t track = 0; track < profile.uncovered.size(); ++track) {
    if (profile.uncovered[track] == 0) continue;
    sheet.add({std::string(run.track_name(track)), profile.uncovered[track]});
  }
  return sheet;
}

}  // namespace

Findings show_profile(const Run& run, const AnalyzeOptions& options) {
  return profile_findings(run, measure_usage(run.graph, options.bins));
}

Findings profile_findings(const Run& run, const Usage& usage) {
  const Profile& profile = usage.profile;
  Findings findings;
  findings.lines.push_back(
      fmt::format("{} last {} in {}. Exclusive: without the states directly inside.",
                  counted(run.graph.counts().states, "state", "states"),
                  time_text(sum_exclusive(profile.values), run.unit),
                  counted(run.graph.tracks().size(), "container", "containers")));
  findings.sheets.emplace_back("by_value", by_value(run, profile));
  findings.sheets.emplace_back("call_tree", tree_of_calls(run, usage.tree));
  add_usage(run, usage, findings);
  findings.sheets.emplace_back("without_state", without_state(run, profile));
  findings.sheets.emplace_back("by_container", by_container(run, profile));
  return findings;
}

}  // namespace paje::tools
