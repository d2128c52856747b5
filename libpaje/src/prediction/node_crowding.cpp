#include "prediction/node_crowding.hpp"

#include <algorithm>
#include <functional>
#include <numeric>
#include <queue>
#include <unordered_map>

#include "analysis/eager_sizes.hpp"
#include "prediction/ranges.hpp"

namespace paje {

namespace {

// The ends of the messages that are on a link at the same time.
class Link {
 public:
  // Adds a message, and returns the number of messages on the link at its start.
  std::size_t add(double start, double end) {
    while (!ends_.empty() && ends_.top() <= start) ends_.pop();
    ends_.push(end);
    return ends_.size();
  }

 private:
  std::priority_queue<double, std::vector<double>, std::greater<>> ends_;
};

double usual_seconds(const NetworkFacts& facts, uint32_t message) {
  if (facts.classes.empty()) return facts.transfers[message];
  const double usual =
      look_up(
          facts.classes, facts.sizes.of(message), [](const SizeClass& one) { return one.size; },
          [](const SizeClass& one) { return one.median; })
          .middle;
  return std::min(facts.transfers[message], usual);
}

}  // namespace

std::array<double, 2> mean_crowding(const NetworkFacts& facts, const std::vector<uint32_t>& nodes) {
  const DependencyGraph& graph = facts.graph;
  const auto messages = graph.messages();
  const auto links = graph.trace().links();
  std::vector<uint32_t> order(messages.size());
  std::iota(order.begin(), order.end(), 0U);
  const auto ready = [&](uint32_t i) { return ready_time(graph, messages[i]); };
  std::sort(order.begin(), order.end(), [&](uint32_t a, uint32_t b) {
    return std::pair(ready(a), a) < std::pair(ready(b), b);
  });
  std::unordered_map<uint32_t, Link> from, to, inside;
  std::array<double, 2> sums{}, counts{};
  for (const uint32_t i : order) {
    const uint32_t source = nodes[graph.track_of(links.start_container[messages[i].link])];
    const uint32_t target = nodes[graph.track_of(links.end_container[messages[i].link])];
    const double start = ready(i), end = start + usual_seconds(facts, i);
    const bool is_inside = source == target;
    const std::size_t there =
        is_inside ? inside[source].add(start, end)
                  : std::max(from[source].add(start, end), to[target].add(start, end));
    const auto side = static_cast<std::size_t>(is_inside ? NodeSide::inside : NodeSide::between);
    sums[side] += static_cast<double>(there);
    ++counts[side];
  }
  std::array<double, 2> means{1, 1};
  for (std::size_t side = 0; side < means.size(); ++side) {
    // In sequence of start, n messages that share a link meet (n + 1) / 2 on average, so invert
    // that.
    if (counts[side] > 0) means[side] = 2 * sums[side] / counts[side] - 1;
  }
  return means;
}

}  // namespace paje
