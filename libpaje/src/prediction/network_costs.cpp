#include "prediction/network_costs.hpp"

#include <algorithm>

#include "analysis/collective_times.hpp"
#include "paje/user_columns.hpp"

namespace paje {

namespace {

// Less of its transfer than this, seen by the receiver, is no proof that it waited.
constexpr double kSeenShare = 0.1;
// Sizes must differ by this factor to separate latency from bandwidth.
constexpr double kSizeRange = 8;

double slope(const SizeClass& a, const SizeClass& b) {
  return (b.least - a.least) / (b.size - a.size);
}

// Costs are no straight line in the size, since protocols change with it: the slope at a size is
// the mean of those to its neighbours.
void find_latencies(std::vector<SizeClass>& classes) {
  for (std::size_t i = 0; i < classes.size(); ++i) {
    double sum = 0;
    int count = 0;
    if (i > 0) {
      sum += slope(classes[i - 1], classes[i]);
      ++count;
    }
    if (i + 1 < classes.size()) {
      sum += slope(classes[i], classes[i + 1]);
      ++count;
    }
    const double bandwidth = count == 0 ? 0 : classes[i].size * sum / count;
    classes[i].latency = std::max(0.0, classes[i].least - bandwidth);
  }
}

}  // namespace

MessageSizes::MessageSizes(const DependencyGraph& graph, std::string_view size_field) {
  const UserColumns columns(graph.trace(), TypeKind::link, size_field);
  const UserColumn* const size = columns.size();
  if (size == nullptr) return;
  sizes_.resize(graph.messages().size());
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    const uint64_t place = size->place(graph.messages()[i].link);
    if (place != UserColumn::kNoPlace) sizes_[i] = std::max(0.0, size->number(place));
  }
}

double measured_transfer(const DependencyGraph& graph, const DependencyGraph::Message& message) {
  const double ready = std::max(graph.sent(message), graph.posted(message));
  return std::max(0.0, graph.received(message) - ready);
}

std::vector<bool> find_hidden(const DependencyGraph& graph) {
  std::vector<bool> hidden(graph.messages().size());
  for (std::size_t i = 0; i < hidden.size(); ++i) {
    const auto& message = graph.messages()[i];
    const double seen = graph.received(message) - graph.start(message.target);
    const double transfer = measured_transfer(graph, message);
    hidden[i] = transfer > seen && seen <= std::max(graph.resolution(), kSeenShare * transfer);
  }
  // A sender that waited for it ended with it.
  for (const auto& rendezvous : graph.rendezvous()) hidden[rendezvous.message] = false;
  return hidden;
}

std::vector<SizeClass> size_classes(const DependencyGraph& graph, const MessageSizes& sizes,
                                    const std::vector<bool>& hidden) {
  std::vector<std::pair<double, double>> samples;  // size, transfer
  for (uint32_t i = 0; i < hidden.size(); ++i) {
    if (hidden[i]) continue;
    const double transfer = measured_transfer(graph, graph.messages()[i]);
    // It had come before the receive was posted.
    if (transfer > graph.resolution()) samples.emplace_back(sizes.of(i), transfer);
  }
  std::sort(samples.begin(), samples.end());
  std::vector<SizeClass> classes;
  for (std::size_t first = 0; first < samples.size();) {
    std::size_t last = first;
    while (last < samples.size() && samples[last].first == samples[first].first) ++last;
    classes.push_back({samples[first].first, samples[first].second,
                       samples[first + (last - first) / 2].second, 0});
    first = last;
  }
  // A larger message never takes less: what says so was held up by others.
  for (std::size_t i = classes.size(); i-- > 1;) {
    classes[i - 1].least = std::min(classes[i - 1].least, classes[i].least);
  }
  find_latencies(classes);
  return classes;
}

bool tells_latency(const std::vector<SizeClass>& classes) {
  return classes.size() >= 3 &&
         classes.back().size >= kSizeRange * std::max(1.0, classes.front().size);
}

std::vector<double> collective_costs(const DependencyGraph& graph) {
  const CollectiveTimes times(graph);
  std::vector<double> costs(graph.collectives().size());
  for (const auto& membership : graph.memberships()) {
    const double coming = std::max(graph.start(membership.piece),
                                   times.coming(membership.collective, membership.piece));
    double& cost = costs[membership.collective];
    cost = std::max(cost, graph.end(membership.piece) - coming);
  }
  return costs;
}

}  // namespace paje
