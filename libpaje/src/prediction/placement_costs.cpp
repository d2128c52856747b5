#include "prediction/placement_costs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "prediction/named_parts.hpp"
#include "prediction/node_crowding.hpp"
#include "prediction/ranges.hpp"

namespace paje {

namespace {

double size_of(const SizeClass& one) { return one.size; }
double least_of(const SizeClass& one) { return one.least; }

constexpr const char* kHow =
    "--inside gives the cost of messages inside a node relative to those between nodes";

NodeSide opposite(NodeSide side) {
  return side == NodeSide::inside ? NodeSide::between : NodeSide::inside;
}

// Numbers the nodes; a container without a node name gets a node of its own.
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

// Models of an operation with members on these nodes: its cost if a message between nodes costs 1
// and one inside a node costs `inside`.
double one_after_the_other(const std::vector<uint32_t>& nodes, double inside) {
  double sum = 0;
  for (std::size_t i = 1; i < nodes.size(); ++i) sum += nodes[i] == nodes[0] ? inside : 1;
  return sum;
}
// If each member sends to the member at this distance: the greatest number of members on one node
// that send to other nodes at the same time.
double leaving_together(const std::vector<uint32_t>& nodes, std::size_t distance, bool around) {
  std::map<uint32_t, double> counts;
  double most = 0;
  for (std::size_t i = 0; around || i + distance < nodes.size(); ++i) {
    if (i == nodes.size()) break;
    if (nodes[i] == nodes[(i + distance) % nodes.size()]) continue;
    most = std::max(most, ++counts[nodes[i]]);
  }
  return most;
}
double in_rounds(const std::vector<uint32_t>& nodes, double inside) {
  double sum = 0;
  for (std::size_t distance = 1; distance < nodes.size(); distance *= 2) {
    sum += leaving_together(nodes, distance, false) > 0 ? 1 : inside;
  }
  return sum;
}
double in_rounds_that_share(const std::vector<uint32_t>& nodes, double inside) {
  double sum = 0;
  for (std::size_t distance = 1; distance < nodes.size(); distance *= 2) {
    sum += std::max(inside, leaving_together(nodes, distance, false));
  }
  return sum;
}
double in_a_ring(const std::vector<uint32_t>& nodes, double inside) {
  return std::max(inside, leaving_together(nodes, 1, true));
}
double all_to_all(const std::vector<uint32_t>& nodes, double inside) {
  std::map<uint32_t, double> counts;
  for (const uint32_t node : nodes) ++counts[node];
  const auto all = static_cast<double>(nodes.size());
  double most = (all - 1) * inside;
  for (const auto& [node, count] : counts) most = std::max(most, count * (all - count));
  return most;
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

bool changes_nodes(const DependencyGraph& graph, const std::vector<NodePlace>& placement) {
  return number_nodes(named_nodes(graph, placement, &NodePlace::before)) !=
         number_nodes(nodes_of_tracks(graph, placement));
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
  if (!moves()) return;
  const auto before = mean_crowding(facts_, nodes_before_);
  const auto after = mean_crowding(facts_, nodes_after_);
  for (std::size_t side = 0; side < crowding_.size(); ++side) {
    crowding_[side] = after[side] / before[side];
  }
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
        size_classes(facts_.graph, facts_.sizes, facts_.transfers, others, facts_.under_way);
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
      "no receiver waited for a message {}, so the run does not show what such messages cost; {}",
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
        "show how their costs differ; {}",
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
  // The ratio is constant beyond the sizes that both sides have.
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
  if (sides.before == sides.after) return on_same_side(message, seconds);
  const CostChange* const change = said(sides.before);
  const double size = facts_.sizes.of(message);
  if (change != nullptr) return change->message(size, seconds);
  Range then = to_other_side(sides.before, size);
  // Its whole way may be over before its receive is posted.
  if (facts_.may_be_under_way(message)) then.low = 0;
  return then;
}

// Bounds of a message's time that shares links with others after the move, relative to the fastest
// message of its size. If the least is below 1, then even the fastest had shared its links.
PlacementCosts::Times PlacementCosts::times_at(Side side, double size) const {
  const double crowding = crowding_[static_cast<std::size_t>(side)];
  const auto& mine = classes(side);
  const Range times = look_up(mine, size, size_of, [](const SizeClass& one) {
    return one.least > 0 ? one.most / one.least : 1;
  });
  return {std::min(1.0, crowding), times.high * std::max(1.0, crowding)};
}

// A moved message costs as much as others of its size on the other side. How many messages it meets
// there is unknown: from none to as many as any of those. For a size that does not occur there, the
// cost is estimated from other sizes.
Range PlacementCosts::to_other_side(Side before, double size) const {
  const Side after = opposite(before);
  const SizeCosts costs = costs_of_size(classes(after), size);
  const Times times = times_at(after, size);
  return {costs.least * times.least, costs.likely,
          std::max(costs.least * times.most, costs.likely)};
}

// The message stays on its side, but meets other messages.
Range PlacementCosts::on_same_side(std::size_t message, Range seconds) const {
  const Side side = messages_[message].before;
  if (!moves() || classes(side).empty()) return seconds;
  const double size = facts_.sizes.of(static_cast<uint32_t>(message));
  const Times times = times_at(side, size);
  if (times.most <= 1 + kCostNoise && times.least >= 1 - kCostNoise) return seconds;
  const double alone = look_up(classes(side), size, size_of, least_of).middle;
  seconds.low = std::min(seconds.low, alone * times.least);
  seconds.high = std::max(seconds.high, alone * times.most);
  return seconds;
}

// Cost of a message inside a node relative to one between nodes, for the size that takes as long as
// the fastest member of an operation. 0, a bound, if the run does not show it.
double PlacementCosts::inside_ratio(double least) const {
  if (classes(Side::inside).empty() || classes(Side::between).empty()) return 0;
  const double size = look_up(classes(Side::between), least, least_of, size_of).middle;
  return std::min(1.0, shown_ratio(Side::between, size));
}

// The messages of the operation are unknown. So the bounds cover several models: one message after
// the other, rounds, a ring, and all-to-all over shared links.
Range PlacementCosts::collective(std::size_t number) const {
  Range factor = collective(number, collectives_[number].after);
  if (!moves() || said_[0] || said_[1]) return factor;
  const DependencyGraph& graph = facts_.graph;
  std::vector<uint32_t> before, after;
  for (const uint32_t piece : graph.members(graph.collectives()[number])) {
    const uint32_t track = graph.track_of_piece(piece);
    before.push_back(nodes_before_[track]);
    after.push_back(nodes_after_[track]);
  }
  const double inside = inside_ratio(facts_.collectives[number].least);
  for (const auto& messages :
       {one_after_the_other, in_rounds, in_rounds_that_share, in_a_ring, all_to_all}) {
    const double then = messages(after, inside), now = messages(before, inside);
    if (!(now > 0) || !(then > 0)) continue;
    factor.low = std::min(factor.low, then / now);
    factor.high = std::max(factor.high, then / now);
  }
  return factor;
}

Range PlacementCosts::collective(std::size_t number, Side after) const {
  const Side before = collectives_[number].before;
  if (before == after) return {1, 1, 1};
  const double least = facts_.collectives[number].least;
  if (const CostChange* const change = said(before)) return change->collective({}, least, 2);
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
  std::string text =
      fmt::format("{} of {} messages were inside a node; with the new placement, {} are",
                  count(&Sides::before), messages_.size(), count(&Sides::after));
  const bool is_shown = (moves_[0] && !said_[0]) || (moves_[1] && !said_[1]);
  if (is_shown) {
    text += fmt::format(
        "; messages that move get the cost of messages measured at their new place ({} message "
        "sizes inside a node, {} between nodes)",
        classes(Side::inside).size(), classes(Side::between).size());
  }
  if (other_network) text += "; the other network applies only between nodes";
  return {text + ".",
          fmt::format(
              "Containers that share a node compute as fast as alone, and {}collective operations "
              "keep their cost unless all of their members move to one node or away from it.",
              other_algorithms ? "other " : "")};
}

}  // namespace paje
