#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>

#include "analysis/kept_starts.hpp"
#include "base/counted.hpp"
#include "base/memory_pages.hpp"
#include "base/thread_pool.hpp"
#include "paje/prediction.hpp"
#include "paje/waits.hpp"
#include "prediction/any_source.hpp"
#include "prediction/computing_factors.hpp"
#include "prediction/cost_tables.hpp"
#include "prediction/length_bounds.hpp"
#include "prediction/model_check.hpp"
#include "prediction/not_shown.hpp"
#include "prediction/ordered_replay.hpp"
#include "prediction/predicted_costs.hpp"
#include "prediction/predicted_path.hpp"
#include "prediction/self_check.hpp"

namespace paje {

namespace {

// Relative to what a change saves or costs: the order in which messages share links changes.
constexpr double kOrderMargin = 0.005;
// Relative to the measured length: if only bounds are known, wider intervals have no middle.
constexpr double kNearEnds = 0.1;
// Share of the time of all tracks: with more of it in calls with unknown partners, only bounds are
// known.
constexpr double kMostInCalls = 0.01;
// Share of collective calls: if more of them end before the last member arrives, the calls were
// grouped wrongly.
constexpr double kMostLeftEarly = 0.01;

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

// A trace does not show the cost of transfers that no call sends, such as those of tasks.
void check_network(const DependencyGraph& graph, const Scenario& scenario, bool is_calibrated) {
  const bool changes = scenario.communication != 1 ||
                       scenario.network.value_or(NetworkChange{}) != NetworkChange{} ||
                       (is_calibrated && !scenario.network);
  const bool has_messages = !graph.messages().empty() && !graph.links_connect_tasks();
  if (!changes || graph.counts().links == 0 || has_messages || !graph.collectives().empty()) {
    return;
  }
  throw std::invalid_argument(
      "no link connects a sending state to a receiving state, so the run does not show the effect "
      "of another network; `pj_analyze classes` lists which states send and receive, and --classes "
      "changes that");
}

// Each track on its own, without its waits.
Lanes length_without_waits(const DependencyGraph& graph, const std::vector<Wait>& waits,
                           const PredictedCosts& costs) {
  Lanes last{0, 0, 0};
  auto wait = waits.begin();
  for (uint32_t track = 0; track < graph.tracks().size(); ++track) {
    const auto& pieces = graph.tracks()[track];
    const double start = graph.start(pieces.first) - graph.start();
    Lanes end{start, start, start};
    for (uint32_t piece = pieces.first; piece < pieces.last; ++piece) {
      while (wait != waits.end() && wait->piece < piece) ++wait;
      const bool waits_here = wait != waits.end() && wait->piece == piece;
      end = end + costs.local(track, piece, graph.length(piece) - (waits_here ? wait->amount : 0));
    }
    last = later(last, end);
  }
  return last;
}

std::string percent(double part) { return fmt::format("{:.3g} %", part * 100); }

void add_calibration(const NetworkFacts& facts, const NetworkCalibration& from,
                     std::vector<std::string>& lines) {
  lines.push_back(fmt::format(
      "Communication costs come from the calibration ({}, {}).",
      counted(from.messages.size(), "message size", "message sizes"),
      counted(from.operations.size(), "collective operation", "collective operations")));
  if (from.messages.empty() || facts.graph.messages().empty()) return;
  const double least = facts.sizes.different().front(), greatest = facts.sizes.different().back();
  const double from_size = from.messages.front().at, to_size = from.messages.back().at;
  if (least >= from_size && greatest <= to_size) return;
  lines.push_back(fmt::format(
      "The run's messages have {:.15g} to {:.15g} bytes, those of the calibration {:.15g} to "
      "{:.15g}. Costs outside that range are extrapolated from its nearest sizes.",
      least, greatest, from_size, to_size));
}

void add_network_assumptions(const NetworkFacts& facts, const Scenario& scenario,
                             std::vector<std::string>& lines) {
  if (facts.calibration != nullptr) {
    add_calibration(facts, *facts.calibration, lines);
  }
  if (!scenario.network || scenario.network->latency * scenario.network->bandwidth == 1) return;
  if (facts.calibration != nullptr) return;
  if (facts.sizes.is_known() && distinguishes_latency(facts.classes)) {
    lines.push_back(fmt::format(
        "Latency and bandwidth are estimated from the {} message sizes of this run alone. One end "
        "of the interval assumes that all costs are latency, the other that all are bandwidth.",
        facts.classes.size()));
  } else {
    lines.emplace_back(
        "The trace does not show enough message sizes to distinguish latency from bandwidth. One "
        "end of the interval assumes that all costs are latency, the other that all are "
        "bandwidth.");
  }
}

void add_hidden(const NetworkFacts& facts, std::vector<std::string>& lines) {
  const auto hidden = std::count(facts.hidden.begin(), facts.hidden.end(), true);
  if (hidden == 0) return;
  const double share = static_cast<double>(hidden) / static_cast<double>(facts.hidden.size());
  const bool has_bounds = facts.classes.empty() && facts.calibration == nullptr;
  lines.push_back(fmt::format(
      "{} of the messages may have arrived before their receiver looked for them. {}{}.",
      percent(share),
      has_bounds
          ? "The interval allows any transfer time from 0 to the measured one"
          : "They cost what other messages of their size cost, if that is less than measured",
      has_bounds && facts.sizes.is_known()
          ? "; the prediction uses the shortest time seen for their size"
          : ""));
  if (facts.beyond_classes == 0 || facts.has_calibrated_messages()) return;
  lines.push_back(fmt::format(
      "{} of the messages arrived that early and are smaller or larger than all messages that a "
      "receiver waited for ({:.15g} to {:.15g} bytes). Their cost is scaled from the nearest size.",
      percent(static_cast<double>(facts.beyond_classes) / static_cast<double>(facts.hidden.size())),
      facts.classes.front().size, facts.classes.back().size));
}

}  // namespace

struct Predictor::Inside {
  Inside(const DependencyGraph& run, std::string_view size_field,
         const NetworkCalibration* calibration)
      : graph(run), order(run), needed_starts(run), collective_times(run) {
    ThreadPool pool(run.threads());
    pool.both(
        [&] {
          facts.emplace(run, size_field, calibration);
          not_shown = find_not_shown(run, needed_starts);
          any_source = tracks_of_any_source(run);
        },
        [&] { check = check_prediction(run, needed_starts, order); });
    is_grouped = static_cast<double>(check.found.left_before_last_came) <=
                 kMostLeftEarly * static_cast<double>(run.memberships().size());
    if (!is_grouped) {
      predicted_times.emplace(run, false);
      facts->uneven.clear();  // the order of arrival of members is unknown
    }
  }

  void replay(const ComputingFactors& factors, const CostTables& tables,
              const std::optional<LengthBounds>& bounds, bool wants_starts,
              LargeArray<Lanes>& starts, Prediction& prediction) const {
    const PredictedCosts costs(*facts, needed_starts, factors, tables, is_grouped);
    const auto replay_with = [&](const auto& kept) {
      OrderedReplay run(order, predicted_times ? *predicted_times : collective_times, costs, kept,
                        starts);
      run.run();
      const Lanes end = run.end();
      set({end.low - graph.start(), end.middle - graph.start(), end.high - graph.start()}, tables,
          bounds, prediction);
    };
    if (!wants_starts) return replay_with(needed_starts);
    replay_with(AllStarts(graph));
    prediction.starts = middles(starts);
  }

  // 0 for pieces that are not replayed.
  [[nodiscard]] std::vector<double> middles(const LargeArray<Lanes>& starts) const {
    std::vector<double> found = zeros_on_large_pages<double>(graph.piece_limit());
    ThreadPool(graph.threads()).for_each(graph.tracks().size(), [&](std::size_t i) {
      const uint32_t last = order.ends()[i] + 1;
      for (uint32_t piece = graph.tracks()[i].first; piece < last; ++piece) {
        found[piece] = starts[piece].middle;
      }
    });
    return found;
  }

  void without_waits(const ComputingFactors& factors, const CostTables& tables,
                     Prediction& prediction) const {
    set(length_without_waits(graph, find_waits(graph), {*facts, needed_starts, factors, tables}),
        tables, {}, prediction);
    prediction.assumptions.emplace_back("No container waits for another.");
  }

  // Another message may be received first, and then everything may follow from another one. If work
  // is given to the first container that asks, faster containers do more of it: at best, the run
  // takes its measured length times the least factor.
  void add_any_source(const ComputingFactors& factors, Prediction& prediction) const {
    const ChangedOrder found = find_changed_order(graph, any_source, prediction.starts);
    if (found.changed == 0) return;
    const std::string_view name = graph.tracks()[any_source.front()].name;
    const std::string who =
        any_source.size() == 1
            ? fmt::format("{} seems", name)
            : fmt::format("{} and {} seem", name,
                          counted(any_source.size() - 1, "other container", "other containers"));
    prediction.low = std::max(0.0, prediction.low - found.waited);
    prediction.high += found.waited;
    prediction.assumptions.push_back(fmt::format(
        "{} to receive whichever message arrives first (as with MPI_ANY_SOURCE). The prediction "
        "keeps the order of the run, but {} of {} messages would arrive in another order. The "
        "interval is wider by the time spent waiting for them, {} of the run.",
        who, found.changed, found.receives,
        percent(prediction.measured > 0 ? found.waited / prediction.measured : 0)));
    if (factors.least() == factors.most()) return;
    prediction.low = std::min(prediction.low, prediction.measured * std::min(1.0, factors.least()));
    prediction.predicted.reset();
    prediction.assumptions.emplace_back(
        "Not all containers change by the same factor, so the program may distribute its work "
        "differently. The low end of the interval assumes that the work stays as evenly shared as "
        "before; there is no single number.");
  }

  void set(const Lanes& lengths, const CostTables& tables,
           const std::optional<LengthBounds>& bounds, Prediction& prediction) const {
    const auto clamped = [&](double length) {
      return bounds ? std::clamp(length, bounds->low, bounds->high) : length;
    };
    const double middle = clamped(lengths.middle);
    const auto [low, high] = std::minmax({clamped(lengths.low), middle, clamped(lengths.high)});
    const double margin = kOrderMargin * std::abs(middle - prediction.measured);
    prediction.low = std::max(0.0, clamped(low - margin));
    prediction.high = clamped(high + margin);
    const bool is_near = high - low <= kNearEnds * prediction.measured;
    const bool has_only_bounds =
        tables.has_only_bounds || not_shown.in_calls > kMostInCalls || !is_grouped;
    if (tables.has_middle && (!has_only_bounds || is_near)) prediction.predicted = middle;
  }

  [[nodiscard]] Prediction predict(const Scenario& scenario, bool wants_starts, unsigned threads,
                                   LargeArray<Lanes>& starts) const;

  const DependencyGraph& graph;
  ReplayOrder order;
  NeededStarts needed_starts;
  CollectiveTimes collective_times;
  /// For predictions, if their groups of collectives differ from `collective_times`.
  std::optional<CollectiveTimes> predicted_times;
  bool is_grouped = true;  // see CollectiveTimes
  std::optional<NetworkFacts> facts;
  NotShown not_shown;
  std::vector<uint32_t> any_source;  // tracks
  SelfCheck check;
};

double length_of_starts(const DependencyGraph& graph, const std::vector<double>& starts) {
  double end = graph.start();
  for (const auto& track : graph.tracks()) end = std::max(end, starts[track.last]);
  return end - graph.start();
}

Predictor::Predictor(const DependencyGraph& graph, std::string_view size_field,
                     const NetworkCalibration* calibration)
    : inside_(std::make_unique<Inside>(graph, size_field, calibration)) {}
Predictor::Predictor(Predictor&&) noexcept = default;
Predictor::~Predictor() = default;

const SelfCheck& Predictor::check() const { return inside_->check; }
const NotShown& Predictor::not_shown() const { return inside_->not_shown; }
ModelCheck Predictor::check_model() const {
  return paje::check_model(*inside_->facts, inside_->order, inside_->collective_times,
                           inside_->needed_starts);
}

std::vector<PredictedPathPiece> Predictor::critical_path(const Scenario& scenario,
                                                         const Prediction& prediction) const {
  const DependencyGraph& graph = inside_->graph;
  if (prediction.starts.size() != graph.piece_limit()) return {};
  const ComputingFactors factors(graph, scenario);
  const CostTables tables = make_costs(*inside_->facts, scenario, graph.threads());
  return predicted_path(graph, {*inside_->facts, inside_->needed_starts, factors, tables},
                        prediction.starts);
}

Prediction Predictor::Inside::predict(const Scenario& scenario, bool wants_starts, unsigned threads,
                                      LargeArray<Lanes>& starts) const {
  check_factors(scenario);
  check_network(graph, scenario, facts->calibration != nullptr);
  const ComputingFactors factors(graph, scenario);
  const CostTables tables = make_costs(*facts, scenario, threads);
  Prediction prediction;
  prediction.measured = check.measured;
  prediction.replayed = check.replayed;
  add_network_assumptions(*facts, scenario, prediction.assumptions);
  add_hidden(*facts, prediction.assumptions);
  if (!is_grouped) {
    prediction.assumptions.emplace_back(
        "The members of collective operations are unknown, because some calls end before the last "
        "call with the same number begins. Calls may wait for any others, or for none.");
  }
  for (const std::string& line : tables.assumptions) prediction.assumptions.push_back(line);
  if (scenario.no_waits) {
    without_waits(factors, tables, prediction);
  } else {
    const auto bounds = length_bounds(*facts, scenario, factors, tables, check.replayed);
    replay(factors, tables, bounds, wants_starts || !any_source.empty(), starts, prediction);
    if (!any_source.empty()) add_any_source(factors, prediction);
    if (!wants_starts) prediction.starts = {};
  }
  return prediction;
}

Prediction Predictor::predict(const Scenario& scenario) const {
  LargeArray<Lanes> starts;
  return inside_->predict(scenario, true, inside_->graph.threads(), starts);
}

std::vector<Prediction> Predictor::predict_lengths(const std::vector<Scenario>& scenarios) const {
  std::vector<Prediction> predictions(scenarios.size());
  PerThread<LargeArray<Lanes>> starts([] { return LargeArray<Lanes>(); });
  const unsigned threads = inside_->graph.threads();
  const unsigned of_each = scenarios.size() == 1 ? threads : 1;
  ThreadPool(threads).for_each(scenarios.size(), [&](std::size_t i) {
    predictions[i] = inside_->predict(scenarios[i], false, of_each, starts.mine());
  });
  return predictions;
}

}  // namespace paje
