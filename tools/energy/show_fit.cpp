// pj_energy fit, pj_energy validate
#include <fmt/format.h>

#include <cmath>

#include "common/tool.hpp"
#include "energy/commands.hpp"
#include "energy/model_file.hpp"
#include "energy/power_samples.hpp"

namespace paje::tools {

namespace {

// Standard deviations of components in this ratio: the weaker one is mostly noise.
constexpr double kCollinear = 30;

Sheet coefficients(const PowerModelFile& file) {
  Sheet sheet("Model", {{"idle_watts", Measure::number},
                        {"watts_per_cpu_percent", Measure::number},
                        {"watts_per_memory_percent", Measure::number},
                        {"components", Measure::count},
                        {"condition", Measure::number},
                        {"explained", Measure::share}});
  sheet.add({file.model.idle, file.model.per_cpu, file.model.per_memory, uint64_t{file.components},
             number_if(std::isfinite(file.condition), file.condition), file.explained});
  return sheet;
}

Sheet accuracy_sheet() {
  return {"Accuracy",
          {{"samples_of"},
           {"samples", Measure::count},
           {"mean_accuracy", Measure::number},
           {"median_accuracy", Measure::number},
           {"mean_error_watts", Measure::number},
           {"greatest_error_watts", Measure::number},
           {"left_out", Measure::count}}};
}

void add_accuracy(std::string of, const PowerAccuracy& accuracy, Sheet& sheet) {
  const auto known = [&](double number) { return number_if(accuracy.samples > 0, number); };
  sheet.add({std::move(of), accuracy.samples, known(accuracy.mean), known(accuracy.median),
             known(accuracy.mean_error), known(accuracy.greatest_error), accuracy.left_out});
}

void add_fit_remarks(const PowerFit& fit, unsigned wanted, std::vector<std::string>& remarks) {
  if (!fit.cpu_varies) {
    remarks.emplace_back("Warning: the use of the CPU does not vary, so its coefficient is 0.");
  }
  if (!fit.memory_varies) {
    remarks.emplace_back("Warning: the use of the memory does not vary, so its coefficient is 0.");
  }
  if (fit.cpu_varies && fit.memory_varies && fit.components < wanted) {
    remarks.emplace_back(
        "Warning: the uses of CPU and memory are in proportion (collinear), so only one component "
        "can be fitted; how its effect is divided between the two is arbitrary.");
  } else if (wanted == 2 && fit.condition > kCollinear && fit.cpu_varies && fit.memory_varies) {
    remarks.push_back(fmt::format(
        "Warning: the uses of CPU and memory are nearly in proportion (condition {:.3g}); "
        "--components 1 is more stable.",
        fit.condition));
  }
  if (fit.model.idle < 0) {
    remarks.emplace_back("Warning: the idle power is negative; the samples lack times of low use.");
  }
}

void add_left_out(const PowerAccuracy& accuracy, std::vector<std::string>& remarks) {
  if (accuracy.left_out == 0) return;
  remarks.push_back(fmt::format("{} with a power of 0 or almost 0 cannot be judged.",
                                counted(accuracy.left_out, "sample", "samples")));
}

void write_model(const std::string& path, const PowerModelFile& file) {
  if (path.empty()) return;
  refuse_input_files({path});
  OutputFile output(path);
  output.write(model_json(file));
  output.commit();
}

}  // namespace

Report show_fit(const EnergyOptions& options) {
  const PowerSamples found = read_power_samples(options);
  const PowerFit fit = fit_power(found.samples, options.components);
  const PowerAccuracy accuracy = judge_power(fit.model, found.samples);
  const PowerModelFile file{fit.model,     fit.components, fit.condition,
                            fit.explained, accuracy,       fingerprint_of(found.samples)};
  write_model(options.model, file);
  Report report;
  Sheet judged = accuracy_sheet();
  add_accuracy("fit", accuracy, judged);
  report.sheets.emplace_back("model", coefficients(file));
  report.sheets.emplace_back("accuracy", std::move(judged));
  add_remarks(found, report.remarks);
  add_fit_remarks(fit, options.components, report.remarks);
  add_left_out(accuracy, report.remarks);
  report.remarks.emplace_back(
      "The accuracy on the fitted samples says little: judge the model on other samples with "
      "`pj_energy "
      "validate`.");
  return report;
}

Report show_validation(const EnergyOptions& options) {
  const PowerModelFile file = read_model(options.model);
  const PowerSamples found = read_power_samples(options);
  const PowerAccuracy accuracy = judge_power(file.model, found.samples);
  Report report;
  Sheet judged = accuracy_sheet();
  if (file.accuracy.samples > 0) add_accuracy("fit", file.accuracy, judged);
  add_accuracy("judged", accuracy, judged);
  report.sheets.emplace_back("accuracy", std::move(judged));
  add_remarks(found, report.remarks);
  add_left_out(accuracy, report.remarks);
  if (fingerprint_of(found.samples) == file.fingerprint) {
    report.remarks.emplace_back(
        "Warning: the model was fitted to these same samples, so their agreement proves nothing.");
  }
  return report;
}

}  // namespace paje::tools
