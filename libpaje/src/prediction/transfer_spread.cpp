#include "prediction/transfer_spread.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "analysis/eager_sizes.hpp"

namespace paje {

namespace {

// Limit of (size, container) groups per message: with fewer messages in each, nothing can be seen.
constexpr std::size_t kMostGroups = 4;
constexpr std::size_t kFewGroups = 4096;

struct Ends {
  double low = std::numeric_limits<double>::infinity();
  double high = 0;
  double sum = 0, squares = 0, count = 0;

  void add(double seconds) {
    low = std::min(low, seconds);
    high = std::max(high, seconds);
    sum += seconds;
    squares += seconds * seconds;
    ++count;
  }
  // In real runs, a message delayed by something else is not typical of others. So the bounds are
  // at most one standard deviation from the mean.
  [[nodiscard]] Ends usual() const {
    const double mean = sum / count;
    const double deviation = std::sqrt(std::max(0.0, squares / count - mean * mean));
    Ends found;
    found.low = std::max(low, mean - deviation);
    found.high = std::min(high, mean + deviation);
    return found;
  }
  [[nodiscard]] bool is_spread(double resolution) const {
    return high > low * (1 + kCostNoise) && high - low > resolution;
  }
};

const SizeClass* class_of(const std::vector<SizeClass>& classes, double size) {
  const auto found =
      std::lower_bound(classes.begin(), classes.end(), size,
                       [](const SizeClass& c, double wanted) { return c.size < wanted; });
  return found == classes.end() || found->size != size ? nullptr : &*found;
}

}  // namespace

TransferSpread::TransferSpread(const DependencyGraph& graph, const MessageSizes& sizes,
                               const MeasuredMessages& measured, const std::vector<bool>& hidden) {
  const auto messages = graph.messages();
  const std::size_t tracks = graph.tracks().size(), groups = sizes.different().size() * tracks;
  if (!sizes.is_known() || graph.links_connect_tasks() ||
      groups > std::max(kFewGroups, kMostGroups * messages.size())) {
    return;
  }
  const auto links = graph.trace().links();
  std::vector<Ends> sending(groups), receiving(groups);
  const auto visit = [&](uint32_t i, auto&& act) {
    const std::size_t of_size = sizes.number(i) * tracks;
    act(sending[of_size + graph.track_of(links.start_container[messages[i].link])],
        receiving[of_size + graph.track_of(links.end_container[messages[i].link])]);
  };
  for (uint32_t i = 0; i < messages.size(); ++i) {
    const double seconds = measured.transfers[i];
    if (hidden[i] || measured.under_way[i] || seconds <= graph.resolution()) continue;
    visit(i, [&](Ends& from, Ends& to) {
      from.add(seconds);
      to.add(seconds);
    });
  }
  const auto is_spread = [&](const Ends& ends) { return ends.is_spread(graph.resolution()); };
  if (std::none_of(sending.begin(), sending.end(), is_spread) &&
      std::none_of(receiving.begin(), receiving.end(), is_spread)) {
    return;
  }
  low_.assign(messages.size(), std::numeric_limits<float>::infinity());
  high_.assign(messages.size(), 0);
  for (uint32_t i = 0; i < messages.size(); ++i) {
    visit(i, [&](const Ends& from, const Ends& to) {
      for (const Ends& all : {from, to}) {
        if (!is_spread(all)) continue;
        const Ends ends = all.usual();
        low_[i] = std::min(low_[i], std::nextafter(static_cast<float>(ends.low), 0.0F));
        high_[i] = std::max(high_[i], std::nextafter(static_cast<float>(ends.high), 1e30F));
      }
    });
  }
}

std::vector<float> leads_of_others(const DependencyGraph& graph, const MessageSizes& sizes,
                                   const MeasuredMessages& measured, const HiddenMessages& found) {
  const auto messages = graph.messages();
  std::vector<float> leads;
  for (uint32_t first = 0, last = 0; first < messages.size(); first = last) {
    last = first + 1;
    while (last < messages.size() && messages[last].target == messages[first].target) ++last;
    if (last == first + 1) continue;
    double earliest = std::numeric_limits<double>::infinity();
    for (uint32_t i = first; i < last; ++i) {
      earliest = std::min(earliest, ready_time(graph, messages[i]));
    }
    for (uint32_t i = first; i < last; ++i) {
      const SizeClass* const own = class_of(found.classes, sizes.of(i));
      const double lead = ready_time(graph, messages[i]) - earliest;
      if (found.hidden[i] || own == nullptr || lead <= graph.resolution()) continue;
      if (measured.transfers[i] <= own->least * (1 + kCostNoise)) continue;
      if (leads.empty()) leads.resize(messages.size());
      leads[i] = static_cast<float>(lead);
    }
  }
  return leads;
}

double largest_under_way(const MessageSizes& sizes, const MeasuredMessages& measured,
                         const std::vector<SizeClass>& classes) {
  constexpr double kLess = 0.95;  // of the least time of all others: more than noise
  double largest = -1;
  if (!sizes.is_known()) return largest;
  for (uint32_t i = 0; i < measured.transfers.size(); ++i) {
    if (!measured.under_way[i] || sizes.of(i) <= largest) continue;
    const SizeClass* const own = class_of(classes, sizes.of(i));
    if (own != nullptr && measured.transfers[i] < own->least * kLess) largest = own->size;
  }
  return largest;
}

}  // namespace paje
