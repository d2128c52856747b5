#include <algorithm>

#include "analysis/match_messages.hpp"
#include "base/search_near.hpp"

namespace paje {

namespace {

using Message = DependencyGraph::Message;
constexpr uint32_t kNone = DependencyGraph::kNone;

class RendezvousFinder {
 public:
  RendezvousFinder(const DependencyGraph& graph, std::span<const double> sizes)
      : graph_(graph), sizes_(sizes) {}

  std::vector<DependencyGraph::Rendezvous> find(ThreadPool& pool) {
    find_largest_eager_size();
    const std::size_t count = graph_.messages().size();
    std::vector<std::vector<DependencyGraph::Rendezvous>> parts((count + kPart - 1) / kPart);
    pool.for_each(parts.size(), [&](std::size_t part) {
      for (std::size_t i = part * kPart; i < std::min(count, (part + 1) * kPart); ++i) {
        const uint32_t piece = waiting_piece(graph_.messages()[i]);
        if (piece != kNone) parts[part].push_back({piece, static_cast<uint32_t>(i)});
      }
    });
    std::vector<DependencyGraph::Rendezvous> found;
    for (const auto& part : parts) found.insert(found.end(), part.begin(), part.end());
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.piece < b.piece; });
    return found;
  }
  [[nodiscard]] double largest_eager_size() const { return largest_eager_size_; }

 private:
  void find_largest_eager_size() {
    if (sizes_.empty()) return;
    for (const Message& message : graph_.messages()) {
      if (graph_.kind(message.source) != CallKind::blocking_send) continue;
      if (graph_.end(message.source) >= graph_.received(message) - graph_.resolution()) continue;
      largest_eager_size_ = std::max(largest_eager_size_, sizes_[message.link]);
    }
  }

  [[nodiscard]] bool ends_with(uint32_t piece, double time) const {
    return std::abs(graph_.end(piece) - time) <= graph_.resolution();
  }

  [[nodiscard]] uint32_t waiting_piece(const Message& message) const {
    const double received = graph_.received(message);
    const uint32_t source = message.source;
    if (graph_.kind(source) == CallKind::blocking_send && graph_.length(source) > 0 &&
        ends_with(source, received)) {
      return source;
    }
    if (largest_eager_size_ >= 0 && !(sizes_[message.link] > largest_eager_size_)) return kNone;
    return later_wait(message, received);
  }

  // A wait of the sender that ends with the link and got no message itself in that instant.
  [[nodiscard]] uint32_t later_wait(const Message& message, double received) const {
    const LinkColumns links = graph_.trace().links();
    const auto& track = graph_.tracks()[graph_.track_of(links.start_container[message.link])];
    const auto is_before = [&](uint32_t piece) {
      return graph_.end(piece) < received - graph_.resolution();
    };
    // Most messages arrive soon after they were sent.
    const uint32_t next = message.source + 1;
    const uint32_t low = search_near(next, track.last, next, is_before);
    for (uint32_t piece = low; piece < track.last && ends_with(piece, received); ++piece) {
      if (graph_.kind(piece) == CallKind::wait && !got_message(piece, received)) return piece;
    }
    return kNone;
  }

  [[nodiscard]] bool got_message(uint32_t piece, double time) const {
    const auto messages = graph_.messages();
    auto message = std::partition_point(messages.begin(), messages.end(),
                                        [&](const Message& m) { return m.target < piece; });
    for (; message != messages.end() && message->target == piece; ++message) {
      if (std::abs(graph_.received(*message) - time) <= graph_.resolution()) return true;
    }
    return false;
  }

  static constexpr std::size_t kPart = 1 << 14;
  const DependencyGraph& graph_;
  std::span<const double> sizes_;
  double largest_eager_size_ = -1;
};

}  // namespace

std::vector<DependencyGraph::Rendezvous> find_rendezvous(const DependencyGraph& graph,
                                                         std::span<const double> sizes,
                                                         ThreadPool& pool,
                                                         double& largest_eager_size) {
  RendezvousFinder finder(graph, sizes);
  auto found = finder.find(pool);
  largest_eager_size = finder.largest_eager_size();
  return found;
}

}  // namespace paje
