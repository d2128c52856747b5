// The replay of a graph in an order that is known to be possible: GraphReplay without the search
// for what can go on, and with several times at once, as those of a Range.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "analysis/collective_times.hpp"
#include "prediction/large_array.hpp"
#include "prediction/ranges.hpp"
#include "prediction/replay_order.hpp"

namespace paje {

/// `Costs` has Time (a double, or several), and
///   Time local(track, piece, seconds), sending(piece, seconds): as in MeasuredCosts
///   double sent_after(message), came(message): from the start of the sending piece to the
///     message, and when it came, both as measured
///   Time transfer(message, track)
///   Time after_coming(track, piece, collective, seconds).
/// The results are those of GraphReplay, bit for bit. `starts` gets those of pieces that are
/// replayed, as far as `Kept` has them (see NeededStarts), at their places; it may be used for one
/// replay after the other.
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
      reached_.push_back(everywhere(graph_.start(track.first)));
      if (kept_.has(track.first)) starts_[kept_.place(track.first)] = reached_.back();
    }
    for (const ReplayOrder::Stretch& stretch : order_.stretches()) replay(stretch);
  }

  [[nodiscard]] Time end() const {
    Time last = everywhere(graph_.start());
    for (const Time& time : reached_) last = later(last, time);
    return last;
  }

 private:
  static Time everywhere(double seconds) {
    if constexpr (std::is_same_v<Time, double>) {
      return seconds;
    } else {
      return {seconds, seconds, seconds};
    }
  }

  void replay(ReplayOrder::Stretch stretch) {
    const auto messages = graph_.messages();
    const auto rendezvous = graph_.rendezvous();
    const auto memberships = graph_.memberships();
    Time now = reached_[stretch.track];
    std::size_t place = kept_.place(stretch.first + 1);
    const auto keep = [&](uint32_t piece) {
      if (kept_.has(piece)) starts_[place++] = now;
    };
    for (uint32_t piece = stretch.first; piece < stretch.last; ++piece) {
      uint32_t next = stretch.last;  // that depends on others
      if (stretch.next.message < messages.size()) {
        next = std::min(next, messages[stretch.next.message].target);
      }
      if (stretch.next.rendezvous < rendezvous.size()) {
        next = std::min(next, rendezvous[stretch.next.rendezvous].piece);
      }
      if (stretch.next.membership < memberships.size()) {
        next = std::min(next, memberships[stretch.next.membership].piece);
      }
      for (; piece < next; ++piece) {
        now = now + costs_.local(stretch.track, piece, graph_.length(piece));
        keep(piece + 1);
      }
      if (piece == stretch.last) break;
      const bool is_call = stretch.next.membership < memberships.size() &&
                           memberships[stretch.next.membership].piece == piece;
      now = is_call ? end_of_call(stretch, piece, now) : end_of_receiving(stretch, piece, now);
      keep(piece + 1);
    }
    reached_[stretch.track] = now;
  }

  // Of a piece that others depend on.
  [[nodiscard]] const Time& start_of(uint32_t piece) const { return starts_[kept_.place(piece)]; }

  Time end_of_receiving(ReplayOrder::Stretch& stretch, uint32_t piece, Time coming) const {
    double came = graph_.start(piece);
    const auto add = [&](uint32_t message) {
      coming = later(coming, arrival(message, stretch.track));
      came = std::max(came, costs_.came(message));
    };
    const auto messages = graph_.messages();
    while (stretch.next.message < messages.size() &&
           messages[stretch.next.message].target == piece) {
      add(stretch.next.message++);
    }
    const auto rendezvous = graph_.rendezvous();
    while (stretch.next.rendezvous < rendezvous.size() &&
           rendezvous[stretch.next.rendezvous].piece == piece) {
      add(rendezvous[stretch.next.rendezvous++].message);
    }
    return coming + costs_.local(stretch.track, piece, std::max(0.0, graph_.end(piece) - came));
  }

  [[nodiscard]] Time arrival(uint32_t number, uint32_t track) const {
    const DependencyGraph::Message& message = graph_.messages()[number];
    const Time sent =
        start_of(message.source) + costs_.sending(message.source, costs_.sent_after(number));
    // Also a sender that waits for a message takes what its receiver does.
    const bool is_here = graph_.tracks()[track].first <= message.target &&
                         message.target < graph_.tracks()[track].last;
    return later(sent, start_of(message.posting)) +
           costs_.transfer(number, is_here ? track : graph_.track_of_piece(message.target));
  }

  Time end_of_call(ReplayOrder::Stretch& stretch, uint32_t piece, Time start) {
    const uint32_t number = graph_.memberships()[stretch.next.membership++].collective;
    // What it receives besides is not waited for.
    skip(stretch, piece);
    if (collective_times_.is_left_early(number, piece)) {
      return start + costs_.local(stretch.track, piece, graph_.length(piece));
    }
    Time coming = start;
    const auto need = collective_times_.need(number, piece);
    if (need == CollectiveTimes::Need::root) {
      coming = later(start, start_of(graph_.members()[graph_.collectives()[number].root]));
    } else if (need == CollectiveTimes::Need::all) {
      coming = later(start, last(number));
    }
    const double measured = std::max(graph_.start(piece), collective_times_.coming(number, piece));
    return coming + costs_.after_coming(stretch.track, piece, number, graph_.end(piece) - measured);
  }

  void skip(ReplayOrder::Stretch& stretch, uint32_t piece) const {
    const auto messages = graph_.messages();
    const auto rendezvous = graph_.rendezvous();
    while (stretch.next.message < messages.size() &&
           messages[stretch.next.message].target == piece) {
      ++stretch.next.message;
    }
    while (stretch.next.rendezvous < rendezvous.size() &&
           rendezvous[stretch.next.rendezvous].piece == piece) {
      ++stretch.next.rendezvous;
    }
  }

  // All members have started when one of them ends.
  Time last(uint32_t number) {
    if (has_last_[number]) return last_[number];
    Time last = everywhere(-std::numeric_limits<double>::infinity());
    for (const uint32_t member : graph_.members(graph_.collectives()[number])) {
      last = later(last, start_of(member));
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
  std::vector<Time> reached_;  // by track: the end of what was replayed
  std::vector<Time> last_;     // by collective: when the last one comes
  std::vector<bool> has_last_;
};

}  // namespace paje
