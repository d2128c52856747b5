// pj_analyze bounds
#include <fmt/format.h>

#include <cmath>

#include "analyze/commands.hpp"
#include "common/tool.hpp"
#include "paje/bounds.hpp"

namespace paje::tools {

namespace {

Sheet totals(const Run& run, const RunBounds& bounds) {
  Sheet sheet("", {{"bound"}, {"time", Measure::time}, {"share", Measure::share}, {"meaning"}});
  const auto add = [&](const char* name, double time, const char* meaning) {
    sheet.add({name, time, part(time, run.graph.length()), meaning});
  };
  add("length", run.graph.length(), "as measured");
  add("area", bounds.area.time, "all tasks, divided freely among all containers");
  add("critical_path", bounds.critical_path, "the longest chain of dependent tasks");
  add("greatest", bounds.greatest(), "no schedule of these tasks is shorter");
  return sheet;
}

Sheet nodes(const Run& run, const RunBounds& bounds) {
  Sheet sheet("By node, for its own tasks", {{"container"},
                                             {"tracks", Measure::count},
                                             {"area", Measure::time},
                                             {"length", Measure::time},
                                             {"share", Measure::share}});
  for (const NodeBound& node : bounds.nodes) {
    sheet.add({std::string(run.trace[node.node].name.text), uint64_t{node.tracks}, node.area,
               node.length, part(node.area, node.length)});
  }
  return sheet;
}

Sheet kinds(const RunBounds& bounds) {
  Sheet sheet("Kinds of containers", {{"kind"}, {"containers", Measure::count}});
  for (const ResourceKind& kind : bounds.kinds) sheet.add({kind.name, uint64_t{kind.tracks}});
  return sheet;
}

Sheet kernels(const Run& run, const RunBounds& bounds) {
  Sheet sheet("Tasks, and where the area bound places them", {{"value"},
                                                              {"kind"},
                                                              {"tasks", Measure::count},
                                                              {"mean", Measure::time},
                                                              {"share", Measure::share}});
  const std::size_t count = bounds.kinds.size();
  for (std::size_t i = 0; i < bounds.kernels.size(); ++i) {
    const Kernel& kernel = bounds.kernels[i];
    for (std::size_t kind = 0; kind < count; ++kind) {
      if (std::isnan(kernel.means[kind])) continue;
      sheet.add({std::string(run.graph.values()[kernel.value].name), bounds.kinds[kind].name,
                 kernel.count, kernel.means[kind], bounds.area.shares[i * count + kind]});
    }
  }
  return sheet;
}

}  // namespace

Findings show_bounds(const Run& run, const AnalyzeOptions& /*options*/) {
  const RunBounds bounds = find_bounds(run.graph);
  Findings findings;
  findings.lines.push_back(fmt::format(
      "Lower bounds of the run's length, with its useful states as tasks and {} between them.",
      counted(bounds.dependencies, "dependency", "dependencies")));
  if (bounds.kernels.empty()) {
    findings.lines.emplace_back("There are no tasks: no state is of class compute.");
  } else if (bounds.dependencies == 0) {
    findings.lines.emplace_back(
        "No link leads from the end of a task to the start of another, so the critical path is a "
        "single task.");
  }
  findings.sheets.emplace_back("bounds", totals(run, bounds));
  findings.sheets.emplace_back("nodes", nodes(run, bounds));
  findings.sheets.emplace_back("kinds", kinds(bounds));
  findings.sheets.emplace_back("kernels", kernels(run, bounds));
  return findings;
}

}  // namespace paje::tools
