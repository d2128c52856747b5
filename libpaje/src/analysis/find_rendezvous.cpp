#include <algorithm>

#include "analysis/match_messages.hpp"

namespace paje {

namespace {

using Message = DependencyGraph::Message;
constexpr uint32_t kNone = DependencyGraph::kNone;

class RendezvousFinder {
 public:
  RendezvousFinder(const DependencyGraph& graph, std::span<const double> sizes)
      : graph_(graph), sizes_(sizes) {}

  std::vector<DependencyGraph::Rendezvous> find() {
    find_largest_eager_size();
    std::vector<DependencyGraph::Rendezvous> found;
    const auto messages = graph_.messages();
    for (std::size_t i = 0; i < messages.size(); ++i) {
      const uint32_t piece = waiting_piece(messages[i]);
      if (piece != kNone) found.push_back({piece, static_cast<uint32_t>(i)});
    }
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
    return later_wait(source, received);
  }

  // A wait of the sender that ends with the link and got no message itself in that instant.
  [[nodiscard]] uint32_t later_wait(uint32_t source, double received) const {
    const auto& track = graph_.tracks()[graph_.track_of_piece(source)];
    uint32_t low = source + 1, high = track.last;
    while (low < high) {
      const uint32_t middle = low + (high - low) / 2;
      if (graph_.end(middle) < received - graph_.resolution()) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
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

  const DependencyGraph& graph_;
  std::span<const double> sizes_;
  double largest_eager_size_ = -1;
};

}  // namespace

std::vector<DependencyGraph::Rendezvous> find_rendezvous(const DependencyGraph& graph,
                                                         std::span<const double> sizes,
                                                         double& largest_eager_size) {
  RendezvousFinder finder(graph, sizes);
  auto found = finder.find();
  largest_eager_size = finder.largest_eager_size();
  return found;
}

}  // namespace paje
