#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <stdexcept>

#include "analysis/graph_replay.hpp"
#include "base/thread_pool.hpp"
#include "paje/prediction.hpp"
#include "paje/waits.hpp"
#include "prediction/computing_factors.hpp"
#include "prediction/cost_tables.hpp"
#include "prediction/model_check.hpp"
#include "prediction/predicted_costs.hpp"
#include "prediction/predicted_path.hpp"
#include "prediction/self_check.hpp"

namespace paje {

namespace {

// Of what a change saves or costs: the order changes in which messages share links.
constexpr double kOrderMargin = 0.005;
// Of the measured length: where nothing but bounds is known, ends further apart have no middle.
constexpr double kNearEnds = 0.1;
constexpr std::array kEnds = {&Range::low, &Range::middle, &Range::high};

void check_factor(std::string_view what, double factor) {
  if (factor > 0 && std::isfinite(factor)) return;
  throw std::invalid_argument(fmt::format("the factor of {} is not above 0", what));
}

void check_factors(const Scenario& scenario) {
  if (scenario.network) {
    check_factor("latency", scenario.network->latency);
    check_factor("bandwidth", scenario.network->bandwidth);
  }
  if (scenario.inside) {
    check_factor("latency inside a node", scenario.inside->latency);
    check_factor("bandwidth inside a node", scenario.inside->bandwidth);
  }
  check_factor("communication", scenario.communication);
  check_factor("computing", scenario.computing);
  for (const ValueScale& scale : scenario.scales) check_factor(scale.pattern, scale.factor);
  for (const ContainerScale& scale : scenario.container_scales) {
    check_factor(scale.container, scale.factor);
  }
}

// Of transfers between containers that no call sends, such as those of tasks, nothing is known.
void check_network(const DependencyGraph& graph, const Scenario& scenario, bool is_calibrated) {
  const bool changes = scenario.communication != 1 ||
                       scenario.network.value_or(NetworkChange{}) != NetworkChange{} ||
                       (is_calibrated && !scenario.network);
  if (!changes || graph.counts().links == 0 || !graph.messages().empty() ||
      !graph.collectives().empty()) {
    return;
  }
  throw std::invalid_argument(
      "none of the links connects a sending to a receiving state, so the run does not show what "
      "another network changes; see `pj_analyze classes` and --classes");
}

// Each track for itself, without what it waited.
double length_without_waits(const DependencyGraph& graph, const std::vector<Wait>& waits,
                            const PredictedCosts& costs) {
  double last = 0;
  auto wait = waits.begin();
  for (const auto& track : graph.tracks()) {
    double end = graph.start(track.first) - graph.start();
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      while (wait != waits.end() && wait->piece < piece) ++wait;
      const bool waits_here = wait != waits.end() && wait->piece == piece;
      end += costs.local(piece, graph.length(piece) - (waits_here ? wait->amount : 0));
    }
    last = std::max(last, end);
  }
  return last;
}

// What is known of messages, mixed from all sides or of another network, would not fit.
void check_placement(const Scenario& scenario, bool is_calibrated) {
  if (scenario.placement.empty()) return;
  if (!scenario.network && !is_calibrated && scenario.collectives.empty()) return;
  throw std::invalid_argument(
      "another placement cannot be combined with another network or other algorithms: predict one "
      "of them, write the predicted run, and predict the other from that");
}

std::string describe(const CollectiveChange& change) {
  constexpr std::array kNames = {"one after the other", "in rounds, twice as many in each",
                                 "in a ring"};
  return fmt::format(
      "{} is done {}; {}.", change.pattern, kNames[static_cast<std::size_t>(change.algorithm)],
      change.bytes ? fmt::format("each member contributes {:.15g} bytes, and messages take what "
                                 "those of their size take in the run",
                                 *change.bytes)
                   : "how much each member contributes is not known, so what one message takes is "
                     "between all of what was measured and its part for each member");
}

std::string percent(double part) { return fmt::format("{:.3g} %", part * 100); }

void add_network_assumptions(const NetworkFacts& facts, const Scenario& scenario,
                             std::vector<std::string>& lines) {
  if (facts.calibration != nullptr) {
    lines.push_back(fmt::format(
        "Costs of communication follow a calibration: {} sizes of messages, {} collective "
        "operations.",
        facts.calibration->messages.size(), facts.calibration->operations.size()));
  }
  if (!scenario.network || scenario.network->latency * scenario.network->bandwidth == 1) return;
  if (facts.calibration != nullptr) return;
  if (facts.sizes.is_known() && distinguishes_latency(facts.classes)) {
    lines.push_back(fmt::format(
        "Latency and bandwidth are told apart by {} sizes of messages of this run alone; the ends "
        "take all for latency and all for bandwidth.",
        facts.classes.size()));
  } else {
    lines.emplace_back(
        "The sizes of messages do not distinguish latency from bandwidth: the ends take all for "
        "latency "
        "and all for bandwidth.");
  }
}

void add_hidden(const NetworkFacts& facts, std::vector<std::string>& lines) {
  const auto hidden = std::count(facts.hidden.begin(), facts.hidden.end(), true);
  if (hidden == 0) return;
  const double share = static_cast<double>(hidden) / static_cast<double>(facts.hidden.size());
  lines.push_back(
      fmt::format("{} of messages may have come before their receiver looked: {}.", percent(share),
                  facts.classes.empty() && facts.calibration == nullptr
                      ? "they take no time at one end, and what was measured at the other"
                      : "they take what others of their size take, if that is less"));
}

}  // namespace

struct Predictor::Inside {
  Inside(const DependencyGraph& run, std::string_view size_field,
         const NetworkCalibration* calibration)
      : graph(run), facts(run, size_field, calibration), check(check_prediction(run)) {}

  void replay(const ComputingFactors& factors, const CostTables& tables,
              Prediction& prediction) const {
    const std::size_t count = tables.is_certain() ? 1 : kEnds.size();
    std::array<double, 3> lengths{};
    ThreadPool pool(graph.threads());
    pool.for_each(count, [&](std::size_t i) {
      const auto end = count == 1 ? &Range::middle : kEnds[i];
      GraphReplay<PredictedCosts> run(graph, {graph, factors, tables, end});
      run.run();
      lengths[i] = run.end() - graph.start();
      if (end == &Range::middle) prediction.starts = run.starts();
    });
    set(lengths, count, tables, prediction);
  }

  void without_waits(const ComputingFactors& factors, const CostTables& tables,
                     Prediction& prediction) const {
    const std::vector<Wait> waits = find_waits(graph);
    std::array<double, 3> lengths{};
    for (std::size_t i = 0; i < kEnds.size(); ++i) {
      lengths[i] = length_without_waits(graph, waits, {graph, factors, tables, kEnds[i]});
    }
    set(lengths, kEnds.size(), tables, prediction);
    prediction.assumptions.emplace_back("No container waits for another.");
  }

  static void set(const std::array<double, 3>& lengths, std::size_t count, const CostTables& tables,
                  Prediction& prediction) {
    const auto [low, high] =
        std::minmax_element(lengths.begin(), lengths.begin() + static_cast<std::ptrdiff_t>(count));
    const double margin = kOrderMargin * std::abs(lengths[count / 2] - prediction.measured);
    prediction.low = std::max(0.0, *low - margin);
    prediction.high = *high + margin;
    const bool is_near = *high - *low <= kNearEnds * prediction.measured;
    if (tables.has_middle && (!tables.has_only_bounds || is_near))
      prediction.predicted = lengths[count / 2];
  }

  const DependencyGraph& graph;
  NetworkFacts facts;
  SelfCheck check;
};

Predictor::Predictor(const DependencyGraph& graph, std::string_view size_field,
                     const NetworkCalibration* calibration)
    : inside_(std::make_unique<Inside>(graph, size_field, calibration)) {}
Predictor::Predictor(Predictor&&) noexcept = default;
Predictor::~Predictor() = default;

const SelfCheck& Predictor::check() const { return inside_->check; }
ModelCheck Predictor::check_model() const { return paje::check_model(inside_->facts); }

std::vector<PredictedPathPiece> Predictor::critical_path(const Scenario& scenario,
                                                         const Prediction& prediction) const {
  const DependencyGraph& graph = inside_->graph;
  if (prediction.starts.size() != graph.piece_limit()) return {};
  const ComputingFactors factors(graph, scenario);
  const CostTables tables = make_costs(inside_->facts, scenario);
  return predicted_path(graph, {graph, factors, tables, &Range::middle}, prediction.starts);
}

Prediction Predictor::predict(const Scenario& scenario) const {
  check_factors(scenario);
  check_network(inside_->graph, scenario, inside_->facts.calibration != nullptr);
  check_placement(scenario, inside_->facts.calibration != nullptr);
  const ComputingFactors factors(inside_->graph, scenario);
  const CostTables tables = make_costs(inside_->facts, scenario);
  Prediction prediction;
  prediction.measured = inside_->check.measured;
  prediction.replayed = inside_->check.replayed;
  add_network_assumptions(inside_->facts, scenario, prediction.assumptions);
  add_hidden(inside_->facts, prediction.assumptions);
  for (const std::string& line : tables.assumptions) prediction.assumptions.push_back(line);
  for (const CollectiveChange& change : scenario.collectives) {
    prediction.assumptions.push_back(describe(change));
  }
  if (scenario.no_waits) {
    inside_->without_waits(factors, tables, prediction);
  } else {
    inside_->replay(factors, tables, prediction);
  }
  return prediction;
}

}  // namespace paje
