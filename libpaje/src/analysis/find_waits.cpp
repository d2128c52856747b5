#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "analysis/collective_times.hpp"
#include "base/memory_pages.hpp"
#include "base/thread_pool.hpp"
#include "paje/waits.hpp"

namespace paje {

namespace {

using Message = DependencyGraph::Message;
constexpr std::array<std::string_view, kWaitKinds> kWaitNames = {
    "late_sender",    "late_receiver", "wait_at_nxn", "wait_at_barrier",
    "late_broadcast", "early_reduce",  "idle_thread"};

// A sending piece that waits until the receive is posted.
struct WaitingSend {
  uint32_t piece;
  uint32_t receiver;  // track
  double amount;
};

// Blocking sends during which the receive was posted, and rendezvous; sorted by piece.
std::vector<WaitingSend> find_waiting_sends(const DependencyGraph& graph) {
  const double resolution = graph.resolution();
  const ContainerId* receivers = graph.trace().links().end_container.data();
  std::vector<WaitingSend> found;
  const auto add = [&](const Message& message, uint32_t piece) {
    const double amount = std::min(graph.posted(message), graph.end(piece)) - graph.start(piece);
    if (amount > resolution) {
      found.push_back({piece, graph.track_of(receivers[message.link]), amount});
    }
  };
  for (const Message& message : graph.messages()) {
    if (graph.kind(message.source) != CallKind::blocking_send) continue;
    const double posted = graph.posted(message);
    if (posted > graph.sent(message) + resolution &&
        posted <= graph.end(message.source) + resolution) {
      add(message, message.source);
    }
  }
  for (const auto& rendezvous : graph.rendezvous()) {
    add(graph.messages()[rendezvous.message], rendezvous.piece);
  }
  std::stable_sort(found.begin(), found.end(),
                   [](const auto& a, const auto& b) { return a.piece < b.piece; });
  return found;
}

// A wait for the last member of an operation, or for its root.
WaitKind kind_of_wait(CallKind kind) {
  switch (kind) {
    case CallKind::barrier:
      return WaitKind::wait_at_barrier;
    case CallKind::parallel_region:
      return WaitKind::idle_thread;
    case CallKind::wait_for_tasks:
      return WaitKind::late_sender;
    case CallKind::all_to_all:
    case CallKind::post_all_to_all:
      return WaitKind::wait_at_nxn;
    case CallKind::post_all_to_one:
      return WaitKind::early_reduce;
    default:
      return WaitKind::late_broadcast;
  }
}

// Finds the waits of one track.
class TrackWaits {
 public:
  TrackWaits(const DependencyGraph& graph, const CollectiveTimes& times,
             const std::vector<WaitingSend>& sends, uint32_t track)
      : graph_(graph),
        times_(times),
        track_(graph.tracks()[track]),
        senders_(graph.trace().links().start_container.data()) {
    messages_ = part(graph.messages(), [](const Message& m) { return m.target; });
    memberships_ = part(graph.memberships(), [](const auto& m) { return m.piece; });
    sends_ = part(std::span(sends), [](const WaitingSend& s) { return s.piece; });
  }

  std::vector<Wait> find() {
    std::vector<Wait> waits;
    waits.reserve(messages_.size() + memberships_.size() + sends_.size());
    const auto add_longest = [&] {
      if (best_.amount > graph_.resolution()) waits.push_back(best_);
    };
    std::size_t message = 0, send = 0;
    for (const auto& membership : memberships_) {
      find_before(membership.piece, message, send, waits);
      best_ = {membership.piece, 0, 0, {}, {}};
      consider(membership);
      add_longest();
    }
    find_before(track_.last, message, send, waits);
    mark_wrong_order(waits);
    return waits;
  }

 private:
  template <class All, class PieceOf>
  [[nodiscard]] All part(All all, PieceOf piece_of) const {
    const auto before = [&](uint32_t piece) {
      return static_cast<std::size_t>(
          std::partition_point(all.begin(), all.end(),
                               [&](const auto& it) { return piece_of(it) < piece; }) -
          all.begin());
    };
    const std::size_t first = before(track_.first);
    return all.subspan(first, before(track_.last) - first);
  }

  // Handles pieces with messages or waiting sends, before `limit`.
  void find_before(uint32_t limit, std::size_t& message, std::size_t& send,
                   std::vector<Wait>& waits) {
    for (;;) {
      uint32_t piece = limit;
      if (message < messages_.size()) piece = std::min(piece, messages_[message].target);
      if (send < sends_.size()) piece = std::min(piece, sends_[send].piece);
      if (piece >= limit) return;
      best_ = {piece, 0, 0, {}, {}};
      const std::size_t first = message;
      while (message < messages_.size() && messages_[message].target == piece) ++message;
      if (message > first) consider(messages_.subspan(first, message - first));
      for (; send < sends_.size() && sends_[send].piece == piece; ++send) {
        consider(sends_[send].amount, WaitKind::late_receiver, sends_[send].receiver);
      }
      if (best_.amount > graph_.resolution()) waits.push_back(best_);
    }
  }

  void consider(double amount, WaitKind kind, uint32_t whom) {
    if (amount <= best_.amount) return;
    best_.amount = amount;
    best_.kind = kind;
    best_.whom = whom;
  }

  // Considers the message of a piece that was sent last.
  void consider(std::span<const Message> received) {
    const Message* latest = &received.front();
    for (const Message& message : received) {
      const double later = graph_.sent(message) - graph_.sent(*latest);
      if (later > 0 || (later == 0 && source_of(message) < source_of(*latest))) latest = &message;
    }
    const uint32_t piece = latest->target;
    consider(std::min(graph_.sent(*latest), graph_.end(piece)) - graph_.start(piece),
             WaitKind::late_sender, source_of(*latest));
  }

  void consider(const DependencyGraph::Membership& membership) {
    const auto& collective = graph_.collectives()[membership.collective];
    const uint32_t piece = membership.piece;
    const auto members = graph_.members(collective);
    const bool is_rooted = collective.root != DependencyGraph::kNone;
    const uint32_t root = is_rooted ? graph_.members()[collective.root] : 0;
    const auto until = [&](double time) {
      return std::min(time, graph_.end(piece)) - graph_.start(piece);
    };
    if (!is_rooted) {
      const double amount = until(times_.last(membership.collective));
      if (amount > graph_.resolution()) {
        consider(amount, kind_of_wait(collective.kind),
                 track_at(collective, times_.last_member(membership.collective)));
      }
    } else if (goes_from_root(collective.kind) && piece != root) {
      consider(until(graph_.start(root)), kind_of_wait(collective.kind),
               track_at(collective, collective.root - collective.first));
    } else if (collective.kind == CallKind::all_to_one && piece == root) {
      const std::size_t first = first_but(members, root);
      if (first == members.size()) return;
      consider(until(graph_.start(members[first])), WaitKind::early_reduce,
               track_at(collective, first));
    }
  }

  [[nodiscard]] std::size_t first_but(std::span<const uint32_t> members, uint32_t root) const {
    std::size_t first = members.size();
    for (std::size_t i = 0; i < members.size(); ++i) {
      if (members[i] == root) continue;
      if (first == members.size() || graph_.start(members[i]) < graph_.start(members[first])) {
        first = i;
      }
    }
    return first;
  }
  [[nodiscard]] uint32_t track_at(const DependencyGraph::Collective& collective,
                                  std::size_t member) const {
    return graph_.groups()[collective.group][member];
  }
  [[nodiscard]] uint32_t source_of(const Message& message) const {
    return graph_.track_of(senders_[message.link]);
  }

  // Backwards, with the earliest send among the messages received later than each wait.
  void mark_wrong_order(std::vector<Wait>& waits) const {
    double earliest = std::numeric_limits<double>::infinity();
    std::unordered_map<uint32_t, double> earliest_of;
    std::size_t left = messages_.size();
    for (std::size_t w = waits.size(); w > 0; --w) {
      Wait& wait = waits[w - 1];
      if (wait.kind != WaitKind::late_sender) continue;
      for (; left > 0 && messages_[left - 1].target > wait.piece; --left) {
        const Message& message = messages_[left - 1];
        const double sent = graph_.sent(message);
        earliest = std::min(earliest, sent);
        const auto [found, is_new] = earliest_of.try_emplace(source_of(message), sent);
        if (!is_new) found->second = std::min(found->second, sent);
      }
      const double awaited = latest_sent(wait.piece, left);
      if (!(earliest < awaited - graph_.resolution())) continue;
      const auto found = earliest_of.find(wait.whom);
      wait.wrong_order = found != earliest_of.end() && found->second < awaited - graph_.resolution()
                             ? WrongOrder::same_source
                             : WrongOrder::other_source;
    }
  }

  // When the last message of a piece was sent, among the messages before index `last`.
  [[nodiscard]] double latest_sent(uint32_t piece, std::size_t last) const {
    double latest = -std::numeric_limits<double>::infinity();
    for (std::size_t i = last; i > 0 && messages_[i - 1].target == piece; --i) {
      latest = std::max(latest, graph_.sent(messages_[i - 1]));
    }
    return latest;
  }

  const DependencyGraph& graph_;
  const CollectiveTimes& times_;
  const DependencyGraph::Track& track_;
  const ContainerId* senders_;  // by link
  std::span<const Message> messages_;
  std::span<const DependencyGraph::Membership> memberships_;
  std::span<const WaitingSend> sends_;
  Wait best_;
};

}  // namespace

std::string_view spelling(WrongOrder order) {
  constexpr std::array<std::string_view, 3> kNames = {"", "same source", "other source"};
  return kNames[static_cast<std::size_t>(order)];
}

std::string_view spelling(WaitKind kind) { return kWaitNames[static_cast<std::size_t>(kind)]; }

std::vector<PlacedWait> place_waits(const DependencyGraph& graph, const std::vector<Wait>& waits) {
  std::vector<PlacedWait> placed;
  placed.reserve(waits.size());
  for (const Wait& wait : waits) {
    placed.push_back(
        {wait, graph.track_of_piece(wait.piece), graph.value(wait.piece), graph.start(wait.piece)});
  }
  return placed;
}

std::vector<Wait> find_waits(const DependencyGraph& graph) {
  const CollectiveTimes times(graph);
  const std::vector<WaitingSend> sends = find_waiting_sends(graph);
  std::vector<std::vector<Wait>> by_track(graph.tracks().size());
  ThreadPool pool(graph.threads());
  pool.for_each(by_track.size(), [&](std::size_t track) {
    by_track[track] = TrackWaits(graph, times, sends, static_cast<uint32_t>(track)).find();
  });
  std::vector<Wait> waits;
  std::size_t count = 0;
  for (const auto& own : by_track) count += own.size();
  reserve_on_large_pages(waits, count);
  for (const auto& own : by_track) waits.insert(waits.end(), own.begin(), own.end());
  return waits;
}

}  // namespace paje
