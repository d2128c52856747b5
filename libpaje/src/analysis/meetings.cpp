#include "analysis/meetings.hpp"

#include <algorithm>

#include "analysis/collective_times.hpp"
#include "base/memory_pages.hpp"

namespace paje {

Meetings::Meetings(const DependencyGraph& graph) : graph_(graph) {
  // Most messages cause one meeting, none more than two.
  std::vector<Meeting> meetings;
  reserve_on_large_pages(meetings, 2 * graph.messages().size());
  add_messages(meetings);
  add_rooted(meetings);
  group_by_pair(meetings);
  add_groups();
}

void Meetings::add(std::vector<Meeting>& meetings, uint32_t a, uint32_t b, double time) {
  if (a == b) return;
  meetings.push_back({pairs_.number_of(std::min(a, b), std::max(a, b)).number, time});
}

// Tracks meet at the send of a message if the receiver is already there, else at its posting.
void Meetings::add_messages(std::vector<Meeting>& meetings) {
  const LinkColumns links = graph_.trace().links();
  const auto messages = graph_.messages();
  const double resolution = graph_.resolution();
  for (const auto& rendezvous : graph_.rendezvous()) {
    const auto& message = messages[rendezvous.message];
    const double posted = graph_.posted(message);
    // A wait that started after the receive was posted was not there to meet the receiver.
    if (posted > graph_.sent(message) && graph_.start(rendezvous.piece) <= posted + resolution) {
      add(meetings, graph_.track_of(links.start_container[message.link]),
          graph_.track_of(links.end_container[message.link]), posted);
    }
  }
  for (const auto& message : messages) {
    const uint32_t source = graph_.track_of(links.start_container[message.link]);
    const uint32_t target = graph_.track_of(links.end_container[message.link]);
    const double sent = graph_.sent(message);
    const double posted = graph_.posted(message);
    if (graph_.start(message.target) <= sent + resolution &&
        sent <= graph_.end(message.target) + resolution) {
      add(meetings, source, target, sent);
    }
    const bool waits_in_send = graph_.kind(message.source) == CallKind::blocking_send &&
                               posted <= graph_.end(message.source) + resolution;
    if (posted > sent && waits_in_send) {
      add(meetings, source, target, posted);
    }
  }
}

// Root and member meet when the later one arrives, if the earlier one is still there.
void Meetings::add_rooted(std::vector<Meeting>& meetings) {
  for (const auto& collective : graph_.collectives()) {
    if (collective.root == DependencyGraph::kNone) continue;
    const auto& tracks = graph_.groups()[collective.group];
    const uint32_t root = graph_.members()[collective.root];
    const uint32_t root_track = tracks[collective.root - collective.first];
    const auto members = graph_.members(collective);
    for (std::size_t i = 0; i < members.size(); ++i) {
      const double time = std::max(graph_.start(root), graph_.start(members[i]));
      const double left = std::min(graph_.end(root), graph_.end(members[i]));
      if (left >= time - graph_.resolution()) add(meetings, root_track, tracks[i], time);
    }
  }
}

void Meetings::add_groups() {
  const CollectiveTimes times(graph_);
  group_times_.resize(graph_.groups().size());
  groups_of_track_.resize(graph_.tracks().size());
  for (uint32_t i = 0; i < graph_.collectives().size(); ++i) {
    const auto& collective = graph_.collectives()[i];
    if (collective.root == DependencyGraph::kNone) {
      group_times_[collective.group].push_back(times.last(i));
    }
  }
  for (uint32_t group = 0; group < group_times_.size(); ++group) {
    if (group_times_[group].empty()) continue;
    std::sort(group_times_[group].begin(), group_times_[group].end());
    for (const uint32_t track : graph_.groups()[group]) groups_of_track_[track].push_back(group);
  }
}

void Meetings::group_by_pair(const std::vector<Meeting>& meetings) {
  first_of_pair_.assign(pairs_.size() + std::size_t{1}, 0);
  for (const Meeting& meeting : meetings) ++first_of_pair_[meeting.pair + std::size_t{1}];
  for (std::size_t i = 1; i < first_of_pair_.size(); ++i)
    first_of_pair_[i] += first_of_pair_[i - 1];
  std::vector<std::size_t> next(first_of_pair_.begin(), first_of_pair_.end() - 1);
  times_ = zeros_on_large_pages<double>(meetings.size());
  for (const Meeting& meeting : meetings) times_[next[meeting.pair]++] = meeting.time;
  for (std::size_t i = 0; i + 1 < first_of_pair_.size(); ++i) {
    const auto first = times_.begin() + static_cast<std::ptrdiff_t>(first_of_pair_[i]);
    const auto last = times_.begin() + static_cast<std::ptrdiff_t>(first_of_pair_[i + 1]);
    if (!std::is_sorted(first, last)) std::sort(first, last);
  }
}

bool Meetings::is_in_group(uint32_t group, uint32_t track) const {
  const auto& tracks = graph_.groups()[group];
  return std::binary_search(tracks.begin(), tracks.end(), track);
}

double Meetings::last_before(uint32_t a, uint32_t b, double time) const {
  double last = graph_.start();
  const auto consider = [&](std::span<const double> times) {
    const auto next = std::upper_bound(times.begin(), times.end(), time + graph_.resolution());
    if (next != times.begin()) last = std::max(last, std::min(*(next - 1), time));
  };
  const uint32_t pair = pairs_.find(std::min(a, b), std::max(a, b));
  if (pair != PairNumbering::kFree) {
    consider(std::span(times_).subspan(first_of_pair_[pair],
                                       first_of_pair_[pair + 1] - first_of_pair_[pair]));
  }
  for (const uint32_t group : groups_of_track_[a]) {
    if (is_in_group(group, b)) consider(group_times_[group]);
  }
  return last;
}

}  // namespace paje
