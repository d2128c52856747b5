#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "analysis/profile_parts.hpp"
#include "analysis/value_numbers.hpp"
#include "base/thread_pool.hpp"
#include "paje/profile.hpp"

namespace paje {

uint32_t CallTree::child(uint32_t parent, uint32_t value) {
  const uint64_t key = uint64_t{parent} << 32U | value;
  const auto [found, is_new] = numbers_.emplace(key, static_cast<uint32_t>(nodes_.size()));
  if (is_new) {
    const uint32_t depth = parent == CallNode::kNone ? 0 : nodes_[parent].depth + 1;
    nodes_.push_back({value, parent, depth, 0, {}, {}});
  }
  return found->second;
}

template <class Nodes>
void CallTree::add_nodes(const Nodes& nodes) {
  std::vector<uint32_t> mine;
  for (const auto& node : nodes) {
    mine.push_back(
        child(node.parent == CallNode::kNone ? CallNode::kNone : mine[node.parent], node.value));
    Node& same = nodes_[mine.back()];
    same.count += node.count;
    same.inclusive.add(node.inclusive);
    same.exclusive.add(node.exclusive);
  }
}

void CallTree::add(const std::vector<CallNode>& nodes) { add_nodes(nodes); }
void CallTree::add(const std::vector<Node>& nodes) { add_nodes(nodes); }

namespace {

// The nodes of one track.
class TrackTree {
 public:
  uint32_t child(uint32_t parent, uint32_t value) {
    const uint64_t key = uint64_t{parent} << 32U | value;
    const auto [found, is_new] = numbers_.emplace(key, static_cast<uint32_t>(nodes.size()));
    if (is_new) {
      const uint32_t depth = parent == CallNode::kNone ? 0 : nodes[parent].depth + 1;
      nodes.push_back({value, parent, depth, 0, 0, 0});
    }
    return found->second;
  }

  std::vector<CallNode> nodes;

 private:
  std::unordered_map<uint64_t, uint32_t> numbers_;
};

// Sorts each node before the nodes inside it. Not recursive, because states may nest arbitrarily
// deep.
std::vector<CallNode> in_order(const std::vector<CallNode>& nodes) {
  std::vector<std::vector<uint32_t>> inside(nodes.size() + 1);  // outermost ones in the last
  for (uint32_t i = 0; i < nodes.size(); ++i) {
    inside[nodes[i].parent == CallNode::kNone ? nodes.size() : nodes[i].parent].push_back(i);
  }
  for (auto& siblings : inside) {
    // The last one is visited first.
    std::sort(siblings.begin(), siblings.end(), [&](uint32_t a, uint32_t b) {
      if (nodes[a].inclusive != nodes[b].inclusive) return nodes[a].inclusive < nodes[b].inclusive;
      return nodes[a].value > nodes[b].value;
    });
  }
  std::vector<CallNode> result;
  std::vector<uint32_t> place(nodes.size());
  std::vector<uint32_t> todo = inside.back();
  while (!todo.empty()) {
    const uint32_t next = todo.back();
    todo.pop_back();
    place[next] = static_cast<uint32_t>(result.size());
    result.push_back(nodes[next]);
    if (nodes[next].parent != CallNode::kNone) result.back().parent = place[nodes[next].parent];
    todo.insert(todo.end(), inside[next].begin(), inside[next].end());
  }
  return result;
}

}  // namespace

std::vector<CallNode> CallTree::in_order() const {
  std::vector<CallNode> rounded;
  for (const Node& node : nodes_) {
    rounded.push_back({node.value, node.parent, node.depth, node.count, node.inclusive.rounded(),
                       node.exclusive.rounded()});
  }
  return paje::in_order(rounded);
}

std::vector<CallNode> tree_of_track(const DependencyGraph& graph,
                                    const DependencyGraph::Track& track,
                                    const std::vector<uint32_t>& numbers) {
  const StateColumns states = graph.trace().states();
  const Track rows = graph.trace().track(track.container, track.type);
  TrackTree tree;
  std::vector<uint32_t> around;
  for (uint64_t row = rows.first; row < rows.last; ++row) {
    around.resize(states.depth[row], CallNode::kNone);
    const uint32_t parent = around.empty() ? CallNode::kNone : around.back();
    const uint32_t node = tree.child(parent, numbers[states.value[row].index]);
    const double length = states.end[row] - states.start[row];
    ++tree.nodes[node].count;
    tree.nodes[node].inclusive += length;
    tree.nodes[node].exclusive += length;
    if (parent != CallNode::kNone) tree.nodes[parent].exclusive -= length;
    around.push_back(node);
  }
  return std::move(tree.nodes);
}

std::vector<CallNode> call_tree(const DependencyGraph& graph, uint32_t track) {
  const std::vector<uint32_t> numbers = value_numbers(graph);
  if (track != DependencyGraph::kNone) {
    return in_order(tree_of_track(graph, graph.tracks()[track], numbers));
  }
  ThreadPool pool(graph.threads());
  std::vector<std::vector<CallNode>> trees(graph.tracks().size());
  pool.for_each(trees.size(), [&](std::size_t i) {
    trees[i] = tree_of_track(graph, graph.tracks()[i], numbers);
  });
  CallTree all;
  for (const auto& tree : trees) all.add(tree);
  return all.in_order();
}

std::string folded_stacks(const DependencyGraph& graph, std::span<const CallNode> tree) {
  std::string text, stack;
  std::vector<std::size_t> ends;  // of the names in `stack`, by depth
  for (const CallNode& node : tree) {
    ends.resize(node.depth);
    stack.resize(ends.empty() ? 0 : ends.back());
    if (!stack.empty()) stack += ';';
    for (const char letter : graph.values()[node.value].name) {
      const auto byte = static_cast<unsigned char>(letter);
      const bool is_control = byte < 0x20 || byte == 0x7f;
      stack += letter == ';' ? ':' : is_control ? ' ' : letter;
    }
    ends.push_back(stack.size());
    // Whole numbers, as scripts expect; a long run has more than 64 bits hold.
    const double own = std::round(node.exclusive * 1e9);
    if (own > 0 && std::isfinite(own)) text += fmt::format("{} {:.0f}\n", stack, own);
  }
  return text;
}

}  // namespace paje
