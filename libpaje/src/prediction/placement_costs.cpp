#include "prediction/placement_costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "prediction/named_parts.hpp"
#include "prediction/ranges.hpp"

namespace paje {

namespace {

double size_of(const SizeClass& one) { return one.size; }
double least_of(const SizeClass& one) { return one.least; }

// Numbers of nodes; containers without a name of a node have nodes of their own.
std::vector<uint32_t> number_nodes(const std::vector<std::string>& names) {
  std::map<std::string, uint32_t> numbers;
  std::vector<uint32_t> nodes(names.size());
  uint32_t next = 0;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i].empty()) {
      nodes[i] = next++;
      continue;
    }
    const auto [found, is_new] = numbers.try_emplace(names[i], next);
    if (is_new) ++next;
    nodes[i] = found->second;
  }
  return nodes;
}

std::vector<std::string> named_nodes(const DependencyGraph& graph,
                                     const std::vector<NodePlace>& placement,
                                     std::string NodePlace::*when) {
  std::vector<std::string> nodes(graph.tracks().size());
  for (const NodePlace& one : placement) {
    for (const uint32_t track : tracks_below(graph, one.container)) nodes[track] = one.*when;
  }
  return nodes;
}

}  // namespace

std::vector<std::string> nodes_of_tracks(const DependencyGraph& graph,
                                         const std::vector<NodePlace>& placement) {
  return named_nodes(graph, placement, &NodePlace::node);
}

PlacementCosts::PlacementCosts(const NetworkFacts& facts, const Scenario& scenario)
    : facts_(facts) {
  place(scenario);
  find_sides();
  split_classes();
  for (const Side before : {between, inside}) make_move(before, scenario);
}

void PlacementCosts::place(const Scenario& scenario) {
  nodes_before_ = number_nodes(named_nodes(facts_.graph, scenario.placement, &NodePlace::before));
  nodes_after_ = number_nodes(nodes_of_tracks(facts_.graph, scenario.placement));
}

PlacementCosts::Sides PlacementCosts::sides_of(uint32_t a, uint32_t b) const {
  return {nodes_before_[a] == nodes_before_[b] ? inside : between,
          nodes_after_[a] == nodes_after_[b] ? inside : between};
}

void PlacementCosts::find_sides() {
  const DependencyGraph& graph = facts_.graph;
  const auto links = graph.trace().links();
  for (const auto& message : graph.messages()) {
    messages_.push_back(sides_of(graph.track_of(links.start_container[message.link]),
                                 graph.track_of(links.end_container[message.link])));
  }
  for (const auto& collective : graph.collectives()) {
    Sides sides{inside, inside};  // until a member is elsewhere
    const auto members = graph.members(collective);
    const uint32_t first = graph.track_of_piece(members.front());
    for (const uint32_t piece : members) {
      const Sides one = sides_of(first, graph.track_of_piece(piece));
      if (one.before == between) sides.before = between;
      if (one.after == between) sides.after = between;
    }
    collectives_.push_back(sides);
  }
}

void PlacementCosts::split_classes() {
  for (const Side side : {between, inside}) {
    std::vector<bool> others = facts_.hidden;
    for (std::size_t i = 0; i < others.size(); ++i) {
      if (messages_[i].before != side) others[i] = true;
    }
    classes_[side] = size_classes(facts_.graph, facts_.sizes, facts_.transfers, others);
  }
}

void PlacementCosts::check_sizes(Side before) const {
  constexpr const char* kHow = "--inside says what they cost compared with those between nodes";
  const Side after = before == inside ? between : inside;
  for (const Side side : {before, after}) {
    if (!classes_[side].empty()) continue;
    throw std::invalid_argument(fmt::format(
        "no message {} was waited for, so the run does not show what such messages cost; {}",
        side == inside ? "inside a node" : "between nodes", kHow));
  }
  const auto& mine = classes_[before];
  const auto& theirs = classes_[after];
  if (mine.front().size > theirs.back().size || theirs.front().size > mine.back().size) {
    throw std::invalid_argument(fmt::format(
        "messages inside a node and between nodes have no sizes in common, so the run does not "
        "show by what their costs differ; {}",
        kHow));
  }
}

void PlacementCosts::make_move(Side before, const Scenario& scenario) {
  const auto moves = [&](const Sides& sides) {
    return sides.before == before && sides.after != before;
  };
  if (std::none_of(messages_.begin(), messages_.end(), moves) &&
      std::none_of(collectives_.begin(), collectives_.end(), moves)) {
    return;
  }
  if (!scenario.inside) check_sizes(before);
  moves_[before] = std::make_unique<Move>();
  if (!scenario.inside) return;
  Scenario other;
  other.network = *scenario.inside;
  if (before == inside) {
    other.network = NetworkChange{1 / scenario.inside->latency, 1 / scenario.inside->bandwidth};
  }
  moves_[before]->change = std::make_unique<CostChange>(
      KnownMessages{classes_[before], facts_.sizes.is_known(), nullptr}, other);
}

double PlacementCosts::shown_ratio(Side before, double size) const {
  const auto& mine = classes_[before];
  const auto& theirs = classes_[before == inside ? between : inside];
  // Beyond the sizes that both sides have, the ratio stays.
  size = std::clamp(size, std::max(mine.front().size, theirs.front().size),
                    std::min(mine.back().size, theirs.back().size));
  return look_up(theirs, size, size_of, least_of).middle /
         look_up(mine, size, size_of, least_of).middle;
}

KnownMessages PlacementCosts::between_nodes() const {
  return {classes_[between].empty() ? facts_.classes : classes_[between], facts_.sizes.is_known(),
          facts_.calibration};
}

Range PlacementCosts::message(uint32_t message, const Range& seconds) const {
  const Sides sides = messages_[message];
  if (sides.before == sides.after) return seconds;
  const Move& move = *moves_[sides.before];
  const double size = facts_.sizes.of(message);
  return move.change ? move.change->message(size, seconds)
                     : seconds * shown_ratio(sides.before, size);
}

Range PlacementCosts::collective(std::size_t number) const {
  const Sides sides = collectives_[number];
  if (sides.before == sides.after) return {1, 1, 1};
  const Move& move = *moves_[sides.before];
  const double least = facts_.collectives[number].least;
  if (move.change) return move.change->collective({}, least);
  const double size = look_up(classes_[sides.before], least, least_of, size_of).middle;
  const double ratio = shown_ratio(sides.before, size);
  return ordered(1, ratio, ratio);
}

bool PlacementCosts::has_middle() const {
  return std::all_of(moves_.begin(), moves_.end(), [](const auto& move) {
    return !move || !move->change || move->change->has_middle();
  });
}

std::vector<std::string> PlacementCosts::assumptions(bool other_network) const {
  const auto count = [&](Side Sides::*when) {
    return std::count_if(messages_.begin(), messages_.end(),
                         [&](const Sides& sides) { return sides.*when == inside; });
  };
  std::string text = fmt::format("{} of {} messages were inside a node, {} are then",
                                 count(&Sides::before), messages_.size(), count(&Sides::after));
  for (const auto& move : moves_) {
    if (!move || move->change) continue;
    text +=
        fmt::format("; those that change take what the others show ({} sizes inside, {} between)",
                    classes_[inside].size(), classes_[between].size());
    break;
  }
  if (other_network) text += "; the other network is that between nodes";
  return {text + ".",
          "Containers on one node compute as fast as alone, and collective operations cost what "
          "they did unless all of their members come to one node or leave it."};
}

}  // namespace paje
