// Why a run takes so long, as table functions: waits(), causes(), critical_path(), slack() and
// efficiencies(). They take what pj_analyze does, with the built-in classes.
#pragma once

#include <memory>
#include <string>
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
  AnalysisFacts(TraceFacts& facts, std::string_view size_field)
      : facts_(facts), size_field_(size_field) {}

  [[nodiscard]] TraceFacts& facts() const { return facts_; }
  const DependencyGraph& graph();
  const std::vector<Wait>& waits();
  const std::vector<Cause>& causes();
  const std::vector<PathPiece>& path();

 private:
  TraceFacts& facts_;
  std::string size_field_;
  std::unique_ptr<DependencyGraph> graph_;
  std::unique_ptr<std::vector<Wait>> waits_;
  std::unique_ptr<std::vector<Cause>> causes_;
  std::unique_ptr<std::vector<PathPiece>> path_;
};

struct NamedFunction {
  const char* name;
  FunctionTable table;
};
/// They refer to `facts`.
std::vector<NamedFunction> analysis_functions(AnalysisFacts& facts);

}  // namespace paje::tools
