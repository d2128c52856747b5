#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <stdexcept>

#include "aggregation/leaf_cells.hpp"
#include "aggregation/model_frame.hpp"
#include "base/thread_pool.hpp"
#include "paje/critical_path.hpp"
#include "paje/density.hpp"
#include "paje/lateness.hpp"
#include "paje/waits.hpp"

namespace paje {

namespace {

constexpr std::array<std::string_view, 4> kSpellings = {"waiting", "cause", "critical", "lateness"};

// A constant `height` of a value from `start` to `end`.
struct Amount {
  uint32_t value = 0;  // index in `names`
  double start = 0;
  double end = 0;
  double height = 0;
};

// Amounts by track, and the names of their values.
struct Amounts {
  std::vector<std::vector<Amount>> by_track;
  std::vector<std::string> names;

  explicit Amounts(const DependencyGraph& graph) : by_track(graph.tracks().size()) {
    for (const auto& value : graph.values()) {
      names.emplace_back(value.name.empty() ? "(no state)" : value.name);
    }
    names.emplace_back(value_name(graph, Cause::kBefore));
    names.emplace_back(value_name(graph, Cause::kUnexplained));
  }
  [[nodiscard]] uint32_t number(uint32_t value) const {
    const auto values = static_cast<uint32_t>(names.size()) - 2;
    if (value == Cause::kBefore) return values;
    return value == Cause::kUnexplained ? values + 1 : value;
  }
};

Amounts waiting_of(const DependencyGraph& graph) {
  Amounts amounts(graph);
  amounts.names.clear();
  for (std::size_t kind = 0; kind < kWaitKinds; ++kind) {
    amounts.names.emplace_back(spelling(static_cast<WaitKind>(kind)));
  }
  for (const Wait& wait : find_waits(graph)) {
    const double start = graph.start(wait.piece);
    amounts.by_track[graph.track_of_piece(wait.piece)].push_back(
        {static_cast<uint32_t>(wait.kind), start, start + wait.amount, 1});
  }
  return amounts;
}

// A cost is uniform over the part of its piece without waiting, which is at its end.
Amounts causes_of(const DependencyGraph& graph) {
  Amounts amounts(graph);
  const std::vector<Wait> waits = find_waits(graph);
  const CausePlaces places = find_cause_places(graph, waits);
  auto wait = waits.begin();
  for (uint32_t i = 0; i < graph.tracks().size(); ++i) {
    const DependencyGraph::Track& track = graph.tracks()[i];
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      while (wait != waits.end() && wait->piece < piece) ++wait;
      const double cost = places.by_piece[piece];
      if (cost <= 0) continue;
      const bool waited = wait != waits.end() && wait->piece == piece;
      const double end = graph.end(piece);
      double start = graph.start(piece) + (waited ? wait->amount : 0);
      if (start >= end) start = graph.start(piece);  // due to rounding
      amounts.by_track[i].push_back(
          {amounts.number(graph.value(piece)), start, end, cost / (end - start)});
    }
  }
  for (const CausePlaces::Elsewhere& place : places.elsewhere) {
    amounts.by_track[place.track].push_back({amounts.number(place.value), place.start, place.end,
                                             place.cost / (place.end - place.start)});
  }
  return amounts;
}

Amounts path_of(const DependencyGraph& graph) {
  Amounts amounts(graph);
  for (const PathPiece& piece : critical_path(graph)) {
    amounts.by_track[piece.track].push_back(
        {amounts.number(piece.value), piece.start, piece.end, 1});
  }
  return amounts;
}

Amounts lateness_of(const DependencyGraph& graph) {
  Amounts amounts(graph);
  const std::vector<double> lateness = find_lateness(graph);
  for (uint32_t i = 0; i < graph.tracks().size(); ++i) {
    const DependencyGraph::Track& track = graph.tracks()[i];
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      if (lateness[piece] <= 0 || graph.length(piece) <= 0) continue;
      amounts.by_track[i].push_back(
          {graph.value(piece), graph.start(piece), graph.end(piece), lateness[piece]});
    }
  }
  return amounts;
}

Amounts amounts_of(const DependencyGraph& graph, Density density) {
  switch (density) {
    case Density::waiting:
      return waiting_of(graph);
    case Density::cause:
      return causes_of(graph);
    case Density::critical:
      return path_of(graph);
    default:
      return lateness_of(graph);
  }
}

[[noreturn]] void refuse_nothing(Density density) {
  switch (density) {
    case Density::lateness:
      throw std::invalid_argument(
          "no state is late: no other container has the same values, or all containers begin them "
          "at the same time");
    case Density::critical:
      throw std::invalid_argument("the containers that are shown are not on the critical path");
    case Density::cause:
      throw std::invalid_argument("nothing that is shown made other containers wait");
    default:
      throw std::invalid_argument("no state that is shown waits for another container");
  }
}

// Sets the requested type, or all types of tracks.
AggregationModelOptions with_types(const DependencyGraph& graph,
                                   const AggregationModelOptions& options) {
  if (graph.tracks().empty()) {
    throw std::invalid_argument("the trace has no states, which an analysis needs");
  }
  AggregationModelOptions chosen = options;
  if (chosen.type.valid()) return chosen;
  std::vector<TypeId> types;
  for (const auto& track : graph.tracks()) types.push_back(track.type);
  std::sort(types.begin(), types.end());
  types.erase(std::unique(types.begin(), types.end()), types.end());
  chosen.type = types.front();
  chosen.merged_types.assign(types.begin() + 1, types.end());
  return chosen;
}

std::vector<Leaf> leaves_of_tracks(const DependencyGraph& graph,
                                   const AggregationModelOptions& options) {
  const std::vector<TypeId> types = aggregated_types(options);
  std::vector<LeafPart> parts;
  for (const auto& track : graph.tracks()) {
    if (std::find(types.begin(), types.end(), track.type) == types.end()) continue;
    parts.push_back({track.container, track.type});
  }
  if (parts.empty()) {
    throw std::invalid_argument(fmt::format("no container is analysed by type '{}'",
                                            graph.trace()[types.front()].name.text));
  }
  std::sort(parts.begin(), parts.end(),
            [](const LeafPart& a, const LeafPart& b) { return a.container < b.container; });
  return leaves_of(graph.trace(), options, parts);
}

// Sorts the names of the leaves' values bytewise, and returns the index of each value among them.
std::vector<uint32_t> number_values(const DependencyGraph& graph, const Amounts& amounts,
                                    ModelFrame& frame) {
  std::map<std::string_view, uint32_t> numbers;
  for (const Leaf& leaf : frame.leaves) {
    for (const LeafPart& part : leaf.parts) {
      for (const Amount& amount : amounts.by_track[graph.track_of(part.container)]) {
        numbers.emplace(amounts.names[amount.value], 0);
      }
    }
  }
  std::map<std::string_view, std::optional<Color>> colors;
  for (const EntityValue& value : graph.trace().values()) {
    auto& color = colors[value.name.text];
    if (!color) color = value.color;
  }
  for (auto& [name, number] : numbers) {
    number = static_cast<uint32_t>(frame.model.value_names.size());
    frame.model.value_names.emplace_back(name);
    const auto color = colors.find(name);
    frame.model.colors.push_back(color == colors.end() ? std::nullopt : color->second);
  }
  std::vector<uint32_t> places(amounts.names.size(), UINT32_MAX);
  for (std::size_t value = 0; value < places.size(); ++value) {
    const auto found = numbers.find(amounts.names[value]);
    if (found != numbers.end()) places[value] = found->second;
  }
  return places;
}

}  // namespace

std::string_view spelling(Density density) { return kSpellings[static_cast<std::size_t>(density)]; }

std::optional<Density> density_named(std::string_view word) {
  const auto found = std::find(kSpellings.begin(), kSpellings.end(), word);
  if (found == kSpellings.end()) return {};
  return static_cast<Density>(found - kSpellings.begin());
}

AggregationModel density_model(const DependencyGraph& graph, Density density,
                               const AggregationModelOptions& options) {
  const AggregationModelOptions chosen = with_types(graph, options);
  ModelFrame frame = make_frame(graph.trace(), leaves_of_tracks(graph, chosen));
  const Amounts amounts = amounts_of(graph, density);
  const std::vector<uint32_t> places = number_values(graph, amounts, frame);
  if (frame.model.value_names.empty()) refuse_nothing(density);
  choose_time(graph.trace(), chosen, frame);
  allocate_cells(graph.trace(), frame);
  ThreadPool(chosen.threads).for_each(frame.leaves.size(), [&](std::size_t number) {
    const std::vector<LeafPart>& parts = frame.leaves[number].parts;
    const bool is_mean = density == Density::lateness;
    LeafCells cells(frame.model, static_cast<uint32_t>(number),
                    is_mean ? 1 / static_cast<double>(parts.size()) : 1);
    for (const LeafPart& part : parts) {
      for (const Amount& amount : amounts.by_track[graph.track_of(part.container)]) {
        cells.add_span(places[amount.value], amount.start, amount.end, amount.height);
      }
    }
  });
  return std::move(frame.model);
}

std::size_t density_leaves(const DependencyGraph& graph, const AggregationModelOptions& options) {
  return leaves_of_tracks(graph, with_types(graph, options)).size();
}

}  // namespace paje
