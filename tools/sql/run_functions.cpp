// scaling(run, ...) and its like, mva(model, run, ...): what models say of several runs, which are
// in files.
#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <stdexcept>
#include <string>

#include "common/tool.hpp"
#include "model/mva_model.hpp"
#include "scaling/configurations.hpp"
#include "scaling/cost.hpp"
#include "scaling/growth_models.hpp"
#include "scaling/read_runs.hpp"
#include "sql/analysis_functions.hpp"
#include "sql/kept_text.hpp"
#include "sql/sqlite.hpp"

namespace paje::tools {

namespace {

using Row = FunctionTable::Row;
using Parameters = std::span<sqlite3_value*>;

constexpr std::size_t kMostRuns = 100;

Cell cell(const std::optional<double>& number) { return number ? Cell(*number) : Cell(); }
Cell cell_if(bool is_known, double number) { return is_known ? Cell(number) : Cell(); }

Cell family_cell(const std::string& name, KeptText& text) {
  return name.empty() ? Cell() : Cell(text.keep(name));
}

Cell number_cell(double number) { return cell_if(!std::isnan(number), number); }

std::string path_of(sqlite3_value* value, std::string_view what) {
  if (sqlite3_value_type(value) != SQLITE_TEXT || text_of(value).empty()) {
    throw std::invalid_argument(fmt::format("{} is to be the name of a file, as text", what));
  }
  return std::string(text_of(value));
}

RunReading reading_of(const AnalysisFacts& facts) {
  RunReading reading;
  reading.tool = "pj_query";
  reading.quiet = true;
  reading.size_field = facts.size_field();
  return reading;
}

// Every column of pj_scaling's wide table but the cost, which needs a price.
Row scaling_row(const Configuration& one, KeptText& text) {
  using Factors = Configuration::Factors;
  const auto factor = [&](double Factors::*member, bool is_known = true) {
    return one.factors && is_known ? Cell((*one.factors).*member) : Cell();
  };
  const bool is_repeated = one.time.count > 1;
  return {family_cell(one.family, text),
          one.cores,
          cell_if(one.machines > 0, one.machines),
          static_cast<sqlite3_int64>(one.time.count),
          one.time.mean,
          cell_if(is_repeated, one.time.deviation),
          cell_if(is_repeated, one.time.low),
          cell_if(is_repeated, one.time.high),
          one.speed_up,
          one.efficiency,
          cell(one.global_efficiency),
          cell(one.computation_scaling),
          factor(&Factors::parallel),
          factor(&Factors::load_balance),
          factor(&Factors::communication),
          factor(&Factors::serialisation, one.is_replayed),
          factor(&Factors::transfer, one.is_replayed),
          core_hours({one.cores, one.time.mean}),
          sqlite3_int64{one.is_on_front ? 1 : 0}};
}

ReadRuns runs_of(const AnalysisFacts& facts, Parameters parameters, std::string_view what,
                 bool with_replay) {
  RunList list;
  list.reading = reading_of(facts);
  list.no_replay = !with_replay;
  list.families.push_back({});
  for (sqlite3_value* const value : parameters) {
    list.families.front().runs.push_back(path_of(value, what));
  }
  ReadRuns read = read_runs(list);
  // A command leaves bad runs out and says so; a table has no place for that.
  if (!read.bad.empty()) throw std::runtime_error(read.bad.front());
  return read;
}

std::vector<Row> scaling_rows(const AnalysisFacts& facts, Parameters parameters, KeptText& text) {
  const ReadRuns read = runs_of(facts, parameters, "scaling(run, ...): each run", true);
  std::vector<Row> rows;
  for (const FamilyScaling& family : configurations_of(read.runs)) {
    for (const Configuration& one : family.configurations) rows.push_back(scaling_row(one, text));
  }
  return rows;
}

// Prices of families: `1/h/machine,PaaS=3/h/core`.
std::vector<std::string> words_between_commas(std::string_view text) {
  std::vector<std::string> words;
  for (;;) {
    const std::size_t comma = text.find(',');
    words.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) return words;
    text.remove_prefix(comma + 1);
  }
}

std::vector<Row> cost_rows(const AnalysisFacts& facts, Parameters parameters, KeptText& text) {
  constexpr std::string_view kFunction = "scaling_cost(price, billing, run, ...)";
  if (sqlite3_value_type(parameters[0]) != SQLITE_TEXT ||
      sqlite3_value_type(parameters[1]) != SQLITE_TEXT) {
    throw std::invalid_argument(fmt::format(
        "{}: price and billing are to be text, as '0.376/h/machine' and '1h' or 'exact'",
        kFunction));
  }
  Prices prices = parse_prices(words_between_commas(text_of(parameters[0])));
  set_billing(words_between_commas(text_of(parameters[1])), prices);
  const ReadRuns read =
      runs_of(facts, parameters.subspan(2), fmt::format("{}: each run", kFunction), false);
  const std::vector<FamilyScaling> families = configurations_of(read.runs);
  if (const auto name = unknown_family(families, prices)) {
    throw std::invalid_argument(
        fmt::format("{}: there is no family {}", kFunction, one_line(*name)));
  }
  std::vector<Row> rows;
  for (const FamilyScaling& family : families) {
    for (const Configuration& one : family.configurations) {
      rows.push_back({family_cell(one.family, text), one.cores,
                      cell_if(one.machines > 0, one.machines), one.time.mean,
                      core_hours({one.cores, one.time.mean}), cell(cost_of(one, prices))});
    }
  }
  return rows;
}

std::vector<Row> model_rows(const AnalysisFacts& facts, Parameters parameters, KeptText& text) {
  const ReadRuns read = runs_of(facts, parameters, "scaling_models(run, ...): each run", false);
  std::vector<Row> rows;
  for (const FamilyScaling& family : configurations_of(read.runs)) {
    for (const ScalingModel& one : fit_scaling(family, 0, {}).models) {
      rows.push_back({family_cell(family.name, text), text.keep(one.of), text.keep(one.formula),
                      number_cell(one.cross_validated), number_cell(one.fit_error)});
    }
  }
  return rows;
}

std::vector<Row> prediction_rows(const AnalysisFacts& facts, Parameters parameters,
                                 KeptText& text) {
  constexpr std::string_view kFunction = "scaling_predictions(at_cores, run, ...)";
  const double cores = sqlite3_value_double(parameters[0]);
  const int type = sqlite3_value_numeric_type(parameters[0]);
  if ((type != SQLITE_INTEGER && type != SQLITE_FLOAT) || !(cores >= 1) || !std::isfinite(cores)) {
    throw std::invalid_argument(fmt::format("{}: at_cores is to be a number from 1 on", kFunction));
  }
  const ReadRuns read =
      runs_of(facts, parameters.subspan(1), fmt::format("{}: each run", kFunction), false);
  std::vector<Row> rows;
  for (const FamilyScaling& family : configurations_of(read.runs)) {
    const std::vector<double> wanted = {cores};
    for (const ScalingPrediction& one : fit_scaling(family, 0, wanted).predictions) {
      rows.push_back({family_cell(family.name, text), text.keep(one.of), one.cores, one.predicted,
                      number_cell(one.low), number_cell(one.high)});
    }
  }
  return rows;
}

std::vector<MvaProfile> profiles_of(const std::string& word, const RunReading& reading,
                                    const System& system) {
  if (word.ends_with(".csv")) return mva_profiles(word, system);
  return {mva_profile(read_placed_run(word, reading), system)};
}

std::vector<Row> mva_rows(const AnalysisFacts& facts, Parameters parameters, KeptText& text) {
  const MvaModel model = read_mva(path_of(parameters[0], "mva(model, run, ...): the model"));
  const RunReading reading = reading_of(facts);
  std::vector<Row> rows;
  for (sqlite3_value* const value : parameters.subspan(1)) {
    const std::string word = path_of(value, "mva(model, run, ...): each run");
    for (const MvaProfile& profile : profiles_of(word, reading, model.system)) {
      const PlacementPrediction predicted = model.predict(profile.processes);
      const auto most = predicted.bottleneck();
      const double amdahl = model.amdahl ? model.amdahl->at(profile.count) : 0;
      rows.push_back({text.keep(profile.name), text.keep(placement_text(profile.processes)),
                      profile.count, profile.compute_share, profile.sends, profile.message_bytes,
                      predicted.time, profile.time, predicted.time / profile.time - 1,
                      cell_if(model.amdahl.has_value(), amdahl),
                      cell_if(model.amdahl.has_value(), amdahl / profile.time - 1),
                      std::string_view(most.is_network ? "network" : "CPU"),
                      text.keep(model.system.names[most.node]), most.utilisation});
    }
  }
  return rows;
}

// `first`, then run1, run2, ...
std::vector<std::string_view> with_runs(std::vector<std::string_view> first) {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> made;
    for (std::size_t i = 1; i <= kMostRuns; ++i) made.push_back(fmt::format("run{}", i));
    return made;
  }();
  first.insert(first.end(), names.begin(), names.end());
  return first;
}

}  // namespace

std::vector<NamedFunction> run_functions(AnalysisFacts& facts) {
  const auto text = std::make_shared<KeptText>();
  std::vector<NamedFunction> functions;
  functions.push_back(
      {"scaling",
       FunctionTable(
           with_runs({}),
           {"family TEXT", "cores REAL", "machines REAL", "runs INTEGER", "time REAL",
            "deviation REAL", "low REAL", "high REAL", "speed_up REAL", "efficiency REAL",
            "global_efficiency REAL", "computation_scaling REAL", "parallel REAL",
            "load_balance REAL", "communication REAL", "serialisation REAL", "transfer REAL",
            "core_hours REAL", "front INTEGER"},
           [&facts, text](Parameters given) { return scaling_rows(facts, given, *text); },
           kMostRuns - 1)});
  functions.push_back({"scaling_cost", FunctionTable(
                                           with_runs({"price", "billing"}),
                                           {"family TEXT", "cores REAL", "machines REAL",
                                            "time REAL", "core_hours REAL", "cost REAL"},
                                           [&facts, text](Parameters given) {
                                             return cost_rows(facts, given, *text);
                                           },
                                           kMostRuns - 1)});
  functions.push_back(
      {"scaling_models",
       FunctionTable(
           with_runs({}),
           {"family TEXT", "of TEXT", "model TEXT", "cross_validated REAL", "fit_error REAL"},
           [&facts, text](Parameters given) { return model_rows(facts, given, *text); },
           kMostRuns - 1)});
  functions.push_back(
      {"scaling_predictions",
       FunctionTable(
           with_runs({"at_cores"}),
           {"family TEXT", "of TEXT", "cores REAL", "predicted REAL", "low REAL", "high REAL"},
           [&facts, text](Parameters given) { return prediction_rows(facts, given, *text); },
           kMostRuns - 1)});
  functions.push_back(
      {"mva",
       FunctionTable(
           with_runs({"model"}),
           {"run TEXT", "placement TEXT", "processes REAL", "compute_share REAL", "sends REAL",
            "message_bytes REAL", "predicted REAL", "measured REAL", "error REAL", "amdahl REAL",
            "amdahl_error REAL", "bottleneck TEXT", "node TEXT", "utilisation REAL"},
           [&facts, text](Parameters given) { return mva_rows(facts, given, *text); },
           kMostRuns - 1)});
  return functions;
}

}  // namespace paje::tools
