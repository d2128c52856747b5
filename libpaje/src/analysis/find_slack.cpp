#include <algorithm>
#include <limits>

#include "analysis/eager_sizes.hpp"
#include "analysis/graph_replay.hpp"
#include "analysis/idle_tails.hpp"
#include "paje/critical_path.hpp"

namespace paje {

namespace {

using Message = DependencyGraph::Message;
constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Walks the pieces in reverse order of the replay, and finds the latest start and end of each.
class SlackWalk {
 public:
  explicit SlackWalk(const DependencyGraph& graph)
      : graph_(graph),
        times_(graph),
        latest_starts_(graph.piece_limit(), kInfinity),
        latest_comings_(graph.collectives().size(), kInfinity) {}

  std::vector<double> run() {
    std::vector<uint32_t> order;
    order.reserve(graph_.piece_limit());
    const NeededStarts kept(graph_);
    GraphReplay<MeasuredCosts> replay(graph_, kept, {});
    std::vector<uint32_t> next;  // by track
    for (const auto& track : graph_.tracks()) next.push_back(track.first);
    replay.on_pieces = [&](uint32_t track, uint32_t last) {
      while (next[track] < last) order.push_back(next[track]++);
    };
    replay.run();
    for (const auto& track : graph_.tracks()) latest_starts_[track.last] = graph_.end();
    std::vector<bool> is_tail(graph_.piece_limit());
    end_with_work(is_tail);
    std::vector<double> slack(graph_.piece_limit());
    for (auto piece = order.rbegin(); piece != order.rend(); ++piece) {
      if (is_tail[*piece]) continue;
      const double latest_end = latest_start(*piece + 1);
      slack[*piece] = std::max(0.0, latest_end - graph_.end(*piece));
      go_back(*piece, latest_end);
    }
    return slack;
  }

 private:
  // Work has to end with the last task. The idle time after it has no slack.
  void end_with_work(std::vector<bool>& is_tail) {
    const IdleTails tails = idle_tails(graph_);
    for (uint32_t i = 0; i < tails.first.size(); ++i) {
      const uint32_t last = graph_.tracks()[i].last;
      if (tails.first[i] < last) latest_starts_[tails.first[i]] = graph_.end() - tails.seconds;
      for (uint32_t piece = tails.first[i]; piece < last; ++piece) is_tail[piece] = true;
    }
  }

  // The collective of a piece, or kNone.
  [[nodiscard]] uint32_t collective_of(uint32_t piece) const {
    const auto all = graph_.memberships();
    const auto found = std::partition_point(all.begin(), all.end(),
                                            [&](const auto& m) { return m.piece < piece; });
    return found != all.end() && found->piece == piece ? found->collective : DependencyGraph::kNone;
  }

  // All dependents of the piece must have been visited.
  [[nodiscard]] double latest_start(uint32_t piece) const {
    const uint32_t number = collective_of(piece);
    if (number == DependencyGraph::kNone) return latest_starts_[piece];
    const auto& collective = graph_.collectives()[number];
    const bool others_wait = goes_from_root(collective.kind)
                                 ? graph_.members()[collective.root] == piece
                                 : is_awaited(graph_, collective, piece);
    return others_wait ? std::min(latest_starts_[piece], latest_comings_[number])
                       : latest_starts_[piece];
  }

  void limit(uint32_t piece, double latest) {
    latest_starts_[piece] = std::min(latest_starts_[piece], latest);
  }

  void go_back(uint32_t piece, double latest_end) {
    const uint32_t number = collective_of(piece);
    if (number != DependencyGraph::kNone) {
      go_back_over_call(piece, number, latest_end);
    } else {
      go_back_over_messages(piece, latest_end);
    }
  }

  void go_back_over_call(uint32_t piece, uint32_t number, double latest_end) {
    if (times_.is_left_early(number, piece)) return limit(piece, latest_end - graph_.length(piece));
    const double coming = std::max(graph_.start(piece), times_.coming(number, piece));
    const double latest = latest_end - (graph_.end(piece) - coming);
    limit(piece, latest);
    if (times_.need(number, piece) != CollectiveTimes::Need::nobody) {
      latest_comings_[number] = std::min(latest_comings_[number], latest);
    }
  }

  void go_back_over_messages(uint32_t piece, double latest_end) {
    const auto messages = graph_.messages();
    const auto rendezvous = graph_.rendezvous();
    auto message = std::partition_point(messages.begin(), messages.end(),
                                        [&](const Message& m) { return m.target < piece; });
    auto waiting = std::partition_point(rendezvous.begin(), rendezvous.end(),
                                        [&](const auto& r) { return r.piece < piece; });
    double received = -kInfinity;
    for (auto m = message; m != messages.end() && m->target == piece; ++m) {
      received = std::max(received, graph_.received(*m));
    }
    for (auto r = waiting; r != rendezvous.end() && r->piece == piece; ++r) {
      const Message& sent = messages[r->message];
      received = std::max(received, time_within(graph_, sent, graph_.received(sent), r->share));
    }
    if (received == -kInfinity) return limit(piece, latest_end - graph_.length(piece));
    const double rest = std::max(0.0, graph_.end(piece) - std::max(graph_.start(piece), received));
    limit(piece, latest_end - rest);
    for (; message != messages.end() && message->target == piece; ++message) {
      go_back_over(*message, latest_end - rest, 1);
    }
    for (; waiting != rendezvous.end() && waiting->piece == piece; ++waiting) {
      go_back_over(messages[waiting->message], latest_end - rest, waiting->share);
    }
  }

  // `share`: of the transfer that has to be over by `latest_arrival`.
  void go_back_over(const Message& message, double latest_arrival, double share) {
    const double sent = graph_.sent(message);
    const double transfer =
        share * std::max(0.0, graph_.received(message) - std::max(sent, graph_.posted(message)));
    const uint32_t sender = graph_.sending_piece(message);
    limit(sender, latest_arrival - transfer - (sent - graph_.start(sender)));
    limit(message.posting, latest_arrival - transfer);
  }

  const DependencyGraph& graph_;
  CollectiveTimes times_;
  std::vector<double> latest_starts_;
  std::vector<double> latest_comings_;
};

}  // namespace

std::vector<double> find_slack(const DependencyGraph& graph) { return SlackWalk(graph).run(); }

}  // namespace paje
