// pj_measure: measures what models need to know of machines and devices.
#include <fmt/format.h>

#include <algorithm>

#include "common/tool.hpp"
#include "measure/machine.hpp"
#include "measure/network.hpp"
#include "measure/options.hpp"
#include "measure/storage.hpp"
#include "runs/storage_picture.hpp"
#include "runs/storage_report.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

// The lines are fitted to the drawn sizes, and with --exhaustive judged on all others.
Report storage_report(const StorageMeasurement& measured, const MeasureOptions& options) {
  std::vector<StorageSample> fitted, judged;
  for (const StorageRun& run : measured.runs) {
    const bool is_drawn =
        std::binary_search(measured.fitted_sizes.begin(), measured.fitted_sizes.end(), run.size);
    (is_drawn ? fitted : judged).push_back(run.sample());
  }
  const StorageModel model = fit_storage(fitted, options.intervals);
  if (!options.svg.empty()) {
    std::vector<StorageSample> all = fitted;
    all.insert(all.end(), judged.begin(), judged.end());
    OutputFile file(options.svg);
    file.write(storage_picture(model, all));
    file.commit();
  }
  Report report;
  add_storage_model(model, report);
  add_storage_errors(model, fitted, false, report);
  if (!judged.empty()) add_storage_errors(model, judged, true, report);
  if (measured.devices.size() > measured.machines) {
    report.remarks.push_back(
        fmt::format("Warning: {} on {} measured at the same time: where they share a device, each "
                    "request waits for the others. One process on each machine does not "
                    "(--map-by ppr:1:node of Open MPI).",
                    counted(measured.devices.size(), "process", "processes"),
                    counted(measured.machines, "machine", "machines")));
  }
  if (!measured.is_direct) {
    report.remarks.emplace_back(
        "Warning: the file system refuses access without its cache (O_DIRECT), so the measured "
        "times are partly those of memory.");
  }
  return report;
}

// Returns nothing in all processes but the first. Sets `all` if mpirun started this one.
std::optional<StorageMeasurement> measure_devices(const MeasureOptions& options,
                                                  const std::optional<LaunchedProcess>& process,
                                                  std::optional<MeasuringTogether>& all,
                                                  Silence& silence) {
  if (!process) return measure_storage(options);
  all.emplace(network_program(options.network.mpi, *process));
  // What is wrong on one machine only, that one has to say.
  silence.end();
  return measure_storage_together(options, *all);
}

std::optional<Report> measure(const MeasureOptions& options,
                              const std::optional<LaunchedProcess>& process,
                              std::optional<MeasuringTogether>& all, Silence& silence) {
  if (options.command == "machine") return measure_machine();
  const auto measured = measure_devices(options, process, all, silence);
  if (!measured) return std::nullopt;
  if (!options.trace.empty()) write_storage_trace(*measured, options.trace);
  return storage_report(*measured, options);
}

}  // namespace

int main(int argc, char** argv) {
  // Of all processes of mpirun the first one says what is wrong.
  const auto process = launched_process();
  Silence silence(process && !process->is_first);
  // Destroyed after an error is printed: it ends the other processes, and mpirun ends all as soon
  // as one has ended.
  std::optional<MeasuringTogether> all;
  const int status = run_tool_with_status("pj_measure", [&] {
    MeasureOptions options;
    if (const auto status = parse_measure_options(argc, argv, options)) return *status;
    if (options.command == "network") become_network_program(options, silence);
    try {
      if (const auto report = measure(options, process, all, silence)) {
        print_report("pj_measure", *report, options.format);
      }
    } catch (const OtherProcessFailed&) {
      return static_cast<int>(ExitCode::trouble);
    }
    return static_cast<int>(ExitCode::done);
  });
  if (status != static_cast<int>(ExitCode::done)) silence.end_after_failure();
  return status;
}
