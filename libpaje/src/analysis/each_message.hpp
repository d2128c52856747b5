// Iterates over messages with the times of their links.
#pragma once

#include <cstddef>
#include <span>

#include "base/memory_pages.hpp"
#include "paje/dependency_graph.hpp"

namespace paje {

/// Prefetches the times of later messages. Links are in the order in which they ended, so the links
/// of a track are scattered in memory.
class LaterTimes {
 public:
  explicit LaterTimes(const DependencyGraph& graph)
      : messages_(graph.messages()),
        starts_(graph.trace().links().start.data()),
        ends_(graph.trace().links().end.data()) {}

  /// Prefetches for the message kAhead places after this one.
  void fetch_after(std::size_t message) const {
    if (message + kAhead >= messages_.size()) return;
    const uint32_t link = messages_[message + kAhead].link;
    fetch_memory(starts_ + link);
    fetch_memory(ends_ + link);
  }

 private:
  static constexpr std::size_t kAhead = 16;
  std::span<const DependencyGraph::Message> messages_;
  const double* starts_;
  const double* ends_;
};

/// Calls visit(i, message) for the messages [first, last) of a graph.
template <class Visit>
void for_each_message(const DependencyGraph& graph, std::size_t first, std::size_t last,
                      Visit&& visit) {
  const auto messages = graph.messages();
  const LaterTimes later(graph);
  for (std::size_t i = first; i < last; ++i) {
    later.fetch_after(i);
    visit(i, messages[i]);
  }
}

}  // namespace paje
