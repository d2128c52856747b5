#include "scaling/growth_models.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "common/tool.hpp"
#include "paje/models/growth.hpp"

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
  FamilyModels(const FamilyScaling& family, double fit_to, const std::vector<double>& wanted)
      : fit_to_(fit_to), wanted_(wanted) {
    for (const Configuration& one : family.configurations) add_configuration(one);
    // A value that a run does not have took no time there.
    for (auto& [name, measured] : values_) {
      for (const auto& [cores, time] : times_of_values_) measured.try_emplace(cores, 0);
    }
  }

  ScalingModels fit() {
    const auto fitted = count_fitted(times_);
    if (fitted < 2) {
      found_.notes.emplace_back("Models need runs on at least two numbers of cores.");
      return std::move(found_);
    }
    add_amdahl();
    if (fitted < 3) {
      found_.notes.emplace_back("Models of growth need runs on at least three numbers of cores.");
      return std::move(found_);
    }
    if (fitted < 5) {
      found_.notes.push_back(
          fmt::format("Models of growth are fitted to {} numbers of cores; five or more make them "
                      "trustworthy.",
                      fitted));
    }
    add_growth();
    add_note_of_negative();
    return std::move(found_);
  }

 private:
  void add_configuration(const Configuration& one) {
    times_[one.cores] = one.time.mean;
    // Rows of tables need not have values.
    const auto with_values = std::count_if(one.runs.begin(), one.runs.end(),
                                           [](const auto* run) { return !run->values.empty(); });
    if (with_values == 0) return;
    times_of_values_[one.cores] = one.time.mean;
    for (const MeasuredRun* const run : one.runs) {
      for (const auto& [name, seconds] : run->values) {
        values_[name][one.cores] += seconds / one.cores / static_cast<double>(with_values);
      }
    }
  }

  [[nodiscard]] std::ptrdiff_t count_fitted(const Measured& measured) const {
    return std::count_if(measured.begin(), measured.end(),
                         [&](const auto& one) { return is_fitted(one.first); });
  }

  [[nodiscard]] bool is_fitted(double cores) const { return fit_to_ <= 0 || cores <= fit_to_; }

  void add_amdahl() {
    std::vector<ScalingPoint> points;
    for (const auto& [cores, time] : times_) {
      if (is_fitted(cores)) points.push_back({cores, time});
    }
    const AmdahlFit fit = fit_amdahl(points);
    if (fit.is_at_bound) found_.notes.push_back(amdahl_at_bound(fit));
    Predictor predictor;
    predictor.of = "time, Amdahl";
    predictor.formula =
        fmt::format("{:.4g} * ({:.4g} + {:.4g} / n)", fit.time, fit.serial, 1 - fit.serial);
    predictor.at = [fit](double cores) { return fit.at(cores); };
    add_predictor(predictor, times_);
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

  void add_growth() {
    add_predictor(growth("time", times_), times_);
    if (values_.empty()) return;
    if (count_fitted(times_of_values_) < 3) {
      found_.notes.emplace_back(
          "Models of values need runs with values on at least three numbers of cores.");
      return;
    }
    std::vector<Predictor> parts;
    for (const auto& [name, measured] : values_) parts.push_back(growth(name, measured));
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
    add_predictor(sum, times_of_values_);
    for (const Predictor& part : parts) {
      add_predictor(part, values_.at(part.of), "value ");
    }
  }

  void add_note_of_negative() {
    if (negative_ == 0) return;
    found_.notes.push_back(fmt::format("Warning: {} below 0 s and set to 0 s.",
                                       counted(negative_, "prediction is", "predictions are")));
  }

  void add_predictor(const Predictor& predictor, const Measured& measured,
                     const char* prefix = "") {
    const std::string of = prefix + predictor.of;
    found_.models.push_back(
        {of, predictor.formula, predictor.cross_validated,
         mean_error(predictor, measured, [&](double cores) { return is_fitted(cores); }),
         mean_error(predictor, measured, [&](double cores) { return !is_fitted(cores); })});
    std::set<double> wanted(wanted_.begin(), wanted_.end());
    for (const auto& [cores, value] : measured) {
      if (!is_fitted(cores)) wanted.insert(cores);
    }
    for (const double cores : wanted) {
      ScalingPrediction one = {.of = of, .cores = cores, .predicted = predictor.at(cores)};
      if (predictor.band) {
        const auto band = predictor.band(cores);
        one.low = band.low < 0 ? 0 : band.low, one.high = band.high < 0 ? 0 : band.high;
      }
      // No run is over before it begins, also where a model falls ever further.
      negative_ += one.predicted < 0 ? 1 : 0;
      one.predicted = std::max(0.0, one.predicted);
      const auto known = measured.find(cores);
      if (known != measured.end()) one.measured = known->second;
      found_.predictions.push_back(std::move(one));
    }
  }

  double fit_to_;
  const std::vector<double>& wanted_;
  Measured times_;
  Measured times_of_values_;                // of runs that have values
  std::map<std::string, Measured> values_;  // seconds of a core
  std::size_t negative_ = 0;                // predictions
  ScalingModels found_;
};

}  // namespace

ScalingModels fit_scaling(const FamilyScaling& family, double fit_to,
                          const std::vector<double>& wanted) {
  return FamilyModels(family, fit_to, wanted).fit();
}

}  // namespace paje::tools
