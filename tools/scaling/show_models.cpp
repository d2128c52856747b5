#include <cmath>

#include "scaling/growth_models.hpp"
#include "scaling/tables.hpp"

namespace paje::tools {

namespace {

Cell cell(double number) { return number_if(!std::isnan(number), number); }

std::vector<Cell> cells_of(const ScalingModel& one) {
  return {one.of, one.formula, cell(one.cross_validated), cell(one.fit_error),
          cell(one.judged_error)};
}

std::vector<Cell> cells_of(const ScalingPrediction& one) {
  return {one.of,
          one.cores,
          one.predicted,
          cell(one.low),
          cell(one.high),
          cell(one.measured),
          number_if(one.measured > 0, one.predicted / one.measured - 1)};
}

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
      "Predictions; from low to high: the range of models that the runs do not distinguish",
      with_family(is_named, {{"of"},
                             {"cores", Measure::number},
                             {"predicted", Measure::time},
                             {"low", Measure::time},
                             {"high", Measure::time},
                             {"measured", Measure::time},
                             {"error", Measure::share}}));
  for (const FamilyScaling& family : families) {
    const ScalingModels found = fit_scaling(family, options.fit_to, options.predict);
    const auto row_of = [&](std::vector<Cell> cells) {
      if (is_named) cells.insert(cells.begin(), Cell(family.name));
      return cells;
    };
    for (const ScalingModel& one : found.models) models.add(row_of(cells_of(one)));
    for (const ScalingPrediction& one : found.predictions) predictions.add(row_of(cells_of(one)));
    for (const std::string& note : found.notes)
      report.notes.push_back(family_prefix(family) + note);
  }
  report.sheets.emplace_back("models", std::move(models));
  report.sheets.emplace_back("predictions", std::move(predictions));
}

}  // namespace paje::tools
