// pj_measure: measures what models need to know of machines and devices.
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
  if (!measured.is_direct) {
    report.remarks.emplace_back(
        "Warning: the file system refuses access without its cache (O_DIRECT), so these are partly "
        "times of memory.");
  }
  return report;
}

Report measure(const MeasureOptions& options) {
  if (options.command == "machine") return measure_machine();
  const StorageMeasurement measured = measure_storage(options);
  if (!options.trace.empty()) write_storage_trace(measured, options.file, options.trace);
  return storage_report(measured, options);
}

}  // namespace

int main(int argc, char** argv) {
  // Of all processes of mpirun the first one says what is wrong.
  const auto process = launched_process();
  Silence silence(process && !process->is_first);
  return run_tool_with_status("pj_measure", [&] {
    MeasureOptions options;
    if (const auto status = parse_measure_options(argc, argv, options)) return *status;
    if (options.command == "network") become_network_program(options, silence);
    const Report report = measure(options);
    OutputFile file(options.format.output);
    file.write(options.format.csv    ? report.csv(options.format.table)
               : options.format.json ? report.json()
                                     : report.text(options.format.top));
    file.commit();
    return static_cast<int>(ExitCode::done);
  });
}
