#include <algorithm>

#include "analysis/each_message.hpp"
#include "analysis/match_messages.hpp"

namespace paje {

namespace {

using Message = DependencyGraph::Message;

class RendezvousFinder {
 public:
  RendezvousFinder(const DependencyGraph& graph, std::span<const double> sizes,
                   const EagerSizes& eager, const LaterCalls& later,
                   const std::vector<bool>& of_source)
      : graph_(graph), sizes_(sizes), eager_(eager), later_(later), of_source_(of_source) {}

  std::vector<DependencyGraph::Rendezvous> find(ThreadPool& pool) {
    waits_.resize(graph_.tracks().size());
    pool.for_each(waits_.size(),
                  [&](std::size_t i) { waits_[i] = free_waits(graph_.tracks()[i]); });
    has_waits_ =
        std::any_of(waits_.begin(), waits_.end(),
                    [](const std::vector<uint32_t>& of_track) { return !of_track.empty(); });
    const std::size_t count = graph_.messages().size();
    std::vector<std::vector<DependencyGraph::Rendezvous>> parts((count + kPart - 1) / kPart);
    pool.for_each(parts.size(), [&](std::size_t part) {
      const std::size_t last = std::min(count, (part + 1) * kPart);
      for_each_message(graph_, part * kPart, last, [&](std::size_t i, const Message& message) {
        const uint32_t piece = waiting_piece(message);
        if (piece == DependencyGraph::kNone) return;
        parts[part].push_back({piece, static_cast<uint32_t>(i),
                               share_of_transfer(graph_, message, graph_.end(piece))});
      });
    });
    std::vector<DependencyGraph::Rendezvous> found;
    for (const auto& part : parts) found.insert(found.end(), part.begin(), part.end());
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& a, const auto& b) { return a.piece < b.piece; });
    return found;
  }

 private:
  // The waits of a track, without those that end with a message received there.
  [[nodiscard]] std::vector<uint32_t> free_waits(const DependencyGraph::Track& track) const {
    std::vector<uint32_t> found;
    auto message = first_message(track.first);
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      if (graph_.kind(piece) != CallKind::wait) continue;
      bool has_own = false;
      while (message != graph_.messages().end() && message->target <= piece) {
        has_own =
            has_own || (message->target == piece && graph_.received(*message) == graph_.end(piece));
        ++message;
      }
      if (!has_own) found.push_back(piece);
    }
    return found;
  }
  // The first message for this piece or a later one.
  [[nodiscard]] std::span<const Message>::iterator first_message(uint32_t piece) const {
    const auto messages = graph_.messages();
    return std::partition_point(messages.begin(), messages.end(),
                                [&](const Message& m) { return m.target < piece; });
  }

  [[nodiscard]] bool ends_with(uint32_t piece, double time) const {
    return std::abs(graph_.end(piece) - time) <= graph_.resolution();
  }

  [[nodiscard]] uint32_t waiting_piece(const Message& message) const {
    const double received = graph_.received(message);
    const uint32_t source = message.source;
    if (!is_sent_by(graph_, message, of_source_)) return DependencyGraph::kNone;
    if (graph_.kind(source) == CallKind::blocking_send && graph_.length(source) > 0 &&
        (ends_with(source, received) || waits_in_send(message))) {
      return source;
    }
    if (has_waits_ && is_larger_than_eager(message)) {
      const uint32_t wait = later_wait(message, received);
      if (wait != DependencyGraph::kNone) return wait;
    }
    if (size_of(message) < eager_.least_in_later_calls) return DependencyGraph::kNone;
    const LaterCall later = later_.of(message);
    return later.sign == SendingSign::waited ? later.piece : DependencyGraph::kNone;
  }

  [[nodiscard]] double size_of(const Message& message) const {
    return sizes_.empty() ? 0 : sizes_[message.link];
  }

  [[nodiscard]] bool is_larger_than_eager(const Message& message) const {
    return eager_.largest < 0 || size_of(message) > eager_.largest;
  }

  // For a blocking send that does not end with the link.
  [[nodiscard]] bool waits_in_send(const Message& message) const {
    if (!is_larger_than_eager(message)) return false;
    const double end = graph_.end(message.source);
    const bool is_posted_meanwhile =
        graph_.posted(message) > graph_.sent(message) + graph_.resolution();
    const bool do_such_wait = size_of(message) >= eager_.least_waiting;
    return (is_posted_meanwhile || do_such_wait) &&
           share_of_transfer(graph_, message, end) >= kMostOfTransfer;
  }

  // A wait of the sender that ends with the link, and received no message at that time. A wait of
  // length 0 did not wait.
  [[nodiscard]] uint32_t later_wait(const Message& message, double received) const {
    const LinkColumns links = graph_.trace().links();
    const auto& waits = waits_[graph_.track_of(links.start_container[message.link])];
    auto wait = std::partition_point(waits.begin(), waits.end(), [&](uint32_t piece) {
      return piece <= message.source || graph_.end(piece) < received - graph_.resolution();
    });
    for (; wait != waits.end() && ends_with(*wait, received); ++wait) {
      if (graph_.length(*wait) > 0 && !got_message(*wait, received)) return *wait;
    }
    return DependencyGraph::kNone;
  }

  [[nodiscard]] bool got_message(uint32_t piece, double time) const {
    const auto end = graph_.messages().end();
    for (auto message = first_message(piece); message != end && message->target == piece;
         ++message) {
      if (std::abs(graph_.received(*message) - time) <= graph_.resolution()) return true;
    }
    return false;
  }

  static constexpr std::size_t kPart = 1 << 14;
  const DependencyGraph& graph_;
  std::span<const double> sizes_;
  const EagerSizes& eager_;
  const LaterCalls& later_;
  const std::vector<bool>& of_source_;
  std::vector<std::vector<uint32_t>> waits_;  // by track; see free_waits()
  bool has_waits_ = false;
};

}  // namespace

bool is_sent_by(const DependencyGraph& graph, const Message& message,
                const std::vector<bool>& tracks) {
  return tracks.empty() ||
         tracks[graph.track_of(graph.trace().links().start_container[message.link])];
}

std::vector<DependencyGraph::Rendezvous> find_rendezvous(const DependencyGraph& graph,
                                                         std::span<const double> sizes,
                                                         const EagerSizes& eager,
                                                         const LaterCalls& later, ThreadPool& pool,
                                                         const std::vector<bool>& of_source) {
  return RendezvousFinder(graph, sizes, eager, later, of_source).find(pool);
}

}  // namespace paje
