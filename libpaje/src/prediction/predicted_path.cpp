#include "prediction/predicted_path.hpp"

#include <algorithm>
#include <limits>

#include "analysis/collective_times.hpp"

namespace paje {

namespace {

using Message = DependencyGraph::Message;

// Walks back from the last end, along the dependencies that determined the times of the replay.
class PredictedWalk {
 public:
  PredictedWalk(const DependencyGraph& graph, const PredictedCosts& costs,
                const std::vector<double>& starts)
      : graph_(graph), costs_(costs), starts_(starts), collective_times_(graph) {}

  std::vector<PredictedPathPiece> run() {
    if (graph_.tracks().empty()) return {};
    double end = graph_.start();
    for (const auto& track : graph_.tracks()) end = std::max(end, starts_[track.last]);
    // Of simultaneous ends the first one, so that rounding does not decide.
    const auto last = std::find_if(
        graph_.tracks().begin(), graph_.tracks().end(),
        [&](const auto& track) { return starts_[track.last] >= end - graph_.resolution(); });
    uint32_t piece = last->last;
    uint32_t first = last->first;
    now_ = starts_[piece];
    // With wrong clocks, the walk could loop through calls of length 0.
    uint64_t steps = uint64_t{graph_.piece_limit()} + graph_.messages().size() + 1;
    while (piece > first && steps-- > 0) {
      --piece;
      const uint32_t origin = find_origin(piece);
      if (origin != DependencyGraph::kNone) {
        piece = origin;
        first = graph_.tracks()[graph_.track_of_piece(piece)].first;
      } else {
        give(piece, starts_[piece]);
      }
    }
    std::reverse(path_.begin(), path_.end());
    return std::move(path_);
  }

 private:
  void give(uint32_t piece, double start) {
    if (start < now_) path_.push_back({piece, start, now_});
    now_ = std::min(now_, start);
  }

  // The piece at whose start the path continues; kNone if the piece waited for nothing.
  uint32_t find_origin(uint32_t piece) {
    const auto memberships = graph_.memberships();
    const auto found = std::partition_point(memberships.begin(), memberships.end(),
                                            [&](const auto& m) { return m.piece < piece; });
    return found != memberships.end() && found->piece == piece
               ? origin_of_call(piece, found->collective)
               : origin_of_messages(piece);
  }

  uint32_t origin_of_call(uint32_t piece, uint32_t number) {
    const auto need = collective_times_.need(number, piece);
    if (need == CollectiveTimes::Need::nobody || collective_times_.is_left_early(number, piece)) {
      return DependencyGraph::kNone;
    }
    const auto& collective = graph_.collectives()[number];
    const auto members = graph_.members(collective);
    uint32_t origin = 0;
    if (need == CollectiveTimes::Need::root) {
      origin = graph_.members()[collective.root];
    } else {
      double latest = -std::numeric_limits<double>::infinity();
      for (const uint32_t member : members) {
        if (is_awaited(graph_, collective, member)) latest = std::max(latest, starts_[member]);
      }
      origin = *std::find_if(members.begin(), members.end(), [&](uint32_t member) {
        return is_awaited(graph_, collective, member) &&
               starts_[member] >= latest - graph_.resolution();
      });
    }
    if (!(starts_[origin] > starts_[piece] + graph_.resolution())) return DependencyGraph::kNone;
    give(piece, starts_[origin]);
    return origin;
  }

  [[nodiscard]] double sent(const Message& message) const {
    const uint32_t sender = graph_.sending_piece(message);
    return starts_[sender] +
           costs_.sending(message.source, graph_.sent(message) - graph_.start(sender)).middle;
  }
  [[nodiscard]] double arrival(uint32_t i, double share) const {
    const Message& message = graph_.messages()[i];
    return std::max(sent(message), starts_[message.posting]) +
           share * costs_.transfer(i, graph_.track_of_piece(message.target)).middle;
  }

  uint32_t origin_of_messages(uint32_t piece) {
    uint32_t last = DependencyGraph::kNone;
    double coming = starts_[piece];
    const auto consider = [&](uint32_t i, double share) {
      if (arrival(i, share) > coming + graph_.resolution()) coming = arrival(last = i, share);
    };
    const auto messages = graph_.messages();
    auto i = static_cast<uint32_t>(
        std::partition_point(messages.begin(), messages.end(),
                             [&](const Message& m) { return m.target < piece; }) -
        messages.begin());
    for (; i < messages.size() && messages[i].target == piece; ++i) consider(i, 1);
    const auto rendezvous = graph_.rendezvous();
    auto next = std::partition_point(rendezvous.begin(), rendezvous.end(),
                                     [&](const auto& r) { return r.piece < piece; });
    for (; next != rendezvous.end() && next->piece == piece; ++next) {
      consider(next->message, next->share);
    }
    if (last == DependencyGraph::kNone) return last;
    const Message& message = messages[last];
    const double at = sent(message);
    if (at < starts_[message.posting] && starts_[message.posting] > starts_[piece]) {
      give(piece, starts_[message.posting]);
      return message.posting;
    }
    if (!(at > starts_[piece])) return DependencyGraph::kNone;
    give(piece, at);
    give(message.source, starts_[message.source]);
    return message.source;
  }

  const DependencyGraph& graph_;
  const PredictedCosts& costs_;
  const std::vector<double>& starts_;
  CollectiveTimes collective_times_;
  std::vector<PredictedPathPiece> path_;
  double now_ = 0;
};

}  // namespace

std::vector<PredictedPathPiece> predicted_path(const DependencyGraph& graph,
                                               const PredictedCosts& costs,
                                               const std::vector<double>& starts) {
  return PredictedWalk(graph, costs, starts).run();
}

}  // namespace paje
