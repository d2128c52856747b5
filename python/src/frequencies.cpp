// How slowly processors may run, of a run.
#include <pybind11/stl.h>

#include "analysis.hpp"
#include "paje/models/frequency_plan.hpp"

namespace paje::python {

namespace {

Balancing balancing_of(const std::string& word) {
  if (word == "greedy") return Balancing::greedy;
  return word == "refine" ? Balancing::refine : Balancing::none;
}

struct FrequencyTable {
  Loads loads;
  std::vector<ProcessorFrequency> rows;
};

FrequencyTable choose(const DependencyGraph& graph, const LoadOptions& from,
                      const PlanOptions& options, const LevelOptions& level_options,
                      Balancing balancing) {
  const FrequencyLevels levels = frequency_levels(level_options);
  FrequencyTable table;
  table.loads = loads_of_run(graph, from);
  check_loads(table.loads, options);
  const FrequencyPlan before = make_plan(table.loads, options, levels, Balancing::none, false);
  const FrequencyPlan plan = make_plan(table.loads, options, levels, balancing, true);
  table.rows = processor_frequencies(before, plan, levels);
  return table;
}

py::dict frequencies_of(const Analysis& analysis, const std::string& domain,
                        const std::string& processor, const std::string& balancing,
                        uint32_t from_iteration, const std::vector<double>& gigahertz,
                        const std::vector<double>& watts, double cpu_bound) {
  LoadOptions from;
  from.domain = domain;
  from.processor = processor;
  LevelOptions levels;
  if (!gigahertz.empty()) levels.gigahertz = gigahertz;
  levels.watts = watts;
  levels.cpu_bound = cpu_bound;
  const FrequencyTable found = unlocked([&] {
    return choose(analysis.graph(), from, {.from_iteration = from_iteration}, levels,
                  balancing_of(balancing));
  });
  const Loads& loads = found.loads;
  py::dict columns;
  columns["container"] =
      column<uint32_t>(loads.containers, [](ContainerId id) { return id.index; });
  columns["domain"] = column<uint32_t>(
      loads.domain, [&](uint32_t domain_of) { return loads.domain_containers[domain_of].index; });
  const auto add = [&](const char* name, double ProcessorFrequency::*member) {
    columns[name] =
        column<double>(found.rows, [&](const ProcessorFrequency& one) { return one.*member; });
  };
  add("load_seconds", &ProcessorFrequency::load);
  add("balanced_seconds", &ProcessorFrequency::balanced);
  add("idle_share", &ProcessorFrequency::idle_share);
  add("gigahertz", &ProcessorFrequency::gigahertz);
  add("busy_seconds", &ProcessorFrequency::busy);
  add("idle_share_after", &ProcessorFrequency::idle_share_after);
  add("watts", &ProcessorFrequency::watts);
  return columns;
}

}  // namespace

void bind_frequencies(py::class_<Analysis>& analysis) {
  using py::arg;
  analysis.def("frequencies", frequencies_of, arg("domain"), arg("processor"), arg("balance"),
               arg("from_iteration"), arg("gigahertz"), arg("watts"), arg("cpu_bound"));
}

}  // namespace paje::python
