// pj_model: models that are fitted to runs, judged on others, and predict.
#include "common/tool.hpp"
#include "model/communication.hpp"
#include "model/lmo.hpp"
#include "model/mva.hpp"
#include "model/options.hpp"
#include "model/storage.hpp"

namespace {

using namespace paje;
using namespace paje::tools;

void write(const std::string& path, const std::string& text) {
  OutputFile file(path);
  file.write(text);
  file.commit();
}

void print(const Report& report, const ReportFormat& format) {
  print_report("pj_model", report, format);
}

void add_remarks(const MvaRuns& runs, Report& report) {
  report.remarks.insert(report.remarks.end(), runs.remarks.begin(), runs.remarks.end());
  if (runs.process_types.size() > 1) {
    report.remarks.push_back(warning_of_types(runs.process_types));
  }
}

void fit_mva_model(const ModelOptions& options) {
  Report report;
  const MvaRuns runs = read_mva_runs(options, nullptr);
  add_remarks(runs, report);
  check_outputs(options.format.output, {options.model});
  const MvaModel model = fit_mva(runs, options, report);
  add_mva(model, runs.profiles, true, report);
  add_saturation(model, report);
  print(report, options.format);
  if (!options.model.empty()) write(options.model, mva_json(model));
}

void predict_mva(const ModelOptions& options) {
  Report report;
  MvaModel model = read_mva(options.model);
  const MvaRuns runs = read_mva_runs(options, &model.system, model.startup);
  // Another system, or another network, than that of the fit.
  model.system = runs.system;
  model.startup = runs.startup;
  add_remarks(runs, report);
  add_mva(model, runs.profiles, false, report);
  add_placements(model, options.placements, report);
  add_saturation(model, report);
  refuse_input_files({options.format.output});
  print(report, options.format);
}

Report report_of(const ModelOptions& options, std::string& model) {
  using Kind = ModelOptions::Kind;
  if (options.kind == Kind::storage) {
    return options.fits ? fit_storage_model(options, model) : predict_storage_times(options);
  }
  if (options.kind == Kind::lmo) {
    return options.fits ? fit_network_model(options, model) : predict_network_times(options);
  }
  return options.fits ? fit_communication_model(options, model)
                      : predict_communication_times(options);
}

void work(const ModelOptions& options) {
  if (options.kind == ModelOptions::Kind::mva) {
    options.fits ? fit_mva_model(options) : predict_mva(options);
    return;
  }
  std::string model;
  const Report report = report_of(options, model);
  check_outputs(options.format.output, {options.fits ? options.model : ""});
  print(report, options.format);
  if (options.fits && !options.model.empty()) write(options.model, model);
}

}  // namespace

int main(int argc, char** argv) {
  return run_tool_with_status("pj_model", [&] {
    ModelOptions options;
    if (const auto status = parse_model_options(argc, argv, options)) return *status;
    work(options);
    return static_cast<int>(ExitCode::done);
  });
}
