#include "prediction/any_source.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <span>
#include <utility>

#include "base/thread_pool.hpp"

namespace paje {

namespace {

using Message = DependencyGraph::Message;

constexpr std::size_t kFewestMessages = 16;  // needed to see whether their order repeats
constexpr std::size_t kMostMessages = 1024;  // that are examined
constexpr double kMostExceptions = 0.05;     // share of messages that are not in order of sending
constexpr double kLeastRepeated = 0.8;       // share of sources that the preceding ones predict

// The messages are sorted by the piece that receives them.
std::span<const Message> messages_to(const DependencyGraph& graph, uint32_t track) {
  const auto& pieces = graph.tracks()[track];
  const auto all = graph.messages();
  const auto before = [](uint32_t piece) {
    return [piece](const Message& message) { return message.target < piece; };
  };
  const auto first = std::partition_point(all.begin(), all.end(), before(pieces.first));
  const auto last = std::partition_point(first, all.end(), before(pieces.last));
  return {first, last};
}

uint32_t source_of(const DependencyGraph& graph, const Message& message) {
  return graph.track_of(graph.trace().links().start_container[message.link]);
}

bool comes_as_sent(const DependencyGraph& graph, std::span<const Message> messages,
                   const std::vector<uint32_t>& sources) {
  std::size_t pairs = 0, exceptions = 0;
  for (std::size_t i = 0; i + 1 < sources.size(); ++i) {
    if (sources[i] == sources[i + 1]) continue;
    ++pairs;
    exceptions += graph.sent(messages[i]) > graph.sent(messages[i + 1]) + graph.resolution();
  }
  return pairs > 0 &&
         static_cast<double>(exceptions) <= kMostExceptions * static_cast<double>(pairs);
}

// Whether three consecutive sources mostly have the same successor as at their previous occurrence:
// then receives are in a loop, possibly nested, and name their source.
bool repeats(const std::vector<uint32_t>& sources) {
  constexpr std::size_t kContext = 3;
  constexpr std::size_t kOneIn = 8;  // share of places at which the three must have occurred before
  std::map<std::array<uint32_t, kContext>, uint32_t> next_of;
  std::size_t seen = 0, as_before = 0;
  for (std::size_t i = kContext; i < sources.size(); ++i) {
    std::array<uint32_t, kContext> context;
    std::copy_n(sources.begin() + static_cast<std::ptrdiff_t>(i - kContext), kContext,
                context.begin());
    const auto [next, is_new] = next_of.try_emplace(context, sources[i]);
    if (is_new) continue;
    ++seen;
    as_before += next->second == sources[i];
    next->second = sources[i];
  }
  return seen * kOneIn >= sources.size() &&
         static_cast<double>(as_before) >= kLeastRepeated * static_cast<double>(seen);
}

bool is_of_any_source(const DependencyGraph& graph, uint32_t track) {
  std::span<const Message> messages = messages_to(graph, track);
  if (messages.size() < kFewestMessages) return false;
  messages = messages.first(std::min(messages.size(), kMostMessages));
  std::vector<uint32_t> sources;
  sources.reserve(messages.size());
  for (const Message& message : messages) sources.push_back(source_of(graph, message));
  return comes_as_sent(graph, messages, sources) && !repeats(sources);
}

}  // namespace

std::vector<uint32_t> tracks_of_any_source(const DependencyGraph& graph) {
  if (graph.links_connect_tasks()) return {};
  std::vector<char> is_one(graph.tracks().size());
  ThreadPool(graph.threads()).for_each(is_one.size(), [&](std::size_t i) {
    is_one[i] = static_cast<char>(is_of_any_source(graph, static_cast<uint32_t>(i)));
  });
  std::vector<uint32_t> tracks;
  for (uint32_t i = 0; i < is_one.size(); ++i) {
    if (is_one[i] != 0) tracks.push_back(i);
  }
  return tracks;
}

ChangedOrder find_changed_order(const DependencyGraph& graph, const std::vector<uint32_t>& tracks,
                                const std::vector<double>& starts) {
  ChangedOrder found;
  for (const uint32_t track : tracks) {
    const std::span<const Message> messages = messages_to(graph, track);
    found.receives += messages.size();
    double waited = 0;
    for (std::size_t i = 0; i + 1 < messages.size(); ++i) {
      const Message& one = messages[i];
      const Message& next = messages[i + 1];
      const double earlier = starts[one.source] - starts[next.source];
      if (earlier <= graph.resolution() || graph.sent(one) > graph.sent(next)) continue;
      ++found.changed;
      waited += std::min(earlier, starts[one.target + 1] - starts[one.target]);
    }
    found.waited = std::max(found.waited, waited);
  }
  return found;
}

}  // namespace paje
