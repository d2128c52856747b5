#include "prediction/network_costs.hpp"

#include <algorithm>

#include "analysis/collective_times.hpp"
#include "paje/user_columns.hpp"

namespace paje {

namespace {

// Less of its transfer than this, seen by the receiver, is no proof that it waited.
constexpr double kSeenShare = 0.1;
// Sizes must differ by this factor to distinguish latency from bandwidth.
constexpr double kSizeRange = 8;
constexpr std::size_t kFewestSizes = 4;

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

namespace {

using Message = DependencyGraph::Message;

// A sender that waited for a message ended with it.
std::vector<bool> seen_by_sender(const DependencyGraph& graph) {
  std::vector<bool> seen(graph.messages().size());
  for (const auto& rendezvous : graph.rendezvous()) seen[rendezvous.message] = true;
  return seen;
}

// It came before the receiver looked, or so shortly after that it may have.
bool may_be_early(const DependencyGraph& graph, const Message& message) {
  const double waited = graph.received(message) - graph.start(message.target);
  const double transfer = measured_transfer(graph, message);
  return transfer > waited && waited <= std::max(graph.resolution(), kSeenShare * transfer);
}

// Calls take(first, last) with the messages of each piece that gets some.
template <class Take>
void for_each_target(const DependencyGraph& graph, Take&& take) {
  const auto messages = graph.messages();
  for (uint32_t first = 0; first < messages.size();) {
    uint32_t last = first + 1;
    while (last < messages.size() && messages[last].target == messages[first].target) ++last;
    take(first, last);
    first = last;
  }
}

// Of several messages that a call waits for, all but the one with the greatest `place`.
template <class Place>
void hide_others(const DependencyGraph& graph, std::vector<bool>& hidden, Place&& place) {
  for_each_target(graph, [&](uint32_t first, uint32_t last) {
    if (last == first + 1) return;
    uint32_t chosen = first;
    for (uint32_t i = first; i < last; ++i) {
      if (place(i) > place(chosen)) chosen = i;
    }
    for (uint32_t i = first; i < last; ++i) {
      if (i != chosen) hidden[i] = true;
    }
  });
}

std::vector<bool> early_messages(const DependencyGraph& graph) {
  std::vector<bool> hidden(graph.messages().size());
  for (std::size_t i = 0; i < hidden.size(); ++i) {
    hidden[i] = may_be_early(graph, graph.messages()[i]);
  }
  return hidden;
}

void show_seen(const DependencyGraph& graph, std::vector<bool>& hidden) {
  const std::vector<bool> seen = seen_by_sender(graph);
  for (std::size_t i = 0; i < hidden.size(); ++i) hidden[i] = hidden[i] && !seen[i];
}

double ready(const DependencyGraph& graph, const Message& message) {
  return std::max(graph.sent(message), graph.posted(message));
}

double median_of(const std::vector<SizeClass>& classes, double size) {
  const auto found =
      std::lower_bound(classes.begin(), classes.end(), size,
                       [](const SizeClass& c, double wanted) { return c.size < wanted; });
  return found == classes.end() ? 0 : found->median;
}

}  // namespace

std::vector<bool> find_hidden(const DependencyGraph& graph, const MessageSizes& sizes) {
  // The one that could go last took at least not longer than the others.
  std::vector<bool> first_guess = early_messages(graph);
  hide_others(graph, first_guess, [&](uint32_t i) { return ready(graph, graph.messages()[i]); });
  show_seen(graph, first_guess);
  const std::vector<SizeClass> classes = size_classes(graph, sizes, first_guess);
  // The one that likely came last.
  std::vector<bool> hidden = early_messages(graph);
  hide_others(graph, hidden, [&](uint32_t i) {
    const Message& message = graph.messages()[i];
    return ready(graph, message) +
           std::min(measured_transfer(graph, message), median_of(classes, sizes.of(i)));
  });
  show_seen(graph, hidden);
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

bool distinguishes_latency(const std::vector<SizeClass>& classes) {
  return classes.size() >= kFewestSizes &&
         classes.back().size >= kSizeRange * std::max(1.0, classes.front().size);
}

std::vector<uint32_t> count_together(const DependencyGraph& graph) {
  std::vector<uint32_t> counts(graph.messages().size());
  for_each_target(graph, [&](uint32_t first, uint32_t last) {
    for (uint32_t i = first; i < last; ++i) counts[i] = last - first;
  });
  return counts;
}

std::vector<CollectiveCost> collective_costs(const DependencyGraph& graph) {
  const CollectiveTimes times(graph);
  std::vector<CollectiveCost> costs(graph.collectives().size());
  for (const auto& membership : graph.memberships()) {
    const double coming = std::max(graph.start(membership.piece),
                                   times.coming(membership.collective, membership.piece));
    const double seconds = graph.end(membership.piece) - coming;
    if (seconds <= graph.resolution()) continue;
    CollectiveCost& cost = costs[membership.collective];
    cost.least = cost.least > 0 ? std::min(cost.least, seconds) : seconds;
    cost.most = std::max(cost.most, seconds);
  }
  return costs;
}

}  // namespace paje
