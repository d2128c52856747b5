#include "analysis/match_messages.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <tuple>
#include <unordered_map>
#include <utility>

#include "analysis/call_peers.hpp"
#include "analysis/link_ends.hpp"
#include "base/memory_pages.hpp"
#include "paje/user_columns.hpp"

namespace paje {

namespace {

using Message = DependencyGraph::Message;

// Rows of links, grouped by the track at one end; those of a track are sorted by time, then row.
class LinksByTrack {
 public:
  LinksByTrack(const DependencyGraph& graph, std::span<const ContainerId> containers,
               std::span<const double> times, const std::vector<uint32_t>& rows)
      : first_(graph.tracks().size() + 1), rows_(zeros_on_large_pages<uint32_t>(rows.size())) {
    for (const uint32_t row : rows) ++first_[graph.track_of(containers[row]) + 1];
    for (std::size_t i = 1; i < first_.size(); ++i) first_[i] += first_[i - 1];
    std::vector<uint32_t> next(first_.begin(), first_.end() - 1);
    for (const uint32_t row : rows) rows_[next[graph.track_of(containers[row])]++] = row;
    times_ = times;
  }

  /// Calls visit(time, links) for each distinct time on a track, with the links at that time.
  template <class Visit>
  void for_each_instant(std::size_t track, Visit&& visit) {
    const auto links = std::span(rows_).subspan(first_[track], first_[track + 1] - first_[track]);
    const std::vector<double> times = sort(links);
    for (std::size_t first = 0, last = 0; first < links.size(); first = last) {
      while (last < links.size() && !(times[last] > times[first])) ++last;
      visit(times[first], links.subspan(first, last - first));
    }
  }
  /// Rows grouped by track; and where each track starts, then the end.
  [[nodiscard]] std::vector<uint32_t> rows() && { return std::move(rows_); }
  [[nodiscard]] std::vector<uint32_t> firsts() const { return {first_.begin(), first_.end()}; }

 private:
  // Sorts links by time, and returns their times, which are scattered in memory.
  [[nodiscard]] std::vector<double> sort(std::span<uint32_t> links) const {
    std::vector<double> times;
    times.reserve(links.size());
    for (const uint32_t link : links) times.push_back(times_[link]);
    if (std::is_sorted(times.begin(), times.end())) return times;
    std::vector<std::pair<double, uint32_t>> timed;
    timed.reserve(links.size());
    for (std::size_t i = 0; i < links.size(); ++i) timed.emplace_back(times[i], links[i]);
    std::stable_sort(timed.begin(), timed.end(),
                     [](const auto& a, const auto& b) { return a.first < b.first; });
    for (std::size_t i = 0; i < links.size(); ++i) std::tie(times[i], links[i]) = timed[i];
    return times;
  }

  std::vector<uint32_t> first_;
  std::vector<uint32_t> rows_;
  std::span<const double> times_;
};

// If simultaneous sends name their receivers: each link goes to the first remaining send to its
// receiver, or to one that names none.
void choose_by_peer(const DependencyGraph& graph, const CallPeers& peers,
                    std::span<const uint32_t> candidates, std::span<const uint32_t> rows,
                    std::vector<uint32_t>& pieces) {
  const std::vector<uint32_t> peer_of = peers.of(candidates);
  std::unordered_map<uint32_t, std::vector<uint32_t>> left;  // by peer, in reverse order
  for (std::size_t i = candidates.size(); i-- > 0;) left[peer_of[i]].push_back(candidates[i]);
  for (const uint32_t row : rows) {
    const uint32_t target = graph.track_of(graph.trace().links().end_container[row]);
    for (const uint32_t peer : {target, DependencyGraph::kNone}) {
      const auto found = left.find(peer);
      if (found == left.end() || found->second.empty()) continue;
      pieces[row] = found->second.back();
      if (found->second.size() > 1) found->second.pop_back();
      break;
    }
  }
}

void find_sources(const DependencyGraph& graph, ThreadPool& pool, LinksByTrack& links,
                  std::vector<uint32_t>& pieces) {
  const CallPeers peers(graph);
  pool.for_each(graph.tracks().size(), [&](std::size_t track) {
    SourceFinder finder(graph, graph.tracks()[track]);
    links.for_each_instant(track, [&](double time, std::span<const uint32_t> rows) {
      const Candidates& candidates = finder.at(time);
      for (std::size_t k = 0; k < rows.size(); ++k) pieces[rows[k]] = candidates.of(k);
      const bool is_choice = rows.size() > 1 && candidates.all().size() > 1;
      if (is_choice && peers.has_any()) {
        choose_by_peer(graph, peers, candidates.all(), rows, pieces);
      }
    });
  });
}

template <class Finder>
void find_pieces(const DependencyGraph& graph, ThreadPool& pool, LinksByTrack& links,
                 std::vector<uint32_t>& pieces) {
  pool.for_each(graph.tracks().size(), [&](std::size_t track) {
    Finder finder(graph, graph.tracks()[track]);
    links.for_each_instant(track, [&](double time, std::span<const uint32_t> rows) {
      const Candidates& candidates = finder.at(time);
      for (std::size_t k = 0; k < rows.size(); ++k) pieces[rows[k]] = candidates.of(k);
    });
  });
}

// A wait completes the earlier receives of its track, in the order in which they were posted.
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

}  // namespace

std::vector<double> sizes_of_links(const Trace& trace, const std::string& field) {
  const UserColumns columns(trace, TypeKind::link, field);
  const UserColumn* size = columns.size();
  if (size == nullptr) return {};
  std::vector<double> sizes(size->rows(), 0);
  const std::vector<uint64_t> rows = size->rows_with_value();
  for (uint64_t place = 0; place < rows.size(); ++place) {
    const double number = size->number(place);
    if (!std::isnan(number)) sizes[rows[place]] = number;
  }
  return sizes;
}

uint32_t find_root(std::span<const DependencyGraph::Track> tracks, const std::string& name) {
  if (name.empty()) return DependencyGraph::kNone;
  const auto found = std::find_if(tracks.begin(), tracks.end(),
                                  [&](const auto& track) { return track.name == name; });
  if (found == tracks.end()) {
    throw std::invalid_argument("no container with states is called '" + name + "'");
  }
  return static_cast<uint32_t>(found - tracks.begin());
}

std::vector<uint32_t> links_between_tracks(const DependencyGraph& graph) {
  const LinkColumns links = graph.trace().links();
  std::vector<uint32_t> rows;
  reserve_on_large_pages(rows, links.start.size());
  for (uint64_t row = 0; row < links.start.size(); ++row) {
    if (graph.track_of(links.start_container[row]) != DependencyGraph::kNone &&
        graph.track_of(links.end_container[row]) != DependencyGraph::kNone) {
      rows.push_back(static_cast<uint32_t>(row));
    }
  }
  return rows;
}

void count_without_message(const DependencyGraph& graph, const DependencyGraph::Track& track,
                           const std::vector<bool>& has_sent, const std::vector<bool>& has_received,
                           DependencyGraph::Counts& counts) {
  for (uint32_t piece = track.first; piece < track.last; ++piece) {
    const CallKind kind = graph.kind(piece);
    if (sends(kind) && !has_sent[piece]) ++counts.sends_without_message;
    const bool receives_here = kind == CallKind::receive || kind == CallKind::send_receive;
    if (receives_here && !has_received[piece]) ++counts.receives_without_message;
  }
}

LinkEnds find_link_ends(const DependencyGraph& graph, const std::vector<uint32_t>& rows,
                        ThreadPool& pool) {
  const LinkColumns links = graph.trace().links();
  LinkEnds ends;
  std::optional<LinksByTrack> by_source, by_target;
  const auto unknown = [&] {
    auto pieces = zeros_on_large_pages<uint32_t>(links.start.size());
    std::fill(pieces.begin(), pieces.end(), DependencyGraph::kNone);
    return pieces;
  };
  pool.both(
      [&] {
        ends.sources = unknown();
        by_source.emplace(graph, links.start_container, links.start, rows);
      },
      [&] {
        ends.targets = unknown();
        by_target.emplace(graph, links.end_container, links.end, rows);
      });
  if (graph.links_connect_tasks()) {
    find_pieces<TaskBeforeFinder>(graph, pool, *by_source, ends.sources);
    find_pieces<TaskAfterFinder>(graph, pool, *by_target, ends.targets);
  } else {
    find_sources(graph, pool, *by_source, ends.sources);
    find_pieces<TargetFinder>(graph, pool, *by_target, ends.targets);
  }
  ends.first_by_target = by_target->firsts();
  ends.by_target = std::move(*by_target).rows();
  return ends;
}

namespace {

uint64_t count_unknown(const std::vector<uint32_t>& pieces) {
  return static_cast<uint64_t>(std::count(pieces.begin(), pieces.end(), DependencyGraph::kNone));
}

// Counts calls that send but start no message, and calls that receive but get none.
void count_calls_alone(const DependencyGraph& graph, const std::vector<Message>& messages,
                       ThreadPool& pool, DependencyGraph::Counts& counts) {
  std::vector<bool> has_sent(graph.piece_limit()), has_received(graph.piece_limit());
  pool.both(
      [&] {
        for (const Message& message : messages) has_sent[message.source] = true;
      },
      [&] {
        for (const Message& message : messages) has_received[message.target] = true;
      });
  std::vector<DependencyGraph::Counts> found(graph.tracks().size());
  pool.for_each(found.size(), [&](std::size_t i) {
    count_without_message(graph, graph.tracks()[i], has_sent, has_received, found[i]);
  });
  for (const DependencyGraph::Counts& of_track : found) {
    counts.receives_without_message += of_track.receives_without_message;
    counts.sends_without_message += of_track.sends_without_message;
  }
}

// The idle or waiting piece that ends before a task, with only fetching, scheduling and the like in
// between; kNone if there is none. `piece`: where the link ends.
uint32_t wait_before(const DependencyGraph& graph, const DependencyGraph::Track& track,
                     uint32_t piece, double end) {
  const auto class_of = [&](uint32_t one) {
    return graph.values()[graph.value(one)].meaning.value_class;
  };
  const bool is_task = class_of(piece) == ValueClass::compute;
  if (is_task && (graph.start(piece) < end || piece == track.first)) return DependencyGraph::kNone;
  if (is_task) --piece;
  while (piece > track.first &&
         (class_of(piece) == ValueClass::communication || class_of(piece) == ValueClass::runtime)) {
    --piece;
  }
  return graph.is_idle(piece) ? piece : DependencyGraph::kNone;
}

// A worker that fetches data for a task, or schedules it, has waited for the task's predecessor
// before that: so its link arrives when the wait ends. Returns arrival times by row.
std::vector<double> move_to_waits(const DependencyGraph& graph, LinkEnds& ends, ThreadPool& pool) {
  const LinkColumns links = graph.trace().links();
  std::vector<double> received(links.end.begin(), links.end.end());
  pool.for_each(graph.tracks().size(), [&](std::size_t i) {
    for (const uint32_t row : ends.got_by(i)) {
      if (!ends.are_known(row)) continue;
      const uint32_t wait =
          wait_before(graph, graph.tracks()[i], ends.targets[row], links.end[row]);
      if (wait == DependencyGraph::kNone || wait == ends.targets[row]) continue;
      const double sent = links.start[row];
      if (sent <= graph.start(wait) || sent > graph.end(wait) + graph.resolution()) continue;
      ends.targets[row] = wait;
      received[row] = graph.end(wait);
    }
  });
  return received;
}

// Grouped by track.
std::vector<Message> make_messages(const DependencyGraph& graph, const LinkEnds& ends,
                                   ThreadPool& pool) {
  const std::size_t tracks = graph.tracks().size();
  std::vector<std::size_t> first(tracks + 1);
  pool.for_each(tracks, [&](std::size_t track) {
    for (const uint32_t row : ends.got_by(track)) first[track + 1] += ends.are_known(row) ? 1 : 0;
  });
  for (std::size_t track = 0; track < tracks; ++track) first[track + 1] += first[track];
  auto messages = zeros_on_large_pages<Message>(first.back());
  pool.for_each(tracks, [&](std::size_t track) {
    std::size_t next = first[track];
    for (const uint32_t row : ends.got_by(track)) {
      if (!ends.are_known(row)) continue;
      messages[next++] = {row, ends.sources[row], ends.targets[row], ends.targets[row]};
    }
  });
  return messages;
}

}  // namespace

void sort_messages(const DependencyGraph& graph, std::vector<Message>& messages, ThreadPool& pool) {
  std::vector<std::size_t> ends;
  std::size_t end = 0;
  for (const DependencyGraph::Track& track : graph.tracks()) {
    while (end < messages.size() && messages[end].target < track.last) ++end;
    ends.push_back(end);
  }
  pool.for_each(ends.size(), [&](std::size_t track) {
    const std::size_t first = track == 0 ? 0 : ends[track - 1];
    const auto own = std::span(messages).subspan(first, ends[track] - first);
    const auto is_before = [](const Message& a, const Message& b) {
      return a.target != b.target ? a.target < b.target : a.link < b.link;
    };
    if (!std::is_sorted(own.begin(), own.end(), is_before)) {
      std::sort(own.begin(), own.end(), is_before);
    }
    find_postings(graph, graph.tracks()[track], own);
  });
}

namespace {

// Whether a piece of a track at this time is a collective call.
bool is_in_collective(const DependencyGraph& graph, uint32_t track, double time) {
  const auto& pieces = graph.tracks()[track];
  uint32_t low = pieces.first, high = pieces.last;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    (graph.end(middle) < time ? low : high) = graph.end(middle) < time ? middle + 1 : middle;
  }
  const auto calls = graph.memberships();
  for (uint32_t piece = low; piece < pieces.last && graph.start(piece) <= time; ++piece) {
    const auto call = std::partition_point(calls.begin(), calls.end(),
                                           [&](const auto& each) { return each.piece < piece; });
    if (call != calls.end() && call->piece == piece) return true;
  }
  return false;
}

}  // namespace

uint64_t count_ends_in_collectives(const DependencyGraph& graph,
                                   const std::vector<bool>& of_target) {
  if (graph.collectives().empty()) return 0;
  const LinkColumns links = graph.trace().links();
  std::vector<bool> is_message(links.end.size());
  for (const Message& message : graph.messages()) is_message[message.link] = true;
  uint64_t count = 0;
  for (std::size_t row = 0; row < is_message.size(); ++row) {
    const uint32_t track = graph.track_of(links.end_container[row]);
    if (is_message[row] || track == DependencyGraph::kNone) continue;
    if (!of_target.empty() && !of_target[track]) continue;
    count += is_in_collective(graph, track, links.end[row]) ? 1 : 0;
  }
  return count;
}

MessageMatching match_messages(const DependencyGraph& graph, ThreadPool& pool) {
  const std::vector<uint32_t> rows = links_between_tracks(graph);
  LinkEnds ends = find_link_ends(graph, rows, pool);
  MessageMatching matching;
  if (graph.links_connect_tasks()) matching.received = move_to_waits(graph, ends, pool);
  matching.messages = make_messages(graph, ends, pool);
  sort_messages(graph, matching.messages, pool);
  matching.counts.links = graph.trace().links().start.size();
  matching.counts.links_outside_tracks = matching.counts.links - rows.size();
  // Links outside tracks have unknown pieces; they are counted separately.
  const uint64_t outside = matching.counts.links_outside_tracks;
  matching.counts.unmatched_starts = count_unknown(ends.sources) - outside;
  matching.counts.unmatched_ends = count_unknown(ends.targets) - outside;
  count_calls_alone(graph, matching.messages, pool, matching.counts);
  return matching;
}

}  // namespace paje
