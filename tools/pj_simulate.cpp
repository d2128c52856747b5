// pj_simulate: how long applications would take on systems that need not exist.
#include <fmt/format.h>

#include <algorithm>

#include "common/print_error.hpp"
#include "common/tool.hpp"
#include "simulate/built_in.hpp"
#include "simulate/calibrate.hpp"
#include "simulate/draw_system.hpp"
#include "simulate/options.hpp"
#include "simulate/report_results.hpp"
#include "simulate/run_trace.hpp"
#include "simulate/storage.hpp"

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
  add_input_file(options.storage);
  for (const std::string& path : options.calibrate) add_input_file(path);
  add_input_file(options.io);
  check_outputs("", {options.output, options.svg, options.draw});
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

void print(const SimulateOptions& options, const Report& report) {
  print_report("pj_simulate", report, options.format);
}

void save(const std::string& path, const std::string& text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

void need_one_configuration(const SimulateOptions& options, std::size_t count) {
  if (options.output.empty() || count == 1) return;
  throw WrongUsage(fmt::format("-o: a trace can have only one configuration, but there are {}",
                               with_separators(count)));
}

void run_storage(const SimulateOptions& options) {
  const StorageStudy study = study_storage(options);
  need_one_configuration(options, study.configurations.size());
  if (!options.output.empty()) {
    write_storage_trace(study, options.output, options.threads);
    const StorageConfiguration& of = study.configurations.front();
    uint64_t requests = of.requests.empty() ? (of.bytes + of.request - 1) / of.request : 0;
    for (const auto& some : of.requests) requests = std::max<uint64_t>(requests, some.size());
    if (requests > of.recorded) {
      say("pj_simulate: the trace has the first {} of {} requests of each client; "
          "--trace-requests asks for more\n",
          with_separators(of.recorded), with_separators(requests));
    }
  }
  if (!options.svg.empty()) save(options.svg, storage_picture(study));
  print(options, storage_report(study));
}

void draw(const SimulateOptions& options) {
  const ReadSystem system = read_system_of(options);
  save(options.draw, options.draw.ends_with(".dot") ? system_dot(system.description)
                                                    : system_svg(system.description));
}

void run_applications(const SimulateOptions& options) {
  if (!options.draw.empty()) draw(options);
  if (options.applications.empty()) return;
  if (!options.calibrate.empty()) return print(options, calibration_report(options));
  Study study = read_study(options);
  need_one_configuration(options, study.configurations.size());
  simulate_all(options, study);
  if (!options.output.empty()) write_trace(options, study);
  if (!options.svg.empty()) save(options.svg, result_picture(study, compare(options, study)));
  print(options, result_report(options, study));
}

void run(const SimulateOptions& options) {
  if (!options.show.empty()) return print(std::string(built_in(options.show)));
  add_inputs(options);
  if (options.storage.empty()) return run_applications(options);
  run_storage(options);
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
