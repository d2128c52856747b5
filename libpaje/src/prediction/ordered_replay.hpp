// Replays a graph in an order that is already known to be valid: like GraphReplay, but without the
// search for pieces that can continue, and with several times at once, such as the three of a
// Range.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "analysis/collective_times.hpp"
#include "analysis/eager_sizes.hpp"
#include "base/large_array.hpp"
#include "prediction/ranges.hpp"
#include "prediction/replay_order.hpp"

namespace paje {

/// `Costs` has Time (a double, or several), and
///   Time local(track, piece, seconds), sending(piece, seconds): as in MeasuredCosts
///   Time independent(track, piece, seconds): of a piece that depends on nothing but the one before
///   Time left_early(track, piece, seconds): of a call of a collective that did not wait for others
///   double sent_after(message), came(message): from the start of the sending piece to the
///     message, and when it came, both as measured
///   Time transfer(message, track)
///   Time after_coming(track, piece, collective, seconds).
/// The results are bitwise those of GraphReplay. `starts` receives the starts of replayed pieces
/// that `Kept` keeps (see NeededStarts), at their places. It can be reused for further replays.
template <class Costs, class Kept>
class OrderedReplay {
 public:
  using Time = typename Costs::Time;

  OrderedReplay(const ReplayOrder& order, const CollectiveTimes& collective_times,
                const Costs& costs, const Kept& kept, LargeArray<Time>& starts)
      : graph_(order.graph()),
        order_(order),
        collective_times_(collective_times),
        costs_(costs),
        kept_(kept),
        starts_(starts.need(kept.size())),
        last_(graph_.collectives().size()),
        has_last_(graph_.collectives().size()) {}

  /// O(pieces + messages).
  void run() {
    for (const auto& track : graph_.tracks()) {
      reached_.push_back(start_of_track(track.first));
      if (kept_.has(track.first)) starts_[kept_.place(track.first)] = reached_.back().time;
    }
    for (const ReplayOrder::Stretch& stretch : order_.stretches()) replay(stretch);
  }

  [[nodiscard]] Time end() const {
    Time last = everywhere(graph_.start());
    for (const Reached& track : reached_) last = later(last, track.time);
    return last;
  }

 private:
  // Member by member: the compiler would copy a pair at once, which stalls until both are stored.
  static void store(const Time& time, Time& at) {
    if constexpr (std::is_same_v<Time, double>) {
      at = time;
    } else {
      at.low = time.low;
      at.middle = time.middle;
      at.high = time.high;
    }
  }
  static Time everywhere(double seconds) {
    if constexpr (std::is_same_v<Time, double>) {
      return seconds;
    } else {
      return {seconds, seconds, seconds};
    }
  }

  // Indices in the graph of the next message, rendezvous and membership of a track.
  struct Places {
    uint32_t message = 0;
    uint32_t rendezvous = 0;
    uint32_t membership = 0;
  };
  // How far a track is replayed: the time at the start of `piece`.
  struct Reached {
    Time time;
    uint32_t piece = 0;
    Places next;
  };

  [[nodiscard]] Reached start_of_track(uint32_t first) const {
    const auto place = [first](const auto& all, auto&& piece) {
      const auto found = std::partition_point(
          all.begin(), all.end(), [&](const auto& each) { return piece(each) < first; });
      return static_cast<uint32_t>(found - all.begin());
    };
    return {everywhere(graph_.start(first)),
            first,
            {place(graph_.messages(), [](const auto& each) { return each.target; }),
             place(graph_.rendezvous(), [](const auto& each) { return each.piece; }),
             place(graph_.memberships(), [](const auto& each) { return each.piece; })}};
  }

  // Local copies let the compiler keep changing values in registers.
  void replay(const ReplayOrder::Stretch stretch) {
    const auto messages = graph_.messages();
    const auto rendezvous = graph_.rendezvous();
    const auto memberships = graph_.memberships();
    Time now = reached_[stretch.track].time;
    uint32_t piece = reached_[stretch.track].piece;
    Places at = reached_[stretch.track].next;
    std::size_t place = kept_.place(piece + 1);
    // Branch-free, as the branch would be unpredictable: a later kept value overwrites one that is
    // not.
    const auto keep = [&](uint32_t started) {
      store(now, starts_[place]);
      place += kept_.has(started) ? 1 : 0;
    };
    while (piece < stretch.last) {
      uint32_t next = stretch.last;  // piece that depends on others
      if (at.message < messages.size()) next = std::min(next, messages[at.message].target);
      if (at.rendezvous < rendezvous.size()) next = std::min(next, rendezvous[at.rendezvous].piece);
      if (at.membership < memberships.size()) {
        next = std::min(next, memberships[at.membership].piece);
      }
      for (; piece < next; ++piece) {
        now = now + costs_.independent(stretch.track, piece, graph_.length(piece));
        keep(piece + 1);
      }
      if (piece == stretch.last) break;
      const bool is_call =
          at.membership < memberships.size() && memberships[at.membership].piece == piece;
      now = is_call ? end_of_call(stretch.track, piece, now, at)
                    : end_of_receiving(stretch.track, piece, now, at);
      keep(++piece);
    }
    reached_[stretch.track] = {now, piece, at};
  }

  // The start of a piece on which others depend.
  [[nodiscard]] const Time& start_of(uint32_t piece) const { return starts_[kept_.place(piece)]; }

  Time end_of_receiving(uint32_t track, uint32_t piece, const Time& start, Places& at) const {
    Time coming = start;
    double came = graph_.start(piece);
    const auto add = [&](uint32_t message, double share) {
      const bool is_posted_here = graph_.messages()[message].posting == piece;
      coming = later(coming, arrival(message, track, is_posted_here ? &start : nullptr, share));
      came = std::max(came,
                      time_within(graph_, graph_.messages()[message], costs_.came(message), share));
    };
    const auto messages = graph_.messages();
    while (at.message < messages.size() && messages[at.message].target == piece) {
      add(at.message++, 1);
    }
    const auto rendezvous = graph_.rendezvous();
    while (at.rendezvous < rendezvous.size() && rendezvous[at.rendezvous].piece == piece) {
      add(rendezvous[at.rendezvous].message, rendezvous[at.rendezvous].share);
      ++at.rendezvous;
    }
    return coming + costs_.local(track, piece, std::max(0.0, graph_.end(piece) - came));
  }

  // The arrival, or the time when this share of the transfer is over. `posted`: when the receive
  // was posted, if its piece is not kept.
  [[nodiscard]] Time arrival(uint32_t number, uint32_t track, const Time* posted,
                             double share) const {
    const DependencyGraph::Message& message = graph_.messages()[number];
    const Time sent = start_of(graph_.sending_piece(message)) +
                      costs_.sending(message.source, costs_.sent_after(number));
    // A sender that waits for a message has the costs of its receiver.
    const bool is_here = graph_.tracks()[track].first <= message.target &&
                         message.target < graph_.tracks()[track].last;
    return later(sent, posted != nullptr ? *posted : start_of(message.posting)) +
           costs_.transfer(number, is_here ? track : graph_.track_of_piece(message.target)) * share;
  }

  Time end_of_call(uint32_t track, uint32_t piece, const Time& start, Places& at) {
    const uint32_t number = graph_.memberships()[at.membership++].collective;
    // A collective call does not wait for messages that it receives in addition.
    skip(piece, at);
    if (collective_times_.is_left_early(number, piece)) {
      return start + costs_.left_early(track, piece, graph_.length(piece));
    }
    Time coming = start;
    const auto need = collective_times_.need(number, piece);
    if (need == CollectiveTimes::Need::root) {
      coming = later(coming, start_of(graph_.members()[graph_.collectives()[number].root]));
    } else if (need == CollectiveTimes::Need::all) {
      coming = later(coming, last(number));
    }
    const double measured = std::max(graph_.start(piece), collective_times_.coming(number, piece));
    return coming + costs_.after_coming(track, piece, number, graph_.end(piece) - measured);
  }

  void skip(uint32_t piece, Places& at) const {
    const auto messages = graph_.messages();
    const auto rendezvous = graph_.rendezvous();
    while (at.message < messages.size() && messages[at.message].target == piece) ++at.message;
    while (at.rendezvous < rendezvous.size() && rendezvous[at.rendezvous].piece == piece) {
      ++at.rendezvous;
    }
  }

  // All members have started before any of them ends.
  Time last(uint32_t number) {
    if (has_last_[number]) return last_[number];
    Time last = everywhere(-std::numeric_limits<double>::infinity());
    const auto& collective = graph_.collectives()[number];
    for (const uint32_t member : graph_.members(collective)) {
      if (is_awaited(graph_, collective, member)) last = later(last, start_of(member));
    }
    has_last_[number] = true;
    return last_[number] = last;
  }

  const DependencyGraph& graph_;
  const ReplayOrder& order_;
  const CollectiveTimes& collective_times_;
  const Costs& costs_;
  const Kept& kept_;
  Time* starts_;
  std::vector<Reached> reached_;  // by track
  std::vector<Time> last_;        // by collective: when the last member arrives
  std::vector<bool> has_last_;
};

}  // namespace paje
