// pj_simulate: how long applications would take on systems that need not exist.
#include <fmt/format.h>

#include "common/print_error.hpp"
#include "common/tool.hpp"
#include "simulate/built_in.hpp"
#include "simulate/options.hpp"
#include "simulate/report_results.hpp"
#include "simulate/run_trace.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

void print(const std::string& text) {
  OutputFile file("");
  file.write(text);
  file.commit();
}

void add_inputs(const SimulateOptions& options) {
  for (const std::string& path : options.applications) add_input_file(path);
  for (const std::string& path : options.hardware) add_input_file(path);
  add_input_file(options.system);
  refuse_input_files({options.output, options.svg});
}

void write_trace(const SimulateOptions& options, const Study& study) {
  write_run_trace(study, options.output, options.threads);
  const SimulationResult& result = study.results.front();
  const uint64_t simulated = result.is_one_per_label ? result.labels.size() : result.processes;
  if (result.is_one_per_label) {
    say("pj_simulate: the trace has one process for each label\n");
  } else if (result.run.processes.size() < simulated) {
    say("pj_simulate: the trace has the first {} of {} processes; --trace-processes asks for "
        "more\n",
        with_separators(result.run.processes.size()), with_separators(simulated));
  }
}

void run(const SimulateOptions& options) {
  if (!options.show.empty()) return print(std::string(built_in(options.show)));
  add_inputs(options);
  Study study = read_study(options);
  if (!options.output.empty() && study.configurations.size() > 1) {
    throw WrongUsage(fmt::format("-o: a trace is of one configuration, and --set asks for {}",
                                 with_separators(study.configurations.size())));
  }
  simulate_all(options, study);
  if (!options.output.empty()) write_trace(options, study);
  if (!options.svg.empty()) {
    OutputFile file(options.svg);
    file.write(result_picture(study, compare(options, study)));
    file.commit();
  }
  const Report report = result_report(options, study);
  print(options.format.csv    ? report.csv(options.format.table)
        : options.format.json ? report.json()
                              : report.text(options.format.top));
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_simulate", [&] {
    SimulateOptions options;
    if (const auto status = parse_simulate_options(argc, argv, options)) return *status;
    run(options);
    return static_cast<int>(ExitCode::done);
  });
}
