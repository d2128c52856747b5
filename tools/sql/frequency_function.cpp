// frequencies(levels, domain, balance, processor): what `pj_energy frequencies` says of processors.
#include <fmt/format.h>

#include <charconv>
#include <stdexcept>
#include <string>

#include "paje/models/frequency_plan.hpp"
#include "sql/analysis_functions.hpp"
#include "sql/sqlite.hpp"

namespace paje::tools {

namespace {

using Row = FunctionTable::Row;
using Parameters = std::span<sqlite3_value*>;

[[noreturn]] void refuse_parameter(std::string_view what) {
  throw std::invalid_argument(
      fmt::format("frequencies(levels, domain, balance, processor): {}", what));
}

bool is_given(Parameters parameters, std::size_t place) {
  return place < parameters.size() && sqlite3_value_type(parameters[place]) != SQLITE_NULL;
}

// `2.4,2.0,1.6`
std::vector<double> gigahertz_of(std::string_view text) {
  std::vector<double> levels;
  for (std::string_view rest = text;;) {
    const std::size_t comma = rest.find(',');
    const std::string_view word = rest.substr(0, comma);
    double number = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size()) {
      refuse_parameter(
          fmt::format("levels are to be frequencies in GHz such as '2.4,2.0,1.6', not '{}'", text));
    }
    levels.push_back(number);
    if (comma == std::string_view::npos) return levels;
    rest.remove_prefix(comma + 1);
  }
}

Balancing balancing_of(std::string_view word) {
  if (word == "none") return Balancing::none;
  if (word == "greedy") return Balancing::greedy;
  if (word == "refine") return Balancing::refine;
  refuse_parameter(fmt::format("balance is to be 'none', 'greedy' or 'refine', not '{}'", word));
}

FrequencyLevels levels_of(Parameters parameters) {
  LevelOptions options;
  if (is_given(parameters, 0)) options.gigahertz = gigahertz_of(text_of(parameters[0]));
  try {
    return frequency_levels(options);
  } catch (const std::invalid_argument& error) {
    refuse_parameter(error.what());
  }
}

// Nothing where nobody works.
std::optional<Loads> loads_of(AnalysisFacts& facts, const LoadOptions& options) {
  if (facts.graph().tracks().empty() || !(facts.graph().length() > 0)) return {};
  Loads loads;
  try {
    loads = loads_of_run(facts.graph(), options);
  } catch (const std::invalid_argument& error) {
    refuse_parameter(error.what());
  }
  for (const auto& iteration : loads.seconds) {
    for (const double seconds : iteration) {
      if (seconds > 0) return loads;
    }
  }
  return {};
}

std::vector<Row> frequency_rows(AnalysisFacts& facts, Parameters parameters) {
  const auto name_at = [&](std::size_t place) {
    return is_given(parameters, place) ? std::string(text_of(parameters[place])) : std::string();
  };
  const FrequencyLevels levels = levels_of(parameters);
  const Balancing balancing =
      is_given(parameters, 2) ? balancing_of(text_of(parameters[2])) : Balancing::none;
  LoadOptions options;
  options.domain = name_at(1);
  options.processor = name_at(3);
  const std::optional<Loads> loads = loads_of(facts, options);
  if (!loads) return {};
  const FrequencyPlan before = make_plan(*loads, {}, levels, Balancing::none, false);
  const FrequencyPlan plan = make_plan(*loads, {}, levels, balancing, true);
  const Trace& trace = facts.facts().trace();
  std::vector<Row> rows;
  for (const ProcessorFrequency& one : processor_frequencies(before, plan, levels)) {
    const ContainerId container = loads->containers[rows.size()];
    const ContainerId domain = loads->domain_containers[loads->domain[rows.size()]];
    rows.push_back({trace[container].name.text, facts.container_path(container),
                    trace[domain].name.text, one.load, one.balanced, one.idle_share, one.gigahertz,
                    one.busy, one.idle_share_after, one.watts});
  }
  return rows;
}

}  // namespace

std::vector<NamedFunction> frequency_functions(AnalysisFacts& facts) {
  std::vector<NamedFunction> functions;
  functions.push_back(
      {"frequencies", FunctionTable(
                          {"levels", "domain_type", "balance", "processor_type"},
                          {"processor TEXT", "path TEXT", "domain TEXT", "load_seconds REAL",
                           "balanced_seconds REAL", "idle_share REAL", "gigahertz REAL",
                           "busy_seconds REAL", "idle_share_after REAL", "watts REAL"},
                          [&facts](Parameters given) { return frequency_rows(facts, given); }, 4)});
  return functions;
}

}  // namespace paje::tools
