#include "prediction/network_costs.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <unordered_map>
#include <utility>

#include "analysis/collective_times.hpp"
#include "analysis/each_message.hpp"
#include "base/median.hpp"
#include "base/memory_pages.hpp"
#include "paje/user_columns.hpp"
#include "prediction/parts.hpp"
#include "prediction/ranges.hpp"

namespace paje {

namespace {

// If the receiver saw a smaller share of the transfer than this, it may not have waited at all.
constexpr double kSeenShare = 0.1;
// Sizes must differ by this factor to distinguish latency from bandwidth.
constexpr double kSizeRange = 8;
constexpr std::size_t kFewestSizes = 4;

double slope(const SizeClass& a, const SizeClass& b) {
  return (b.least - a.least) / (b.size - a.size);
}

// Costs are not linear in the size, because protocols change with it. So the slope at a size is the
// mean of the slopes to its neighbours.
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

// Neighbouring messages mostly have the same size, and there are few distinct sizes.
MessageSizes::MessageSizes(const DependencyGraph& graph, std::string_view size_field) {
  const UserColumns columns(graph.trace(), TypeKind::link, size_field);
  const UserColumn* const size = columns.size();
  if (size == nullptr || graph.messages().empty()) return;
  different_.clear();
  numbers_ = zeros_on_large_pages<uint32_t>(graph.messages().size());
  std::unordered_map<double, uint32_t> found;
  for (std::size_t i = 0; i < numbers_.size(); ++i) {
    const uint64_t place = size->place(graph.messages()[i].link);
    const double bytes = place == UserColumn::kNoPlace ? 0 : std::max(0.0, size->number(place));
    if (i > 0 && different_[numbers_[i - 1]] == bytes) {
      numbers_[i] = numbers_[i - 1];
      continue;
    }
    const auto [one, is_new] = found.try_emplace(bytes, static_cast<uint32_t>(different_.size()));
    if (is_new) different_.push_back(bytes);
    numbers_[i] = one->second;
  }
  std::sort(different_.begin(), different_.end());
  std::vector<uint32_t> places(different_.size());
  for (const auto& [bytes, number] : found) {
    places[number] = static_cast<uint32_t>(
        std::lower_bound(different_.begin(), different_.end(), bytes) - different_.begin());
  }
  for (uint32_t& number : numbers_) number = places[number];
}

namespace {

using Message = DependencyGraph::Message;

bool may_be_early(const DependencyGraph& graph, const Message& message, double transfer,
                  double received) {
  const double waited = received - graph.start(message.target);
  return transfer > waited && waited <= std::max(graph.resolution(), kSeenShare * transfer);
}

}  // namespace

MeasuredMessages measure_messages(const DependencyGraph& graph) {
  const std::size_t count = graph.messages().size();
  MeasuredMessages measured;
  measured.transfers = zeros_on_large_pages<double>(count);
  measured.sent_after = zeros_on_large_pages<double>(count);
  measured.received = zeros_on_large_pages<double>(count);
  measured.early.resize(count);  // parts of for_each_part() share no word of it
  measured.under_way.resize(count);
  for_each_part(graph.threads(), count, [&](std::size_t first, std::size_t last) {
    for_each_message(graph, first, last, [&](std::size_t i, const Message& message) {
      const double sent = graph.sent(message), received = graph.received(message);
      const double posted = graph.posted(message);
      const double transfer = std::max(0.0, received - std::max(sent, posted));
      measured.transfers[i] = transfer;
      measured.sent_after[i] = sent - graph.start(graph.sending_piece(message));
      measured.received[i] = received;
      measured.early[i] = may_be_early(graph, message, transfer, received);
      measured.under_way[i] = posted > sent + graph.resolution();
    });
  });
  return measured;
}

namespace {

// A sender that waited for its message ended together with it, so the transfer is exact.
std::vector<bool> seen_by_sender(const DependencyGraph& graph) {
  std::vector<bool> seen(graph.messages().size());
  for (const auto& rendezvous : graph.rendezvous()) seen[rendezvous.message] = true;
  return seen;
}

double ready(const DependencyGraph& graph, const Message& message) {
  return std::max(graph.sent(message), graph.posted(message));
}

// Calls take(first, last) with the range of messages of each receiving piece.
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

// Hides all messages of a call except the one with the greatest `place`. If several may be the
// last, keeps the one that could start last, because its transfer has the tightest bound.
template <class Place>
void hide_others(const DependencyGraph& graph, std::vector<bool>& hidden, Place&& place) {
  for_each_target(graph, [&](uint32_t first, uint32_t last) {
    if (last == first + 1) return;
    uint32_t chosen = first;
    for (uint32_t i = first; i < last; ++i) {
      const double later = place(i) - place(chosen);
      const bool is_same = std::abs(later) <= graph.resolution();
      if (is_same ? ready(graph, graph.messages()[i]) > ready(graph, graph.messages()[chosen])
                  : later > 0) {
        chosen = i;
      }
    }
    for (uint32_t i = first; i < last; ++i) {
      if (i != chosen) hidden[i] = true;
    }
  });
}

void show_seen(const std::vector<bool>& seen, std::vector<bool>& hidden) {
  for (std::size_t i = 0; i < hidden.size(); ++i) hidden[i] = hidden[i] && !seen[i];
}

// Whether a worker waited for a message that may take no time: some tasks need only the end of
// another task. (A message without transfer time to a call arrived before its receive was posted.)
bool was_awaited(const DependencyGraph& graph, uint32_t number) {
  if (!graph.links_connect_tasks()) return false;
  const Message& message = graph.messages()[number];
  return graph.start(message.target) < graph.sent(message) - graph.resolution();
}

// Transfers of messages that are not hidden, by size.
class SeenTransfers {
 public:
  SeenTransfers(const DependencyGraph& graph, const MessageSizes& sizes,
                const std::vector<double>& transfers, const std::vector<bool>& hidden,
                const std::vector<bool>& under_way)
      : first_(sizes.different().size() + 1) {
    const auto is_seen = [&](uint32_t i) {
      return !hidden[i] && (transfers[i] > graph.resolution() || was_awaited(graph, i));
    };
    std::vector<bool> has_whole(sizes.different().size());
    for (uint32_t i = 0; i < hidden.size(); ++i) {
      if (!under_way[i] && is_seen(i)) has_whole[sizes.number(i)] = true;
    }
    const auto for_each_seen = [&](auto&& visit) {
      for (uint32_t i = 0; i < hidden.size(); ++i) {
        if (under_way[i] && has_whole[sizes.number(i)]) continue;
        if (is_seen(i)) visit(sizes.number(i), transfers[i]);
      }
    };
    for_each_seen([&](uint32_t size, double /*seconds*/) { ++first_[size + 1]; });
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    seconds_ = zeros_on_large_pages<double>(first_.back());
    std::vector<std::size_t> next(first_.begin(), first_.end() - 1);
    for_each_seen([&](uint32_t size, double seconds) { seconds_[next[size]++] = seconds; });
  }
  /// By index of the size.
  [[nodiscard]] std::span<double> of(std::size_t size) {
    return std::span(seconds_).subspan(first_[size], first_[size + 1] - first_[size]);
  }

 private:
  std::vector<std::size_t> first_;  // by size
  std::vector<double> seconds_;
};

double median_of(const std::vector<SizeClass>& classes, double size) {
  const auto found =
      std::lower_bound(classes.begin(), classes.end(), size,
                       [](const SizeClass& c, double wanted) { return c.size < wanted; });
  return found == classes.end() ? 0 : found->median;
}

}  // namespace

HiddenMessages find_hidden(const DependencyGraph& graph, const MessageSizes& sizes,
                           const MeasuredMessages& measured) {
  const std::vector<bool> seen = seen_by_sender(graph);
  // First guess: the message that could start last has the tightest bound.
  std::vector<bool> first_guess = measured.early;
  hide_others(graph, first_guess, [&](uint32_t i) { return ready(graph, graph.messages()[i]); });
  show_seen(seen, first_guess);
  std::vector<SizeClass> classes =
      size_classes(graph, sizes, measured.transfers, first_guess, measured.under_way);
  // Second guess: the message that probably arrived last, by the costs of the first guess.
  std::vector<bool> hidden = measured.early;
  hide_others(graph, hidden, [&](uint32_t i) {
    return ready(graph, graph.messages()[i]) +
           std::min(measured.transfers[i], median_of(classes, sizes.of(i)));
  });
  show_seen(seen, hidden);
  if (hidden != first_guess)
    classes = size_classes(graph, sizes, measured.transfers, hidden, measured.under_way);
  return {std::move(hidden), std::move(classes)};
}

std::vector<SizeClass> size_classes(const DependencyGraph& graph, const MessageSizes& sizes,
                                    const std::vector<double>& transfers,
                                    const std::vector<bool>& hidden,
                                    const std::vector<bool>& under_way) {
  SeenTransfers seen(graph, sizes, transfers, hidden, under_way);
  std::vector<SizeClass> classes;
  for (std::size_t i = 0; i < sizes.different().size(); ++i) {
    const std::span<double> samples = seen.of(i);
    if (samples.empty()) continue;
    const auto [least, most] = std::minmax_element(samples.begin(), samples.end());
    SizeClass found{.size = sizes.different()[i], .least = *least, .most = *most};
    found.median = upper_median_of(samples);
    classes.push_back(found);
  }
  // A larger message never takes less time: measurements that contradict this include delays by
  // other messages.
  for (std::size_t i = classes.size(); i-- > 1;) {
    classes[i - 1].least = std::min(classes[i - 1].least, classes[i].least);
  }
  find_latencies(classes);
  return classes;
}

// Estimates a size from other sizes. Between two sizes: the least cost is that of the cheaper one,
// the likely cost is interpolated. Below the smallest size: the least cost is in proportion to the
// bytes (no latency), the likely cost keeps the latency. Above the largest size: the least cost is
// that of the largest, the likely cost grows in proportion.
SizeCosts costs_of_size(const std::vector<SizeClass>& classes, double size) {
  const SizeClass &first = classes.front(), &last = classes.back();
  if (size < first.size) {
    const double part = size / first.size;
    const double latency = classes.size() > 1 ? std::min(first.latency, first.median) : 0;
    return {first.least * part, latency + (first.median - latency) * part};
  }
  if (size > last.size) {
    const double times = last.size > 0 ? size / last.size : 1;
    return {last.least, last.median * times};
  }
  const auto at = [](const SizeClass& c) { return c.size; };
  return {look_up(classes, size, at, [](const SizeClass& c) { return c.least; }).low,
          look_up(classes, size, at, [](const SizeClass& c) { return c.median; }).middle};
}

bool distinguishes_latency(const std::vector<SizeClass>& classes) {
  return classes.size() >= kFewestSizes &&
         classes.back().size >= kSizeRange * std::max(1.0, classes.front().size);
}

std::vector<uint32_t> count_together(const DependencyGraph& graph) {
  auto counts = zeros_on_large_pages<uint32_t>(graph.messages().size());
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
