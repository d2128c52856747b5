#include "paje/critical_path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "analysis/collective_times.hpp"
#include "analysis/idle_tails.hpp"

namespace paje {

namespace {

using Message = DependencyGraph::Message;

// Where the path enters a piece from: another piece, at a time within it.
struct WaitOrigin {
  uint32_t track;
  uint32_t piece;
  double time;
};

class PathWalk {
 public:
  explicit PathWalk(const DependencyGraph& graph) : graph_(graph), times_(graph) {}

  std::vector<PathPiece> run() {
    if (graph_.tracks().empty()) return {};
    track_ = last_track();
    piece_ = graph_.tracks()[track_].last - 1;
    now_ = graph_.end();
    // Each step goes back in time, or to an earlier piece at the same time. With wrong clocks, the
    // walk could loop through calls of length 0.
    uint64_t steps = graph_.piece_limit() + graph_.messages().size() + std::size_t{1};
    while (steps-- > 0 && step()) {
    }
    std::reverse(path_.begin(), path_.end());
    return std::move(path_);
  }

 private:
  // Of tracks that end with the run, the first; of workers, the one whose work ends last.
  [[nodiscard]] uint32_t last_track() const {
    const auto tracks = graph_.tracks();
    const IdleTails tails = idle_tails(graph_);
    uint32_t found = 0;
    double latest = -std::numeric_limits<double>::infinity();
    for (uint32_t i = 0; i < tracks.size(); ++i) {
      if (graph_.end(tracks[i].last - 1) < graph_.end() - graph_.resolution()) continue;
      const double end = tails.first.empty() ? graph_.end() : graph_.start(tails.first[i]);
      if (!(end > latest + graph_.resolution())) continue;
      found = i;
      latest = end;
    }
    return found;
  }

  void give(double start, uint32_t value) {
    if (start < now_) path_.push_back({track_, value, start, now_});
    now_ = std::min(now_, start);
  }

  // Returns false at the start of the run.
  bool step() {
    WaitOrigin origin{};
    if (is_at_end_ && find_origin(origin)) {
      give(origin.time, graph_.value(piece_));
      track_ = origin.track;
      piece_ = origin.piece;
      is_at_end_ = false;
      return true;
    }
    give(graph_.start(piece_), graph_.value(piece_));
    if (piece_ == graph_.tracks()[track_].first) {
      give(graph_.start(), PathPiece::kBefore);
      return false;
    }
    --piece_;
    is_at_end_ = true;
    return true;
  }

  // Finds the last event that the piece waited for, if it happened after the start of the piece.
  bool find_origin(WaitOrigin& origin) const {
    const auto memberships = graph_.memberships();
    const auto membership = std::partition_point(memberships.begin(), memberships.end(),
                                                 [&](const auto& m) { return m.piece < piece_; });
    if (membership != memberships.end() && membership->piece == piece_) {
      return find_origin_of_call(membership->collective, origin);
    }
    return find_origin_of_messages(origin);
  }

  bool find_origin_of_call(uint32_t number, WaitOrigin& origin) const {
    if (times_.is_left_early(number, piece_)) return false;
    const double coming = times_.coming(number, piece_);
    if (!(coming > graph_.start(piece_) + graph_.resolution())) return false;
    const auto& collective = graph_.collectives()[number];
    const auto members = graph_.members(collective);
    const bool needs_root = times_.need(number, piece_) == CollectiveTimes::Need::root;
    const std::size_t member =
        needs_root ? collective.root - collective.first : times_.last_member(number);
    origin = {graph_.groups()[collective.group][member], members[member], coming};
    return true;
  }

  bool find_origin_of_messages(WaitOrigin& origin) const {
    const auto messages = graph_.messages();
    const auto received =
        equal_range(messages, [](const Message& message) { return message.target; });
    const auto sent = equal_range(graph_.rendezvous(), [](const auto& r) { return r.piece; });
    double latest = graph_.start();
    for (const Message& message : received) latest = std::max(latest, graph_.received(message));
    // A sender that waits for its receiver ends when the message is received, or about then.
    if (!sent.empty()) latest = std::max(latest, graph_.end(piece_));
    double best = graph_.start(piece_) + graph_.resolution();
    bool found = false;
    const auto consider = [&](const Message& message, bool is_sent) {
      if (!is_sent && graph_.received(message) < latest - graph_.resolution()) return;
      const double time = is_sent ? graph_.posted(message) : graph_.sent(message);
      if (!(time > best)) return;
      best = time;
      found = true;
      const LinkColumns links = graph_.trace().links();
      origin.time = std::min(time, now_);
      origin.piece = is_sent ? message.posting : message.source;
      origin.track = graph_.track_of(is_sent ? links.end_container[message.link]
                                             : links.start_container[message.link]);
    };
    for (const Message& message : received) consider(message, false);
    for (const auto& r : sent) consider(messages[r.message], true);
    return found;
  }

  template <class All, class PieceOf>
  [[nodiscard]] All equal_range(All all, PieceOf piece_of) const {
    const auto first = std::partition_point(all.begin(), all.end(),
                                            [&](const auto& it) { return piece_of(it) < piece_; });
    auto last = first;
    while (last != all.end() && piece_of(*last) == piece_) ++last;
    return All(first, last);
  }

  const DependencyGraph& graph_;
  CollectiveTimes times_;
  std::vector<PathPiece> path_;
  uint32_t track_ = 0;
  uint32_t piece_ = 0;
  double now_ = 0;
  bool is_at_end_ = true;  // of the piece; otherwise at a time within it
};

}  // namespace

std::vector<PathPiece> critical_path(const DependencyGraph& graph) { return PathWalk(graph).run(); }

}  // namespace paje
