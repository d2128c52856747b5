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

constexpr const char* kHow = "--inside says what they cost compared with those between nodes";

NodeSide opposite(NodeSide side) {
  return side == NodeSide::inside ? NodeSide::between : NodeSide::inside;
}

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
  if (scenario.inside) say(*scenario.inside);
  find_moves();
}

void PlacementCosts::place(const Scenario& scenario) {
  nodes_before_ = number_nodes(named_nodes(facts_.graph, scenario.placement, &NodePlace::before));
  nodes_after_ = number_nodes(nodes_of_tracks(facts_.graph, scenario.placement));
}

PlacementCosts::Sides PlacementCosts::sides_of(uint32_t a, uint32_t b) const {
  return {nodes_before_[a] == nodes_before_[b] ? Side::inside : Side::between,
          nodes_after_[a] == nodes_after_[b] ? Side::inside : Side::between};
}

void PlacementCosts::find_sides() {
  const DependencyGraph& graph = facts_.graph;
  const auto links = graph.trace().links();
  for (const auto& message : graph.messages()) {
    messages_.push_back(sides_of(graph.track_of(links.start_container[message.link]),
                                 graph.track_of(links.end_container[message.link])));
  }
  for (const auto& collective : graph.collectives()) {
    Sides sides{Side::inside, Side::inside};  // until a member is elsewhere
    const auto members = graph.members(collective);
    const uint32_t first = graph.track_of_piece(members.front());
    for (const uint32_t piece : members) {
      const Sides one = sides_of(first, graph.track_of_piece(piece));
      if (one.before == Side::between) sides.before = Side::between;
      if (one.after == Side::between) sides.after = Side::between;
    }
    collectives_.push_back(sides);
  }
}

void PlacementCosts::split_classes() {
  for (const Side side : {Side::between, Side::inside}) {
    std::vector<bool> others = facts_.hidden;
    for (std::size_t i = 0; i < others.size(); ++i) {
      if (messages_[i].before != side) others[i] = true;
    }
    classes_[static_cast<std::size_t>(side)] =
        size_classes(facts_.graph, facts_.sizes, facts_.transfers, others);
  }
}

void PlacementCosts::say(const NetworkChange& inside) {
  Scenario other;
  for (const Side before : {Side::between, Side::inside}) {
    other.network = inside;
    if (before == Side::inside)
      other.network = NetworkChange{1 / inside.latency, 1 / inside.bandwidth};
    const auto place = static_cast<std::size_t>(before);
    said_[place].emplace(KnownMessages{classes_[place], facts_.sizes.is_known(), nullptr}, other);
  }
}

void PlacementCosts::refuse_unknown(Side side) {
  throw std::invalid_argument(fmt::format(
      "no message {} was waited for, so the run does not show what such messages cost; {}",
      side == Side::inside ? "inside a node" : "between nodes", kHow));
}

void PlacementCosts::check_sizes(Side before) const {
  for (const Side side : {before, opposite(before)}) {
    if (classes(side).empty()) refuse_unknown(side);
  }
  const auto& mine = classes(before);
  const auto& theirs = classes(opposite(before));
  if (mine.front().size > theirs.back().size || theirs.front().size > mine.back().size) {
    throw std::invalid_argument(fmt::format(
        "messages inside a node and between nodes have no sizes in common, so the run does not "
        "show by what their costs differ; {}",
        kHow));
  }
}

void PlacementCosts::find_moves() {
  for (const Side before : {Side::between, Side::inside}) {
    const auto moves = [&](const Sides& sides) {
      return sides.before == before && sides.after != before;
    };
    const bool any = std::any_of(messages_.begin(), messages_.end(), moves) ||
                     std::any_of(collectives_.begin(), collectives_.end(), moves);
    moves_[static_cast<std::size_t>(before)] = any;
    if (any && said(before) == nullptr) check_sizes(before);
  }
}

double PlacementCosts::shown_ratio(Side before, double size) const {
  const auto& mine = classes(before);
  const auto& theirs = classes(opposite(before));
  // Beyond the sizes that both sides have, the ratio stays.
  size = std::clamp(size, std::max(mine.front().size, theirs.front().size),
                    std::min(mine.back().size, theirs.back().size));
  return look_up(theirs, size, size_of, least_of).middle /
         look_up(mine, size, size_of, least_of).middle;
}

KnownMessages PlacementCosts::between_nodes() const {
  const auto& between = classes(Side::between);
  return {between.empty() ? facts_.classes : between, facts_.sizes.is_known(), facts_.calibration};
}

Range PlacementCosts::message(uint32_t message, const Range& seconds) const {
  const Sides sides = messages_[message];
  if (sides.before == sides.after) return seconds;
  const CostChange* const change = said(sides.before);
  const double size = facts_.sizes.of(message);
  return change != nullptr ? change->message(size, seconds)
                           : seconds * shown_ratio(sides.before, size);
}

Range PlacementCosts::collective(std::size_t number, Side after) const {
  const Side before = collectives_[number].before;
  if (before == after) return {1, 1, 1};
  const double least = facts_.collectives[number].least;
  if (const CostChange* const change = said(before)) return change->collective({}, least);
  check_sizes(before);
  const double size = look_up(classes(before), least, least_of, size_of).middle;
  const double ratio = shown_ratio(before, size);
  return ordered(1, ratio, ratio);
}

bool PlacementCosts::has_middle() const {
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    if (moves_[i] && said_[i] && !said_[i]->has_middle()) return false;
  }
  return true;
}

std::vector<std::string> PlacementCosts::assumptions(bool other_network,
                                                     bool other_algorithms) const {
  const auto count = [&](Side Sides::*when) {
    return std::count_if(messages_.begin(), messages_.end(),
                         [&](const Sides& sides) { return sides.*when == Side::inside; });
  };
  std::string text = fmt::format("{} of {} messages were inside a node, {} are then",
                                 count(&Sides::before), messages_.size(), count(&Sides::after));
  const bool is_shown = (moves_[0] && !said_[0]) || (moves_[1] && !said_[1]);
  if (is_shown) {
    text +=
        fmt::format("; those that change take what the others show ({} sizes inside, {} between)",
                    classes(Side::inside).size(), classes(Side::between).size());
  }
  if (other_network) text += "; the other network is that between nodes";
  return {text + ".",
          fmt::format("Containers on one node compute as fast as alone, and {}collective "
                      "operations cost what they did unless all of their members come to one node "
                      "or leave it.",
                      other_algorithms ? "other " : "")};
}

}  // namespace paje
