// The replay of a dependency graph: when each piece starts if pieces and messages cost what
// somebody says. A piece starts when the one before it ends, and ends when what it depends on has
// come.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <limits>
#include <utility>
#include <vector>

#include "analysis/collective_times.hpp"
#include "base/memory_pages.hpp"
#include "paje/dependency_graph.hpp"

namespace paje {

/// As measured: the replay makes the trace again.
struct MeasuredCosts {
  [[nodiscard]] double local(uint32_t /*piece*/, double measured) const { return measured; }
  /// From the start of a sending piece to the start of the message.
  [[nodiscard]] double sending(uint32_t /*piece*/, double measured) const { return measured; }
  [[nodiscard]] double transfer(uint32_t /*message*/, double measured) const { return measured; }
  /// When a message came, which may be before the piece that got it ended.
  [[nodiscard]] double received(uint32_t /*message*/, double measured) const { return measured; }
  [[nodiscard]] double rest(uint32_t /*piece*/, double measured) const { return measured; }
  [[nodiscard]] double after_coming(uint32_t /*piece*/, double measured) const { return measured; }
};

/// Communication takes no time, except to wait.
class FreeNetworkCosts {
 public:
  explicit FreeNetworkCosts(const DependencyGraph& graph) : graph_(graph) {}
  [[nodiscard]] double local(uint32_t piece, double measured) const {
    const auto value_class = graph_.values()[graph_.value(piece)].meaning.value_class;
    return value_class == ValueClass::communication ? 0 : measured;
  }
  [[nodiscard]] double sending(uint32_t piece, double measured) const {
    return local(piece, measured);
  }
  [[nodiscard]] double transfer(uint32_t, double) const { return 0; }
  [[nodiscard]] double received(uint32_t, double measured) const { return measured; }
  /// A task that had to wait takes as long as ever.
  [[nodiscard]] double rest(uint32_t piece, double measured) const {
    return local(piece, measured);
  }
  [[nodiscard]] double after_coming(uint32_t, double) const { return 0; }

 private:
  const DependencyGraph& graph_;
};

/// Replays a graph once. `Costs` has the members of MeasuredCosts.
///
/// With `kIsShared` some tracks are replayed elsewhere: run() goes as far as it gets with what is
/// known of these, and goes on with more.
template <class Costs, bool kIsShared = false>
class GraphReplay {
 public:
  /// `is_here`, of each track, if it is shared.
  GraphReplay(const DependencyGraph& graph, Costs costs, std::vector<bool> is_here = {})
      : is_here_(std::move(is_here)),
        graph_(graph),
        costs_(std::move(costs)),
        collective_times_(graph),
        starts_(zeros_on_large_pages<double>(graph.piece_limit())),
        tracks_(graph.tracks().size()),
        arrivals_(graph.collectives().size()) {
    if constexpr (kIsShared) far_starts_.assign(graph.messages().size(), kUnknown);
    start_tracks();
  }

  /// Called with pieces [first, last) of a track when their ends are found, in an order that
  /// dependencies allow.
  std::function<void(uint32_t first, uint32_t last)> on_pieces;

  /// O(pieces + messages).
  void run() {
    while (!ready_.empty()) {
      const uint32_t track = ready_.back();
      ready_.pop_back();
      advance(track);
    }
  }

  // What is known of tracks elsewhere:

  /// When the source of a message starts, or the piece that posted it: the one that is not here.
  void set_far_start(uint32_t message, double start) {
    far_starts_[message] = start;
    const DependencyGraph::Message& of = graph_.messages()[message];
    const uint32_t source = source_track(of);
    const uint32_t track = is_here(source) ? source : target_track(of);
    if (tracks_[track].awaited != message) return;
    tracks_[track].awaited = DependencyGraph::kNone;
    ready_.push_back(track);
  }
  /// All members of a collective have come, the last one then.
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

  // What others may want to know:

  struct Arrivals {
    uint32_t count = 0;
    double last = -std::numeric_limits<double>::infinity();
    double root = 0;
    bool has_root = false;
    std::vector<uint32_t> waiting;
  };
  [[nodiscard]] const Arrivals& arrivals(uint32_t number) const { return arrivals_[number]; }
  /// Collectives at which members arrived since it was asked last; one for each member.
  [[nodiscard]] std::vector<uint32_t> take_arrived() { return std::exchange(arrived_, {}); }
  /// The last piece of a track that has started.
  [[nodiscard]] uint32_t reached(uint32_t track) const { return tracks_[track].next; }

  /// By piece; where the next would be, the end of a track.
  [[nodiscard]] const std::vector<double>& starts() const { return starts_; }
  [[nodiscard]] double end() const {
    double last = graph_.start();
    for (std::size_t i = 0; i < tracks_.size(); ++i)
      last = std::max(last, starts_[tracks_[i].next]);
    return last;
  }
  /// Those that did not get to their end.
  [[nodiscard]] std::vector<uint32_t> stuck_tracks() const {
    std::vector<uint32_t> stuck;
    for (uint32_t i = 0; i < tracks_.size(); ++i) {
      if (tracks_[i].next < graph_.tracks()[i].last) stuck.push_back(i);
    }
    return stuck;
  }

 private:
  using Waiter =
      std::pair<uint32_t, uint32_t>;  // the piece that has to start, the track that waits
  struct TrackState {
    uint32_t next = 0;                          // the piece that has started and not ended
    uint32_t message = 0;                       // the first of this piece or later ones
    uint32_t rendezvous = 0;                    // likewise
    uint32_t membership = 0;                    // likewise
    uint32_t awaited = DependencyGraph::kNone;  // a message whose other end is elsewhere
    bool has_arrived = false;                   // at the collective of `next`
    std::vector<Waiter> waiters;                // a heap, the earliest piece on top
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
      starts_[track.first] = graph_.start(track.first);
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
    for (uint32_t i = static_cast<uint32_t>(tracks_.size()); i > 0; --i) {
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
        starts_[++state.next] = end;
        state.has_arrived = false;
      }
      if (on_pieces) on_pieces(first, state.next);
      wake(state);
    }
  }

  // Pieces that depend on nothing but the one before.
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
    for (uint32_t piece = state.next; piece < next; ++piece) {
      starts_[piece + 1] = starts_[piece] + costs_.local(piece, graph_.length(piece));
    }
    state.next = std::max(state.next, next);
  }

  void wake(TrackState& state) {
    while (!state.waiters.empty() && state.waiters.front().first <= state.next) {
      ready_.push_back(state.waiters.front().second);
      std::pop_heap(state.waiters.begin(), state.waiters.end(), std::greater<>());
      state.waiters.pop_back();
    }
  }

  // False if something it depends on has not started: then the track was put to wait for it.
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
      end = starts_[piece] + costs_.local(piece, graph_.length(piece));
      return true;
    }
    double coming = starts_[piece], received = graph_.start(piece);
    const auto add = [&](uint32_t i) {
      const DependencyGraph::Message& message = messages[i];
      if (!has_started(track, source_track(message), message.source, i) ||
          !has_started(track, target_track(message), message.posting, i)) {
        return false;
      }
      coming = std::max(coming, arrival(i));
      received = std::max(received, costs_.received(i, graph_.received(message)));
      return true;
    };
    for (uint32_t i = state.message; i < message_end; ++i) {
      if (!add(i)) return false;
    }
    for (uint32_t i = state.rendezvous; i < rendezvous_end; ++i) {
      if (!add(rendezvous[i].message)) return false;
    }
    state.message = message_end;
    state.rendezvous = rendezvous_end;
    end = coming + costs_.rest(piece, std::max(0.0, graph_.end(piece) - received));
    return true;
  }

  [[nodiscard]] double arrival(uint32_t i) const {
    const DependencyGraph::Message& message = graph_.messages()[i];
    const double sent = graph_.sent(message);
    const double measured =
        std::max(0.0, graph_.received(message) - std::max(sent, graph_.posted(message)));
    const double new_sent = start_of(source_track(message), message.source, i) +
                            costs_.sending(message.source, sent - graph_.start(message.source));
    return std::max(new_sent, start_of(target_track(message), message.posting, i)) +
           costs_.transfer(i, measured);
  }

  // Of a piece at an end of a message.
  [[nodiscard]] double start_of(uint32_t track, uint32_t piece, uint32_t message) const {
    if constexpr (kIsShared) {
      if (!is_here(track)) return far_starts_[message];
    }
    (void)track, (void)message;
    return starts_[piece];
  }

  [[nodiscard]] uint32_t source_track(const DependencyGraph::Message& message) const {
    return graph_.track_of(graph_.trace().links().start_container[message.link]);
  }
  [[nodiscard]] uint32_t target_track(const DependencyGraph::Message& message) const {
    return graph_.track_of(graph_.trace().links().end_container[message.link]);
  }

  bool has_started(uint32_t track, uint32_t other, uint32_t piece, uint32_t message) {
    if constexpr (kIsShared) {
      if (!is_here(other)) {
        if (far_starts_[message] != kUnknown) return true;
        tracks_[track].awaited = message;
        return false;
      }
    }
    (void)message;
    TrackState& state = tracks_[other];
    if (piece <= state.next) return true;
    state.waiters.emplace_back(piece, track);
    std::push_heap(state.waiters.begin(), state.waiters.end(), std::greater<>());
    return false;
  }

  bool find_end_of_collective(uint32_t track, TrackState& state, double& end) {
    const uint32_t piece = state.next;
    const uint32_t number = graph_.memberships()[state.membership].collective;
    arrive(number, state);
    const double start = starts_[piece];
    if (collective_times_.is_left_early(number, piece)) {
      end = start + costs_.local(piece, graph_.length(piece));
    } else {
      const auto need = collective_times_.need(number, piece);
      Arrivals& arrivals = arrivals_[number];
      const bool is_there =
          need == CollectiveTimes::Need::nobody ||
          (need == CollectiveTimes::Need::root
               ? arrivals.has_root
               : arrivals.count == graph_.members(graph_.collectives()[number]).size());
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
    ++arrivals.count;
    arrivals.last = std::max(arrivals.last, starts_[state.next]);
    if (collective.root != DependencyGraph::kNone &&
        graph_.members()[collective.root] == state.next) {
      arrivals.root = starts_[state.next];
      arrivals.has_root = true;
    }
    const bool wakes = arrivals.has_root ? collective.kind == CallKind::one_to_all : false;
    if (wakes || arrivals.count == collective.last - collective.first) wake(arrivals);
  }
  void wake(Arrivals& arrivals) {
    for (const uint32_t waiting : arrivals.waiting) ready_.push_back(waiting);
    arrivals.waiting.clear();
  }

  std::vector<bool> is_here_;
  const DependencyGraph& graph_;
  Costs costs_;
  CollectiveTimes collective_times_;
  std::vector<double> starts_;
  std::vector<TrackState> tracks_;
  std::vector<Arrivals> arrivals_;
  std::vector<uint32_t> ready_;
  std::vector<double> far_starts_;  // by message with an end elsewhere
  std::vector<uint32_t> arrived_;
};

}  // namespace paje
