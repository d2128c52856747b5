// Replays a dependency graph: finds when each piece starts, for given costs of pieces and messages.
// A piece starts when the one before it ends, and ends after everything that it depends on has
// arrived.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "analysis/collective_times.hpp"
#include "analysis/each_message.hpp"
#include "analysis/eager_sizes.hpp"
#include "analysis/kept_starts.hpp"
#include "analysis/replay_costs.hpp"
#include "base/large_array.hpp"
#include "paje/dependency_graph.hpp"

namespace paje {

/// Replays a graph once. `Costs` has the members of MeasuredCosts.
///
/// With `kIsShared`, other processes replay some tracks. Then run() goes as far as possible, and
/// can be called again when more is known about these tracks.
template <class Costs, bool kIsShared = false>
class GraphReplay {
 public:
  /// `kept` must be those of the graph and outlive this. `is_here`: by track, whether it is
  /// replayed here; only if shared.
  GraphReplay(const DependencyGraph& graph, const NeededStarts& kept, Costs costs,
              std::vector<bool> is_here = {})
      : is_here_(std::move(is_here)),
        graph_(graph),
        kept_(kept),
        costs_(std::move(costs)),
        collective_times_(graph),
        later_times_(graph),
        starts_(kept.size()),
        tracks_(graph.tracks().size()),
        arrivals_(graph.collectives().size()) {
    for (std::size_t i = 0; i < kept.size(); ++i) starts_[i] = kUnknown;
    if constexpr (kIsShared) far_starts_.assign(graph.messages().size(), kUnknown);
    start_tracks();
  }

  /// Called when the ends of the next pieces of a track, before `last`, are known. The order of
  /// calls respects dependencies.
  std::function<void(uint32_t track, uint32_t last)> on_pieces;

  /// O(pieces + messages).
  void run() {
    while (!ready_.empty()) {
      const uint32_t track = ready_.back();
      ready_.pop_back();
      advance(track);
    }
  }

  // Results from other processes:

  /// When the source of a message, or the piece that posted its receive, starts: the one that is on
  /// another process.
  void set_far_start(uint32_t message, double start) {
    far_starts_[message] = start;
    const uint32_t source = track_at(message, End::source);
    const uint32_t track = is_here(source) ? source : track_at(message, End::posting);
    if (tracks_[track].awaited != message) return;
    tracks_[track].awaited = DependencyGraph::kNone;
    ready_.push_back(track);
  }
  /// All members of a collective have arrived, the last one at `last`.
  void set_complete(uint32_t number, double last) {
    Arrivals& arrivals = arrivals_[number];
    arrivals.count = graph_.collectives()[number].last - graph_.collectives()[number].first;
    arrivals.last = std::max(arrivals.last, last);
    wake(arrivals);
  }
  void set_root(uint32_t number, double start) {
    arrivals_[number].root = start;
    arrivals_[number].has_root = true;
    wake(arrivals_[number]);
  }

  // Results for other processes:

  struct Arrivals {
    uint32_t count = 0;
    double last = -std::numeric_limits<double>::infinity();
    double root = 0;
    bool has_root = false;
    std::vector<uint32_t> waiting;
  };
  [[nodiscard]] const Arrivals& arrivals(uint32_t number) const { return arrivals_[number]; }
  /// The collectives at which members arrived since the last call, one element for each member.
  [[nodiscard]] std::vector<uint32_t> take_arrived() { return std::exchange(arrived_, {}); }
  /// The last piece of a track that has started.
  [[nodiscard]] uint32_t reached(uint32_t track) const { return tracks_[track].next; }

  /// The piece must have started and be kept.
  [[nodiscard]] double start(uint32_t piece) const { return starts_[kept_.place(piece)]; }
  /// The start of the last piece of a track that has started; its end if all pieces have ended.
  [[nodiscard]] double now(uint32_t track) const { return tracks_[track].now; }
  [[nodiscard]] double end() const {
    double last = graph_.start();
    for (const TrackState& track : tracks_) last = std::max(last, track.now);
    return last;
  }
  /// Tracks that did not reach their end.
  [[nodiscard]] std::vector<uint32_t> stuck_tracks() const {
    std::vector<uint32_t> stuck;
    for (uint32_t i = 0; i < tracks_.size(); ++i) {
      if (tracks_[i].next < graph_.tracks()[i].last) stuck.push_back(i);
    }
    return stuck;
  }

 private:
  using Waiter = std::pair<uint32_t, uint32_t>;  // the piece to start, the track that waits
  struct TrackState {
    double now = 0;                             // when `next` started
    uint32_t next = 0;                          // the piece that has started but not ended
    uint32_t message = 0;                       // the first for this piece or a later one
    uint32_t rendezvous = 0;                    // the first for this piece or a later one
    uint32_t membership = 0;                    // the first for this piece or a later one
    uint32_t awaited = DependencyGraph::kNone;  // a message with its other end on another process
    bool has_arrived = false;                   // at the collective of `next`
    std::vector<Waiter> waiters;                // a heap with the earliest piece on top
  };
  static constexpr double kUnknown = -std::numeric_limits<double>::infinity();

  [[nodiscard]] bool is_here(uint32_t track) const {
    if constexpr (kIsShared) return is_here_[track];
    return true;
  }

  void start_tracks() {
    uint32_t message = 0, rendezvous = 0, membership = 0;
    for (uint32_t i = 0; i < tracks_.size(); ++i) {
      const auto& track = graph_.tracks()[i];
      TrackState& state = tracks_[i];
      state.next = track.first;
      state.now = graph_.start(track.first);
      keep(state);
      while (message < graph_.messages().size() &&
             graph_.messages()[message].target < track.first) {
        ++message;
      }
      while (rendezvous < graph_.rendezvous().size() &&
             graph_.rendezvous()[rendezvous].piece < track.first) {
        ++rendezvous;
      }
      while (membership < graph_.memberships().size() &&
             graph_.memberships()[membership].piece < track.first) {
        ++membership;
      }
      state.message = message;
      state.rendezvous = rendezvous;
      state.membership = membership;
    }
    for (auto i = static_cast<uint32_t>(tracks_.size()); i > 0; --i) {
      if (is_here(i - 1)) ready_.push_back(i - 1);
    }
  }

  void advance(uint32_t track) {
    TrackState& state = tracks_[track];
    const uint32_t last = graph_.tracks()[track].last;
    while (state.next < last) {
      const uint32_t first = state.next;
      pass_independent(state, last);
      if (state.next == first) {
        double end = 0;
        if (!find_end(track, state, end)) return;
        ++state.next;
        state.now = end;
        keep(state);
        state.has_arrived = false;
      }
      if (on_pieces) on_pieces(track, state.next);
      wake(state);
    }
  }

  void keep(const TrackState& state) {
    if (kept_.has(state.next)) starts_[kept_.place(state.next)] = state.now;
  }

  // Replays pieces that depend only on the piece before them.
  void pass_independent(TrackState& state, uint32_t last) {
    const auto messages = graph_.messages();
    const auto rendezvous = graph_.rendezvous();
    const auto memberships = graph_.memberships();
    uint32_t next = last;
    if (state.message < messages.size()) next = std::min(next, messages[state.message].target);
    if (state.rendezvous < rendezvous.size()) {
      next = std::min(next, rendezvous[state.rendezvous].piece);
    }
    if (state.membership < memberships.size()) {
      next = std::min(next, memberships[state.membership].piece);
    }
    if (state.next >= next) return;
    std::size_t place = kept_.place(state.next + 1);
    double now = state.now;
    for (uint32_t piece = state.next; piece < next; ++piece) {
      now += costs_.local(piece, graph_.length(piece));
      // Branch-free, as the branch would be unpredictable: a later piece's place stays kUnknown.
      const bool is_kept = kept_.has(piece + 1);
      starts_[place] = is_kept ? now : kUnknown;
      place += is_kept ? 1 : 0;
    }
    state.next = next;
    state.now = now;
  }

  void wake(TrackState& state) {
    while (!state.waiters.empty() && state.waiters.front().first <= state.next) {
      ready_.push_back(state.waiters.front().second);
      std::pop_heap(state.waiters.begin(), state.waiters.end(), std::greater<>());
      state.waiters.pop_back();
    }
  }

  // Returns false if a dependency has not started; then the track waits for it.
  bool find_end(uint32_t track, TrackState& state, double& end) {
    const uint32_t piece = state.next;
    if (state.membership < graph_.memberships().size() &&
        graph_.memberships()[state.membership].piece == piece) {
      return find_end_of_collective(track, state, end);
    }
    const auto messages = graph_.messages();
    const auto rendezvous = graph_.rendezvous();
    uint32_t message_end = state.message;
    while (message_end < messages.size() && messages[message_end].target == piece) ++message_end;
    uint32_t rendezvous_end = state.rendezvous;
    while (rendezvous_end < rendezvous.size() && rendezvous[rendezvous_end].piece == piece) {
      ++rendezvous_end;
    }
    if (message_end == state.message && rendezvous_end == state.rendezvous) {
      end = state.now + costs_.local(piece, graph_.length(piece));
      return true;
    }
    double coming = state.now, received = graph_.start(piece);
    const auto add = [&](uint32_t i, double share) {
      if (!has_started(track, i, End::source)) return false;
      const bool is_posted_here = messages[i].posting == piece;
      if (!is_posted_here && !has_started(track, i, End::posting)) return false;
      const double posted = is_posted_here ? state.now : start_at(i, End::posting);
      coming = std::max(coming, arrival(i, posted, share));
      later_times_.fetch_after(i);
      const double came = costs_.received(i, graph_.received(messages[i]));
      received = std::max(received, time_within(graph_, messages[i], came, share));
      return true;
    };
    for (uint32_t i = state.message; i < message_end; ++i) {
      if (!add(i, 1)) return false;
    }
    for (uint32_t i = state.rendezvous; i < rendezvous_end; ++i) {
      if (!add(rendezvous[i].message, rendezvous[i].share)) return false;
    }
    state.message = message_end;
    state.rendezvous = rendezvous_end;
    end = coming + costs_.rest(piece, std::max(0.0, graph_.end(piece) - received));
    return true;
  }

  // The time when this share of the transfer is over.
  [[nodiscard]] double arrival(uint32_t i, double new_posted, double share) const {
    const DependencyGraph::Message& message = graph_.messages()[i];
    const double sent = graph_.sent(message);
    const double measured =
        std::max(0.0, graph_.received(message) - std::max(sent, graph_.posted(message)));
    const double new_sent =
        start_at(i, End::source) +
        costs_.sending(message.source, sent - graph_.start(graph_.sending_piece(message)));
    return std::max(new_sent, new_posted) + share * costs_.transfer(i, measured);
  }

  // An end of a message: the piece that sends it, or the piece that posted its receive.
  enum class End : uint8_t { source, posting };

  [[nodiscard]] uint32_t piece_at(uint32_t message, End end) const {
    const DependencyGraph::Message& of = graph_.messages()[message];
    return end == End::source ? graph_.sending_piece(of) : of.posting;
  }
  [[nodiscard]] uint32_t track_at(uint32_t message, End end) const {
    const LinkColumns links = graph_.trace().links();
    const uint32_t link = graph_.messages()[message].link;
    return graph_.track_of(end == End::source ? links.start_container[link]
                                              : links.end_container[link]);
  }
  // kUnknown if it has not started.
  [[nodiscard]] double start_at(uint32_t message, End end) const {
    if constexpr (kIsShared) {
      if (!is_here(track_at(message, end))) return far_starts_[message];
    }
    return start(piece_at(message, end));
  }

  // If it has not started, the track is registered as waiting for it.
  bool has_started(uint32_t track, uint32_t message, End end) {
    if (start_at(message, end) != kUnknown) return true;
    const uint32_t other = track_at(message, end);
    if constexpr (kIsShared) {
      if (!is_here(other)) {
        tracks_[track].awaited = message;
        return false;
      }
    }
    std::vector<Waiter>& waiters = tracks_[other].waiters;
    waiters.emplace_back(piece_at(message, end), track);
    std::push_heap(waiters.begin(), waiters.end(), std::greater<>());
    return false;
  }

  bool find_end_of_collective(uint32_t track, TrackState& state, double& end) {
    const uint32_t piece = state.next;
    const uint32_t number = graph_.memberships()[state.membership].collective;
    arrive(number, state);
    const double start = state.now;
    if (collective_times_.is_left_early(number, piece)) {
      end = start + costs_.local(piece, graph_.length(piece));
    } else {
      const auto need = collective_times_.need(number, piece);
      Arrivals& arrivals = arrivals_[number];
      const bool is_there = need == CollectiveTimes::Need::nobody ||
                            (need == CollectiveTimes::Need::root
                                 ? arrivals.has_root
                                 : arrivals.count == collective_times_.awaited(number));
      if (!is_there) {
        arrivals.waiting.push_back(track);
        return false;
      }
      double coming = start;
      if (need == CollectiveTimes::Need::root) coming = std::max(start, arrivals.root);
      if (need == CollectiveTimes::Need::all) coming = std::max(start, arrivals.last);
      const double measured_coming =
          std::max(graph_.start(piece), collective_times_.coming(number, piece));
      end = coming + costs_.after_coming(piece, graph_.end(piece) - measured_coming);
    }
    ++state.membership;
    return true;
  }

  void arrive(uint32_t number, TrackState& state) {
    if (state.has_arrived) return;
    state.has_arrived = true;
    if constexpr (kIsShared) arrived_.push_back(number);
    Arrivals& arrivals = arrivals_[number];
    const DependencyGraph::Collective& collective = graph_.collectives()[number];
    if (!is_awaited(graph_, collective, state.next)) return;
    ++arrivals.count;
    arrivals.last = std::max(arrivals.last, state.now);
    if (collective.root != DependencyGraph::kNone &&
        graph_.members()[collective.root] == state.next) {
      arrivals.root = state.now;
      arrivals.has_root = true;
    }
    const bool wakes = arrivals.has_root ? goes_from_root(collective.kind) : false;
    if (wakes || arrivals.count == collective_times_.awaited(number)) wake(arrivals);
  }
  void wake(Arrivals& arrivals) {
    for (const uint32_t waiting : arrivals.waiting) ready_.push_back(waiting);
    arrivals.waiting.clear();
  }

  std::vector<bool> is_here_;
  const DependencyGraph& graph_;
  const NeededStarts& kept_;
  Costs costs_;
  CollectiveTimes collective_times_;
  LaterTimes later_times_;
  LargeArray<double> starts_;  // of kept pieces; kUnknown if not started
  std::vector<TrackState> tracks_;
  std::vector<Arrivals> arrivals_;
  std::vector<uint32_t> ready_;
  std::vector<double> far_starts_;  // by message with an end on another process
  std::vector<uint32_t> arrived_;
};

}  // namespace paje
