#include "compare/group_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "common/time_unit_option.hpp"
#include "common/tool.hpp"
#include "common/trace_reading.hpp"
#include "paje/measured_time.hpp"
#include "paje/selection.hpp"
#include "paje/visible_text.hpp"
#include "paje/waits.hpp"
#include "runs/csv_table.hpp"

namespace paje::tools {

namespace {

class RunMeasurer {
 public:
  RunMeasurer(const DependencyGraph& graph, const GroupOptions& options, double per_unit)
      : graph_(graph), options_(options), per_unit_(per_unit) {
    for (const DependencyGraph::Value& value : graph.values()) {
      is_asked_.push_back(is_asked(value));
    }
  }

  GroupRun measure() {
    run_.length = graph_.length() * per_unit_;
    add_whole();
    const Iterations found = find_iterations(graph_, options_.iterations);
    if (found.count >= options_.parts) {
      run_.iterations = found.count;
      add_parts(found);
    }
    add_waits();
    return std::move(run_);
  }

 private:
  [[nodiscard]] bool is_asked(const DependencyGraph::Value& value) const {
    if (value.name.empty()) return false;
    if (options_.values.empty()) return value.meaning.value_class == ValueClass::compute;
    return std::any_of(
        options_.values.begin(), options_.values.end(),
        [&](const std::string& pattern) { return matches_glob(pattern, value.name); });
  }

  [[nodiscard]] std::string path_of(uint32_t track) const {
    return container_path(graph_.trace(), graph_.tracks()[track].container);
  }

  void add(GroupNumbers& numbers, uint32_t track, uint32_t value, uint32_t part, double time) {
    if (!is_asked_[value] || !(time > 0)) return;
    numbers[{path_of(track), std::string(graph_.values()[value].name), part}] += time * per_unit_;
  }

  void add_parts(const Iterations& found) {
    const std::vector<double> seconds = seconds_by_part(graph_, found, options_.parts);
    const std::size_t values = graph_.values().size();
    for (std::size_t i = 0; i < found.agreeing.size(); ++i) {
      for (uint32_t part = 0; part < options_.parts; ++part) {
        for (uint32_t value = 0; value < values; ++value) {
          add(run_.by_part, found.agreeing[i], value, part,
              seconds[(i * options_.parts + part) * values + value]);
        }
      }
    }
  }

  void add_whole() {
    std::vector<double> seconds(graph_.values().size());
    for (uint32_t track = 0; track < graph_.tracks().size(); ++track) {
      std::fill(seconds.begin(), seconds.end(), 0);
      const DependencyGraph::Track& mine = graph_.tracks()[track];
      for (uint32_t piece = mine.first; piece < mine.last; ++piece) {
        seconds[graph_.value(piece)] += graph_.length(piece);
      }
      for (uint32_t value = 0; value < seconds.size(); ++value) {
        add(run_.whole, track, value, 0, seconds[value]);
      }
    }
  }

  void add_waits() {
    const std::vector<Wait> waits = find_waits(graph_);
    for (const Wait& wait : waits) run_.waiting += wait.amount * per_unit_;
    for (const Cause& cause : find_causes(graph_, waits)) {
      run_.caused[{path_of(cause.track), std::string(value_name(graph_, cause.value))}] +=
          cause.cost() * per_unit_;
    }
  }

  const DependencyGraph& graph_;
  const GroupOptions& options_;
  double per_unit_;
  std::vector<bool> is_asked_;  // by value
  GroupRun run_;
};

}  // namespace

GroupRun read_group_run(const CompareOptions& options, const std::string& path) {
  ReadOptions read = options.read;
  read.keep_user_fields = true;  // what calls say of their messages and collectives
  const Trace trace = read_trace(
      {.tool = "pj_compare", .lenient = options.lenient, .quiet = options.quiet}, path, read);
  check_measured(trace, path);
  const Trace* const traces[] = {&trace};
  const TimeUnit unit = unit_for(options.unit, traces, "pj_compare", options.quiet);
  DependencyOptions how;
  how.threads = read.threads;
  if (!options.groups.classes.empty()) {
    how.classes.add(file_text(options.groups.classes), options.groups.classes);
  }
  const DependencyGraph graph(trace, how);
  if (graph.tracks().empty()) {
    throw std::runtime_error(fmt::format("{}: the trace has no states", visible(path)));
  }
  return RunMeasurer(graph, options.groups, 1 / per_second(unit)).measure();
}

}  // namespace paje::tools
