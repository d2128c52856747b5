// Why a run takes so long, as table functions. They give what pj_analyze does.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "paje/critical_path.hpp"
#include "paje/dependency_graph.hpp"
#include "paje/waits.hpp"
#include "sql/function_table.hpp"
#include "sql/trace_facts.hpp"

namespace paje::tools {

/// The graph and what was found on it, each made when first asked for, and kept.
class AnalysisFacts {
 public:
  /// `on_dependencies` is called once, before the first answer that follows dependencies.
  AnalysisFacts(TraceFacts& facts, DependencyOptions how,
                std::function<void(const DependencyGraph&)> on_dependencies)
      : facts_(facts), how_(std::move(how)), on_dependencies_(std::move(on_dependencies)) {}

  [[nodiscard]] TraceFacts& facts() const { return facts_; }
  const DependencyGraph& graph();
  /// The same, for an answer that follows messages, or distinguishes useful work and calls.
  const DependencyGraph& dependencies();
  const std::vector<Wait>& waits();
  const std::vector<Cause>& causes();
  const std::vector<PathPiece>& path();
  /// Of links, by row; see link_sizes.
  const std::vector<double>& sizes();
  [[nodiscard]] const std::string& size_field() const { return how_.size_field; }
  /// The path of a track's container.
  std::string_view container_path(ContainerId container) { return facts_.path(container); }
  std::string_view track_path(uint32_t track) {
    return facts_.path(graph().tracks()[track].container);
  }

 private:
  TraceFacts& facts_;
  DependencyOptions how_;
  std::function<void(const DependencyGraph&)> on_dependencies_;
  std::unique_ptr<DependencyGraph> graph_;
  std::unique_ptr<std::vector<Wait>> waits_;
  std::unique_ptr<std::vector<Cause>> causes_;
  std::unique_ptr<std::vector<PathPiece>> path_;
  std::unique_ptr<std::vector<double>> sizes_;
};

struct NamedFunction {
  const char* name;
  FunctionTable table;
};
/// A function without parameters. It refers to `facts`, as all below do.
NamedFunction analysis_function(AnalysisFacts& facts, const char* name,
                                std::vector<std::string_view> columns,
                                std::vector<FunctionTable::Row> (*rows)(AnalysisFacts&));

/// waits(), root_waits(), causes(), critical_path(), slack(), efficiencies().
std::vector<NamedFunction> analysis_functions(AnalysisFacts& facts);
/// checks(), classes(), clocks().
std::vector<NamedFunction> check_functions(AnalysisFacts& facts);
/// bounds(), iterations(), call_tree(), lateness(), load_imbalance(), idle_time(),
/// communication_overlap().
std::vector<NamedFunction> step_functions(AnalysisFacts& facts);
/// time_profile(bins), comm_over_time(bins), message_histogram(bins).
std::vector<NamedFunction> bin_functions(AnalysisFacts& facts);
/// transitions(of, within).
std::vector<NamedFunction> pair_functions(AnalysisFacts& facts);
/// frequencies(levels, domain, balance, processor).
std::vector<NamedFunction> frequency_functions(AnalysisFacts& facts);
/// scaling(run, ...), mva(model, run, ...).
std::vector<NamedFunction> run_functions(AnalysisFacts& facts);
/// variable_statistics(), power_steps(...), machine_energy(...), live_containers(type),
/// communication_metrics(hosts).
std::vector<NamedFunction> model_functions(AnalysisFacts& facts);

}  // namespace paje::tools
