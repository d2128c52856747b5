#include "analysis/match_messages.hpp"

#include <algorithm>

#include "analysis/link_ends.hpp"

namespace paje {

namespace {

using Message = DependencyGraph::Message;
constexpr uint32_t kNone = DependencyGraph::kNone;

// Rows of links by the track at one of their ends, those of a track by time, then row.
class LinksByTrack {
 public:
  LinksByTrack(const DependencyGraph& graph, std::span<const ContainerId> containers,
               std::span<const double> times, const std::vector<uint32_t>& rows)
      : first_(graph.tracks().size() + 1), rows_(rows.size()) {
    for (const uint32_t row : rows) ++first_[graph.track_of(containers[row]) + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
    for (const uint32_t row : rows) rows_[next[graph.track_of(containers[row])]++] = row;
    times_ = times;
  }

  /// Calls visit(links) for each instant of a track, with those that share it.
  template <class Visit>
  void for_each_instant(std::size_t track, Visit&& visit) {
    const auto links = std::span(rows_).subspan(first_[track], first_[track + 1] - first_[track]);
    const auto is_before = [&](uint32_t a, uint32_t b) { return times_[a] < times_[b]; };
    if (!std::is_sorted(links.begin(), links.end(), is_before)) {
      std::stable_sort(links.begin(), links.end(), is_before);
    }
    for (std::size_t first = 0, last = 0; first < links.size(); first = last) {
      while (last < links.size() && !(times_[links[last]] > times_[links[first]])) ++last;
      visit(links.subspan(first, last - first));
    }
  }
  [[nodiscard]] std::span<const uint32_t> of(std::size_t track) const {
    return std::span(rows_).subspan(first_[track], first_[track + 1] - first_[track]);
  }

 private:
  std::vector<uint32_t> first_;
  std::vector<uint32_t> rows_;
  std::span<const double> times_;
};

template <class Finder>
void find_pieces(const DependencyGraph& graph, ThreadPool& pool, LinksByTrack& links,
                 std::span<const double> times, std::vector<uint32_t>& pieces) {
  pool.for_each(graph.tracks().size(), [&](std::size_t track) {
    Finder finder(graph, graph.tracks()[track]);
    links.for_each_instant(track, [&](std::span<const uint32_t> rows) {
      const Candidates& candidates = finder.at(times[rows.front()]);
      for (std::size_t k = 0; k < rows.size(); ++k) pieces[rows[k]] = candidates.of(k);
    });
  });
}

// A wait completes the receives of its track that were posted before, the earliest first.
void find_postings(const DependencyGraph& graph, const DependencyGraph::Track& track,
                   std::span<Message> messages) {
  uint32_t next = track.first;
  for (Message& message : messages) {
    message.posting = message.target;
    if (graph.kind(message.target) != CallKind::wait) continue;
    while (next < message.target && graph.kind(next) != CallKind::post) ++next;
    if (next < message.target) message.posting = next++;
  }
}

std::vector<uint32_t> links_between_tracks(const DependencyGraph& graph) {
  const LinkColumns links = graph.trace().links();
  std::vector<uint32_t> rows;
  rows.reserve(links.start.size());
  for (uint64_t row = 0; row < links.start.size(); ++row) {
    if (graph.track_of(links.start_container[row]) != kNone &&
        graph.track_of(links.end_container[row]) != kNone) {
      rows.push_back(static_cast<uint32_t>(row));
    }
  }
  return rows;
}

// Calls from which no message starts, or that got none.
void count_without_message(const DependencyGraph& graph, const std::vector<Message>& messages,
                           DependencyGraph::Counts& counts) {
  std::vector<bool> has_sent(graph.piece_limit()), has_received(graph.piece_limit());
  for (const Message& message : messages) {
    has_sent[message.source] = true;
    has_received[message.target] = true;
  }
  for (const DependencyGraph::Track& track : graph.tracks()) {
    for (uint32_t piece = track.first; piece < track.last; ++piece) {
      const CallKind kind = graph.kind(piece);
      if (sends(kind) && !has_sent[piece]) ++counts.sends_without_message;
      const bool receives_here = kind == CallKind::receive || kind == CallKind::send_receive;
      if (receives_here && !has_received[piece]) ++counts.receives_without_message;
    }
  }
}

}  // namespace

MessageMatching match_messages(const DependencyGraph& graph, ThreadPool& pool) {
  const LinkColumns links = graph.trace().links();
  const std::vector<uint32_t> rows = links_between_tracks(graph);
  LinksByTrack by_source(graph, links.start_container, links.start, rows);
  LinksByTrack by_target(graph, links.end_container, links.end, rows);
  std::vector<uint32_t> sources(links.start.size(), kNone), targets(links.start.size(), kNone);
  if (graph.links_connect_tasks()) {
    find_pieces<TaskBeforeFinder>(graph, pool, by_source, links.start, sources);
    find_pieces<TaskAfterFinder>(graph, pool, by_target, links.end, targets);
  } else {
    find_pieces<SourceFinder>(graph, pool, by_source, links.start, sources);
    find_pieces<TargetFinder>(graph, pool, by_target, links.end, targets);
  }

  MessageMatching matching;
  std::vector<std::size_t> first(graph.tracks().size() + 1);
  matching.messages.reserve(rows.size());
  for (std::size_t track = 0; track < graph.tracks().size(); ++track) {
    for (const uint32_t row : by_target.of(track)) {
      if (sources[row] != kNone && targets[row] != kNone) {
        matching.messages.push_back({row, sources[row], targets[row], targets[row]});
      }
    }
    first[track + 1] = matching.messages.size();
  }
  pool.for_each(graph.tracks().size(), [&](std::size_t track) {
    const auto own =
        std::span(matching.messages).subspan(first[track], first[track + 1] - first[track]);
    const auto is_before = [](const Message& a, const Message& b) {
      return a.target != b.target ? a.target < b.target : a.link < b.link;
    };
    if (!std::is_sorted(own.begin(), own.end(), is_before)) {
      std::sort(own.begin(), own.end(), is_before);
    }
    find_postings(graph, graph.tracks()[track], own);
  });

  matching.counts.links = links.start.size();
  matching.counts.links_outside_tracks = links.start.size() - rows.size();
  for (const uint32_t row : rows) {
    matching.counts.unmatched_starts += sources[row] == kNone;
    matching.counts.unmatched_ends += targets[row] == kNone;
  }
  count_without_message(graph, matching.messages, matching.counts);
  return matching;
}

}  // namespace paje
