#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "common/tool.hpp"
#include "model/communication.hpp"
#include "paje/visible_text.hpp"

namespace paje::tools {

namespace {

constexpr const char* kDefaultTerms = "1 + NT + NI";

CommunicationModel areas_of(const ModelOptions& options,
                            const std::vector<CommunicationSample>& samples, Report& report) {
  CommunicationModel model;
  for (const std::string& text : options.areas) model.areas.push_back(parse_area(text));
  if (model.areas.empty()) model.areas.push_back(parse_area(std::string("all::") + kDefaultTerms));
  if (options.change_point.empty()) return model;
  if (model.areas.size() > 1) {
    throw std::invalid_argument("--change-point divides a single area, but there are several");
  }
  const MetricCondition whole = model.areas[0].condition;
  std::vector<CommunicationSample> inside;
  std::copy_if(samples.begin(), samples.end(), std::back_inserter(inside),
               [&](const CommunicationSample& sample) { return whole.holds(sample.metrics); });
  const auto at = find_change_point(inside, options.change_point, model.areas[0].terms);
  if (!at) {
    report.remarks.push_back(
        fmt::format("No value of {} divides the samples into two parts with better fits.",
                    visible(options.change_point)));
    return model;
  }
  CommunicationArea low = model.areas[0];
  low.name += " low";
  low.condition = MetricCondition(fmt::format(
      "{}{}{}<={}", whole.text(), whole.text().empty() ? "" : "&", options.change_point, *at));
  model.areas[0].name += " high";
  model.areas.insert(model.areas.begin(), std::move(low));
  report.lines.push_back(
      fmt::format("Change point: {} = {:g}.", visible(options.change_point), *at));
  return model;
}

Sheet areas_sheet(const CommunicationFit& fit) {
  Sheet sheet("Areas", {{"area"},
                        {"when"},
                        {"samples", Measure::count},
                        {"r_squared", Measure::number},
                        {"condition", Measure::number}});
  for (std::size_t i = 0; i < fit.areas.size(); ++i) {
    const auto& of = fit.areas[i];
    const bool is_fitted = of.samples > 0;
    sheet.add({fit.model.areas[i].name, fit.model.areas[i].condition.text(), of.samples,
               is_fitted ? Cell(of.regression.r_squared) : Cell(),
               is_fitted ? Cell(of.regression.condition) : Cell()});
  }
  return sheet;
}

Sheet coefficients_sheet(const CommunicationModel& model) {
  Sheet sheet("Coefficients, in seconds", {{"area"}, {"term"}, {"coefficient", Measure::number}});
  for (const CommunicationArea& area : model.areas) {
    for (std::size_t i = 0; i < area.terms.size(); ++i) {
      sheet.add({area.name, area.terms[i].text(), area.coefficients[i]});
    }
  }
  return sheet;
}

void add_fit_warnings(const CommunicationFit& fit, Report& report) {
  for (std::size_t i = 0; i < fit.areas.size(); ++i) {
    const CommunicationArea& area = fit.model.areas[i];
    const auto& of = fit.areas[i];
    if (of.samples == 0) {
      report.remarks.push_back(
          fmt::format("Warning: no sample is in the area {}; it predicts 0.", visible(area.name)));
      continue;
    }
    std::string terms;
    for (const uint32_t term : of.regression.left_out) {
      terms += (terms.empty() ? "" : ", ") + area.terms[term].text();
    }
    if (!terms.empty()) {
      report.remarks.push_back(
          fmt::format("Warning: in the area {} the samples do not distinguish {} from the other "
                      "terms, so these are left out.",
                      visible(area.name), terms));
    }
    const std::size_t left = area.terms.size() - of.regression.left_out.size();
    if (of.samples <= left) {
      report.remarks.push_back(
          fmt::format("Warning: the area {} has {} for {}; such a fit matches all of them and "
                      "shows nothing about others.",
                      visible(area.name), counted(of.samples, "sample", "samples"),
                      counted(left, "term", "terms")));
    }
  }
}

void add_accuracy(const char* of, const CommunicationModel& model,
                  const std::vector<CommunicationSample>& samples, Report& report) {
  if (samples.empty()) return;
  const PredictionAccuracy accuracy = judge_communication(model, samples);
  report.lines.push_back(fmt::format("{} {}: {} within 25 %, {} within 50 %, mean error {}.", of,
                                     counted(accuracy.samples, "sample", "samples"),
                                     share_text(accuracy.within_25), share_text(accuracy.within_50),
                                     share_text(accuracy.mean_error)));
}

void add_samples(const CommunicationModel& model, const std::vector<NamedSample>& samples,
                 Report& report) {
  Sheet sheet("Samples", {{"sample"},
                          {"set"},
                          {"area"},
                          {"predicted", Measure::time},
                          {"sum", Measure::time},
                          {"measured", Measure::time},
                          {"error", Measure::share}});
  uint64_t negative = 0, outside = 0;
  for (const NamedSample& one : samples) {
    const auto predicted = predict_communication(model, one.sample.metrics);
    const bool is_inside = predicted.area != CommunicationPrediction::kNone;
    negative += is_inside && predicted.sum < 0 ? 1 : 0;
    outside += is_inside ? 0 : 1;
    sheet.add({one.name, one.is_judged ? "judged" : "fitted",
               is_inside ? Cell(model.areas[predicted.area].name) : Cell(),
               is_inside ? Cell(predicted.time) : Cell(), is_inside ? Cell(predicted.sum) : Cell(),
               one.has_time ? Cell(one.sample.time) : Cell(),
               is_inside && one.has_time ? Cell(predicted.time / one.sample.time - 1) : Cell()});
  }
  if (negative > 0) {
    report.remarks.push_back(fmt::format(
        "Warning: {} below 0 s and set to 0 s (the column sum has the sum of the terms).",
        counted(negative, "prediction is", "predictions are")));
  }
  if (outside > 0) {
    report.remarks.push_back(fmt::format("Warning: {} in no area, so without a prediction.",
                                         counted(outside, "sample is", "samples are")));
  }
  report.sheets.emplace_back("samples", std::move(sheet));
}

// On where processes are, and on what neither fits nor judges a model.
void add_sample_remarks(const std::vector<NamedSample>& samples, Report& report) {
  uint64_t silent = 0;
  for (const NamedSample& one : samples) {
    silent += one.is_silent ? 1 : 0;
    if (!one.remark.empty()) report.remarks.push_back(one.remark);
  }
  if (silent > 0) {
    report.remarks.push_back(
        fmt::format("{} without communication (time 0): left out of fits and errors.",
                    counted(silent, "sample", "samples")));
  }
}

// Terms that nobody asked for need an explanation if the samples lack their metrics.
void check_default_terms(const std::vector<CommunicationSample>& samples) {
  for (const char* const metric : {"NT", "NI"}) {
    const bool is_missing = std::any_of(
        samples.begin(), samples.end(),
        [&](const CommunicationSample& sample) { return !sample.metrics.contains(metric); });
    if (!is_missing) continue;
    throw std::runtime_error(
        fmt::format("there is no metric {}: without --area, the terms are {}; --area 'all:: 1 + "
                    "METRIC' chooses others",
                    metric, kDefaultTerms));
  }
}

std::vector<CommunicationSample> timed(const std::vector<NamedSample>& samples, bool is_judged) {
  std::vector<CommunicationSample> result;
  for (const NamedSample& one : samples) {
    if (one.has_time && one.is_judged == is_judged) result.push_back(one.sample);
  }
  return result;
}

// To judge a model on what it was fitted to proves nothing.
void warn_of_fitted(const std::vector<CommunicationSample>& fitted,
                    const std::vector<CommunicationSample>& judged, Report& report) {
  const auto is_fitted = [&](const CommunicationSample& sample) {
    return std::any_of(fitted.begin(), fitted.end(), [&](const CommunicationSample& one) {
      return one.time == sample.time && one.metrics == sample.metrics;
    });
  };
  const auto count = static_cast<uint64_t>(std::count_if(judged.begin(), judged.end(), is_fitted));
  if (count > 0) report.remarks.push_back(warning_of_judged(count, judged.size()));
}

}  // namespace

Report fit_communication_model(const ModelOptions& options, std::string& text) {
  std::vector<NamedSample> samples = read_samples(options.runs, options, true);
  for (NamedSample& one : read_samples(options.judged, options, true)) {
    one.is_judged = true;
    samples.push_back(std::move(one));
  }
  Report report;
  const std::vector<CommunicationSample> fitted = timed(samples, false);
  if (fitted.empty()) throw std::runtime_error("no run communicates; there is nothing to fit");
  if (options.areas.empty()) check_default_terms(fitted);
  const CommunicationFit fit =
      fit_communication(areas_of(options, fitted, report), fitted,
                        options.is_robust ? Weighting::bisquare : Weighting::equal);
  add_accuracy("Fitted to", fit.model, fitted, report);
  add_accuracy("Judged on", fit.model, timed(samples, true), report);
  warn_of_fitted(fitted, timed(samples, true), report);
  report.sheets.emplace_back("areas", areas_sheet(fit));
  report.sheets.emplace_back("coefficients", coefficients_sheet(fit.model));
  add_samples(fit.model, samples, report);
  add_sample_remarks(samples, report);
  add_fit_warnings(fit, report);
  if (options.judged.empty()) {
    report.remarks.emplace_back(
        "Warning: the model was judged only on runs that it was fitted to; --judge adds others.");
  }
  text = communication_json(fit.model);
  return report;
}

Report predict_communication_times(const ModelOptions& options) {
  const NamedCommunicationModel named = read_communication(options.model);
  std::vector<NamedSample> samples = read_samples(options.runs, options, false);
  for (NamedSample& one : samples) one.is_judged = true;
  Report report;
  add_accuracy("Judged on", named.model, timed(samples, true), report);
  add_samples(named.model, samples, report);
  add_sample_remarks(samples, report);
  report.sheets.emplace_back("coefficients", coefficients_sheet(named.model));
  for (const std::string& defect : named.defects) {
    report.remarks.push_back("Known defect of this model: " + visible(defect));
  }
  return report;
}

}  // namespace paje::tools
