// The efficiencies of a run that several processes have a share of: each replays its tracks without
// a network until all of them wait for tracks of others; then they exchange what started.
#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <utility>

#include "analysis/efficiency_parts.hpp"
#include "analysis/graph_replay.hpp"
#include "paje/shared_analysis.hpp"
#include "sharing/messages.hpp"

namespace paje {

namespace {

// A replay of the tracks of this process.
class ReplayTogether {
 public:
  ReplayTogether(const SharedGraph& shared, Exchange& exchange)
      : graph_(shared.graph),
        owners_(shared.owners),
        exchange_(exchange),
        kept_(graph_),
        replay_(graph_, kept_, FreeNetworkCosts(graph_), shared.is_mine) {
    find_far_messages();
    ask_for_postings();
    std::sort(needed_.begin(), needed_.end(),
              [](const Needed& a, const Needed& b) { return a.piece < b.piece; });
    for (uint32_t track = 0; track < owners_.size(); ++track) {
      if (!is_mine(track)) continue;
      const DependencyGraph::Track& pieces = graph_.tracks()[track];
      const uint32_t first = first_needed(pieces.first), last = first_needed(pieces.last);
      if (first != last) to_send_.push_back({track, first, last});
    }
    find_groups();
  }

  // When the last track of all ends, on rank 0.
  double run() {
    for (;;) {
      std::vector<std::string> to(exchange_.ranks());
      do {
        replay_.run();
        send_arrivals(to);
      } while (take_complete(to));
      send_starts(to);
      const auto all = exchange_.all_to_all_if_any(std::move(to));
      if (!all) break;
      for (uint32_t rank = 0; rank < all->size(); ++rank) {
        take(read_message((*all)[rank]), far_[rank]);
      }
    }
    std::string mine;
    put(mine, replay_.end());
    double end = replay_.end();
    for (const std::string& each : exchange_.gather(std::move(mine))) {
      end = std::max(end, read_message(each).number<double>());
    }
    return end;
  }

 private:
  static constexpr std::size_t kMostHomes = 16;
  enum class Kind : uint8_t { started, arrived, complete, root };
  // A process needs to know when the piece starts, for its message of that number.
  struct Needed {
    uint32_t piece, rank, number;
  };
  // Those of a track that are still to be sent.
  struct NeededOfTrack {
    uint32_t track, next, last;
  };
  // Processes that take part in the collectives of a group.
  struct Group {
    std::vector<uint32_t> ranks;
    uint32_t mine = 0;  // tracks
  };
  struct Reported {
    uint32_t ranks = 0;
    double last = -std::numeric_limits<double>::infinity();
  };

  [[nodiscard]] bool is_mine(uint32_t track) const { return owners_[track] == exchange_.rank(); }
  [[nodiscard]] uint32_t first_needed(uint32_t piece) const {
    const auto found = std::partition_point(needed_.begin(), needed_.end(),
                                            [&](const Needed& each) { return each.piece < piece; });
    return static_cast<uint32_t>(found - needed_.begin());
  }

  // Messages between two processes have the same numbers in both: their order as links.
  void find_far_messages() {
    const LinkColumns links = graph_.trace().links();
    const auto messages = graph_.messages();
    far_.resize(exchange_.ranks());
    std::vector<uint32_t> by_link(messages.size());
    for (uint32_t i = 0; i < by_link.size(); ++i) by_link[i] = i;
    std::sort(by_link.begin(), by_link.end(),
              [&](uint32_t a, uint32_t b) { return messages[a].link < messages[b].link; });
    for (const uint32_t i : by_link) {
      const uint32_t link = messages[i].link;
      const uint32_t source = owners_[graph_.track_of(links.start_container[link])];
      const uint32_t target = owners_[graph_.track_of(links.end_container[link])];
      if (source == target) continue;
      const bool is_sent = source == exchange_.rank();
      auto& with = far_[is_sent ? target : source];
      if (is_sent) {
        needed_.push_back({messages[i].source, target, static_cast<uint32_t>(with.size())});
      }
      with.push_back(i);
    }
  }

  // A rendezvous waits for the piece that posted the receive.
  void ask_for_postings() {
    const LinkColumns links = graph_.trace().links();
    std::vector<bool> is_awaited(graph_.messages().size());
    for (const auto& rendezvous : graph_.rendezvous()) is_awaited[rendezvous.message] = true;
    std::vector<std::string> asked(exchange_.ranks());
    for (uint32_t rank = 0; rank < far_.size(); ++rank) {
      for (uint32_t number = 0; number < far_[rank].size(); ++number) {
        const uint32_t message = far_[rank][number];
        const ContainerId sender = links.start_container[graph_.messages()[message].link];
        if (is_awaited[message] && is_mine(graph_.track_of(sender))) put(asked[rank], number);
      }
    }
    const auto all = exchange_.all_to_all(std::move(asked));
    for (uint32_t rank = 0; rank < all.size(); ++rank) {
      for (auto from = read_message(all[rank]); has_more(from);) {
        const auto number = from.number<uint32_t>();
        needed_.push_back({graph_.messages()[far_[rank][number]].posting, rank, number});
      }
    }
  }

  void find_groups() {
    for (const auto& tracks : graph_.groups()) {
      Group& group = groups_.emplace_back();
      for (const uint32_t track : tracks) {
        group.ranks.push_back(owners_[track]);
        group.mine += is_mine(track) ? 1 : 0;
      }
      std::sort(group.ranks.begin(), group.ranks.end());
      group.ranks.erase(std::unique(group.ranks.begin(), group.ranks.end()), group.ranks.end());
    }
  }

  void send_starts(std::vector<std::string>& to) {
    for (NeededOfTrack& of : to_send_) {
      const uint32_t reached = replay_.reached(of.track);
      for (; of.next != of.last && needed_[of.next].piece <= reached; ++of.next) {
        const Needed& needed = needed_[of.next];
        say(to[needed.rank], Kind::started, needed.number, replay_.start(needed.piece));
      }
    }
    std::erase_if(to_send_, [](const NeededOfTrack& of) { return of.next == of.last; });
  }

  // That all members of a collective have come that are here, and when its root came.
  void send_arrivals(std::vector<std::string>& to) {
    std::vector<uint32_t> arrived = replay_.take_arrived();
    std::sort(arrived.begin(), arrived.end());
    arrived.erase(std::unique(arrived.begin(), arrived.end()), arrived.end());
    for (const uint32_t number : arrived) {
      const auto& collective = graph_.collectives()[number];
      const Group& group = groups_[collective.group];
      if (group.ranks.size() == 1) continue;
      const auto& arrivals = replay_.arrivals(number);
      if (arrivals.has_root && is_root_awaited(collective) && sent_roots_.insert(number).second) {
        for (const uint32_t rank : group.ranks) {
          if (rank != exchange_.rank()) say(to[rank], Kind::root, number, arrivals.root);
        }
      }
      if (arrivals.count != group.mine) continue;
      sent_roots_.erase(number);
      for (const uint32_t home : homes(group, number)) {
        if (home == exchange_.rank()) {
          report(number, arrivals.last);
        } else {
          say(to[home], Kind::arrived, number, arrivals.last);
        }
      }
    }
  }
  // The processes that count arrivals at a collective: all, or one that answers all others.
  static std::span<const uint32_t> homes(const Group& group, uint32_t number) {
    if (group.ranks.size() <= kMostHomes) return group.ranks;
    return std::span(group.ranks).subspan(number % group.ranks.size(), 1);
  }
  // By other processes, of this one.
  [[nodiscard]] bool is_root_awaited(const DependencyGraph::Collective& collective) const {
    return collective.kind != CallKind::all_to_one &&
           is_mine(graph_.track_of_piece(graph_.members()[collective.root]));
  }

  void report(uint32_t number, double last) {
    Reported& reported = reported_[number];
    ++reported.ranks;
    reported.last = std::max(reported.last, last);
    const Group& group = groups_[graph_.collectives()[number].group];
    if (reported.ranks == group.ranks.size()) complete_.push_back(number);
  }
  // Whether there was anything for this process to go on with.
  bool take_complete(std::vector<std::string>& to) {
    const bool is_any = !complete_.empty();
    for (const uint32_t number : std::exchange(complete_, {})) {
      const double last = reported_[number].last;
      reported_.erase(number);
      replay_.set_complete(number, last);
      const Group& group = groups_[graph_.collectives()[number].group];
      if (group.ranks.size() <= kMostHomes) continue;
      for (const uint32_t rank : group.ranks) {
        if (rank != exchange_.rank()) say(to[rank], Kind::complete, number, last);
      }
    }
    return is_any;
  }

  static void say(std::string& message, Kind kind, uint32_t number, double time) {
    put(message, kind);
    put(message, number);
    put(message, time);
  }
  // `far`: messages with the process that says it.
  void take(MessageReader from, const std::vector<uint32_t>& far) {
    while (has_more(from)) {
      const auto kind = from.number<Kind>();
      const auto number = from.number<uint32_t>();
      const auto time = from.number<double>();
      switch (kind) {
        case Kind::started:
          replay_.set_far_start(far[number], time);
          break;
        case Kind::arrived:
          report(number, time);
          break;
        case Kind::complete:
          replay_.set_complete(number, time);
          break;
        case Kind::root:
          replay_.set_root(number, time);
      }
    }
  }

  const DependencyGraph& graph_;
  const std::vector<uint32_t>& owners_;
  Exchange& exchange_;
  NeededStarts kept_;
  GraphReplay<FreeNetworkCosts, true> replay_;
  std::vector<std::vector<uint32_t>> far_;  // messages with each process, in order
  std::vector<Needed> needed_;              // by piece
  std::vector<NeededOfTrack> to_send_;
  std::vector<Group> groups_;
  std::set<uint32_t> sent_roots_;          // of collectives to which more here are to come
  std::map<uint32_t, Reported> reported_;  // of collectives that are gathered here
  std::vector<uint32_t> complete_;
};

}  // namespace

EfficiencyFigures efficiencies_together(const SharedGraph& shared, Exchange& exchange) {
  const DependencyGraph& graph = shared.graph;
  std::string message;
  for (uint32_t track = 0; track < graph.tracks().size(); ++track) {
    if (!shared.is_mine[track]) continue;
    put_varint(message, track);
    put(message, useful_seconds(graph, graph.tracks()[track]));
  }
  EfficiencyFigures figures;
  figures.useful.resize(graph.tracks().size());
  for (const std::string& each : exchange.gather(std::move(message))) {
    for (auto from = read_message(each); has_more(from);) {
      const uint64_t track = from.varint();
      figures.useful[track] = from.number<double>();
    }
  }
  const double end = ReplayTogether(shared, exchange).run();
  figures.all = efficiencies_of(figures.useful, graph.length(), end - graph.start());
  return figures;
}

}  // namespace paje
