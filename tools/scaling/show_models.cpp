#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <set>

#include "common/tool.hpp"
#include "paje/models/growth.hpp"
#include "scaling/tables.hpp"

namespace paje::tools {

namespace {

// A number of a run that depends on its cores, as measured.
using Measured = std::map<double, double>;

// Something that says it for any number of cores.
struct Predictor {
  std::string of;
  std::string formula;
  std::function<double(double)> at;
  std::function<GrowthModel::Band(double)> band;  ///< none: it has none
  double cross_validated = std::nan("");
};

double mean_error(const Predictor& predictor, const Measured& measured,
                  const std::function<bool(double)>& wanted) {
  double sum = 0;
  int count = 0;
  for (const auto& [cores, value] : measured) {
    if (!wanted(cores) || !(value > 0)) continue;
    sum += std::abs(predictor.at(cores) / value - 1);
    ++count;
  }
  return count == 0 ? std::nan("") : sum / count;
}

class FamilyModels {
 public:
  FamilyModels(const FamilyScaling& family, const ScalingOptions& options, bool is_named)
      : family_(family), options_(options), is_named_(is_named) {
    for (const Configuration& one : family.configurations) {
      times_[one.cores] = one.time.mean;
      for (const MeasuredRun* const run : one.runs) {
        for (const auto& [name, seconds] : run->values) {
          values_[name][one.cores] += seconds / one.cores / static_cast<double>(one.runs.size());
        }
      }
    }
    // A value that a run does not have took no time there.
    for (auto& [name, measured] : values_) {
      for (const auto& [cores, time] : times_) measured.try_emplace(cores, 0);
    }
  }

  void add(Sheet& models, Sheet& predictions, Report& report) {
    const std::size_t fitted = static_cast<std::size_t>(std::count_if(
        times_.begin(), times_.end(), [&](const auto& one) { return is_fitted(one.first); }));
    if (fitted < 2) return remark(report, "Models need two numbers of cores at least.");
    add_amdahl(models, predictions);
    if (fitted < 3) {
      return remark(report, "Models of growth need three numbers of cores at least.");
    }
    if (fitted < 5) {
      remark(report, fmt::format("Models of growth are fitted to {} numbers of cores; five or more "
                                 "make them trustworthy.",
                                 fitted));
    }
    add_growth(models, predictions);
  }

 private:
  [[nodiscard]] bool is_fitted(double cores) const {
    return options_.fit_to <= 0 || cores <= options_.fit_to;
  }

  void remark(Report& report, const std::string& text) const {
    report.notes.push_back(family_prefix(family_) + text);
  }

  void add_amdahl(Sheet& models, Sheet& predictions) const {
    std::vector<ScalingPoint> points;
    for (const auto& [cores, time] : times_) {
      if (is_fitted(cores)) points.push_back({cores, time});
    }
    const AmdahlFit fit = fit_amdahl(points);
    Predictor predictor;
    predictor.of = "time, Amdahl";
    predictor.formula =
        fmt::format("{:.4g} * ({:.4g} + {:.4g} / n)", fit.time, fit.serial, 1 - fit.serial);
    predictor.at = [fit](double cores) { return fit.at(cores); };
    add_predictor(predictor, times_, models, predictions);
  }

  [[nodiscard]] Predictor growth(const std::string& of, const Measured& measured) const {
    std::vector<GrowthSample> samples;
    for (const auto& [cores, value] : measured) {
      if (is_fitted(cores)) samples.push_back({cores, value});
    }
    const GrowthModel model = fit_growth(samples);
    return {of, model.text(), [model](double cores) { return model.at(cores); },
            [model](double cores) { return model.band(cores); }, model.error};
  }

  void add_growth(Sheet& models, Sheet& predictions) const {
    add_predictor(growth("time", times_), times_, models, predictions);
    std::vector<Predictor> parts;
    for (const auto& [name, measured] : values_) parts.push_back(growth(name, measured));
    if (parts.empty()) return;
    Predictor sum;
    sum.of = "time, sum of values";
    sum.formula = fmt::format("{} below", counted(parts.size(), "model", "models"));
    sum.at = [&parts](double cores) {
      double all = 0;
      for (const Predictor& part : parts) all += std::max(0.0, part.at(cores));
      return all;
    };
    sum.band = [&parts](double cores) {
      GrowthModel::Band all;
      for (const Predictor& part : parts) {
        const auto band = part.band(cores);
        all.low += std::max(0.0, band.low);
        all.high += std::max(0.0, band.high);
      }
      return all;
    };
    add_predictor(sum, times_, models, predictions);
    for (const Predictor& part : parts) {
      add_predictor(part, values_.at(part.of), models, predictions, "value ");
    }
  }

  void add_predictor(const Predictor& predictor, const Measured& measured, Sheet& models,
                     Sheet& predictions, const char* prefix = "") const {
    const auto number = [](double value) { return std::isnan(value) ? Cell() : Cell(value); };
    const double fitted =
        mean_error(predictor, measured, [&](double cores) { return is_fitted(cores); });
    const double judged =
        mean_error(predictor, measured, [&](double cores) { return !is_fitted(cores); });
    models.add(row_of({prefix + predictor.of, predictor.formula, number(predictor.cross_validated),
                       number(fitted), number(judged)}));
    std::set<double> wanted(options_.predict.begin(), options_.predict.end());
    for (const auto& [cores, value] : measured) {
      if (!is_fitted(cores)) wanted.insert(cores);
    }
    for (const double cores : wanted) {
      const double predicted = predictor.at(cores);
      const auto band =
          predictor.band ? predictor.band(cores) : GrowthModel::Band{std::nan(""), std::nan("")};
      const auto known = measured.find(cores);
      const bool is_known = known != measured.end();
      predictions.add(
          row_of({prefix + predictor.of, cores, predicted, number(band.low), number(band.high),
                  is_known ? Cell(known->second) : Cell(),
                  is_known && known->second > 0 ? Cell(predicted / known->second - 1) : Cell()}));
    }
  }

  [[nodiscard]] std::vector<Cell> row_of(std::vector<Cell> cells) const {
    if (is_named_) cells.insert(cells.begin(), Cell(family_.name));
    return cells;
  }

  const FamilyScaling& family_;
  const ScalingOptions& options_;
  bool is_named_;
  Measured times_;
  std::map<std::string, Measured> values_;  // seconds of a core
};

}  // namespace

void add_models(const std::vector<FamilyScaling>& families, const ScalingOptions& options,
                Report& report) {
  const bool is_named = is_named_family(families);
  Sheet models("Models of seconds, and mean errors",
               with_family(is_named, {{"of"},
                                      {"model"},
                                      {"cross_validated", Measure::share},
                                      {"fit_error", Measure::share},
                                      {"judged_error", Measure::share}}));
  Sheet predictions(
      "Predictions; from low to high: what models say that the runs do not tell apart",
      with_family(is_named, {{"of"},
                             {"cores", Measure::number},
                             {"predicted", Measure::time},
                             {"low", Measure::time},
                             {"high", Measure::time},
                             {"measured", Measure::time},
                             {"error", Measure::share}}));
  for (const FamilyScaling& family : families) {
    FamilyModels(family, options, is_named).add(models, predictions, report);
  }
  report.sheets.emplace_back("models", std::move(models));
  report.sheets.emplace_back("predictions", std::move(predictions));
}

}  // namespace paje::tools
