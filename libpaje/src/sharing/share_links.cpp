#include "sharing/share_links.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "sharing/read_share.hpp"
#include "trace/trace_editor.hpp"

namespace paje {

namespace {

constexpr uint32_t kNone = DependencyGraph::kNone;

struct MovedLink {
  ContainerId container;  // these three are its place in the whole trace
  TypeId type;
  uint64_t place;
  double start, end, size;
  ContainerId start_container, end_container;
};

std::vector<MovedLink> move_links(const SharedTrace& share, const std::vector<double>& sizes,
                                  const TrackChoice& choice, const TrackOwners& owners,
                                  Exchange& exchange) {
  const LinkColumns links = share.trace.links();
  std::vector<std::string> to(exchange.ranks());
  for (const Track& track : share.trace.tracks()) {
    if (track.kind != TypeKind::link) continue;
    for (uint64_t row = track.first; row < track.last; ++row) {
      const ContainerId from = links.start_container[row], into = links.end_container[row];
      const uint32_t source = choice.track_of_container[from.index];
      const uint32_t target = choice.track_of_container[into.index];
      if (source == kNone || target == kNone) continue;
      const MovedLink link = {track.container,
                              track.type,
                              share.link_places[row],
                              links.start[row],
                              links.end[row],
                              sizes.empty() ? 0 : sizes[row],
                              from,
                              into};
      put(to[owners[source]], link);
      if (owners[target] != owners[source]) put(to[owners[target]], link);
    }
  }
  std::vector<MovedLink> moved;
  for (const std::string& message : exchange.all_to_all(std::move(to))) {
    for (auto from = read_message(message); has_more(from);) {
      moved.push_back(from.number<MovedLink>());
    }
  }
  std::sort(moved.begin(), moved.end(), [](const MovedLink& a, const MovedLink& b) {
    return std::tie(a.container, a.type, a.place) < std::tie(b.container, b.type, b.place);
  });
  return moved;
}

}  // namespace

std::vector<double> share_links(SharedTrace& share, std::vector<double> sizes, bool has_sizes,
                                const TrackChoice& choice, const TrackOwners& owners,
                                Exchange& exchange) {
  const std::vector<MovedLink> moved = move_links(share, sizes, choice, owners, exchange);
  share.link_places = {};
  sizes.clear();
  TraceData& data = TraceEditor::data_of(share.trace);
  keep_states(data);
  for (const MovedLink& link : moved) {
    data.links.start.push_back(link.start);
    data.links.end.push_back(link.end);
    data.links.start_container.push_back(link.start_container);
    data.links.end_container.push_back(link.end_container);
    if (has_sizes) sizes.push_back(link.size);
  }
  return sizes;
}

uint32_t ShareMatching::source_track(uint32_t row) const {
  return graph_.track_of(graph_.trace().links().start_container[row]);
}
uint32_t ShareMatching::target_track(uint32_t row) const {
  return graph_.track_of(graph_.trace().links().end_container[row]);
}

void ShareMatching::run(ThreadPool& pool) {
  const std::size_t rows = graph_.trace().links().start.size();
  std::vector<uint32_t> all(rows);
  std::iota(all.begin(), all.end(), 0U);
  ends_ = find_link_ends(graph_, all, pool);
  far_end_.resize(rows);
  far_posting_.resize(rows);
  postings_.assign(rows, kNone);
  exchange_ends();
  find_postings(pool);
  exchange_postings();
  count();
}

// Both sides go through the links between them in the same order.
void ShareMatching::exchange_ends() {
  std::vector<std::string> to(exchange_.ranks());
  const auto rows = static_cast<uint32_t>(far_end_.size());
  const auto put_end = [&](uint32_t rank, uint32_t piece) {
    put(to[rank], piece != kNone);
    if (piece != kNone) put(to[rank], FarPiece::of(graph_, piece));
  };
  for (uint32_t row = 0; row < rows; ++row) {
    const uint32_t source = owners_[source_track(row)], target = owners_[target_track(row)];
    if (source == target) continue;
    if (source == exchange_.rank()) put_end(target, ends_.sources[row]);
    if (target == exchange_.rank()) put_end(source, ends_.targets[row]);
  }
  const auto messages = exchange_.all_to_all(std::move(to));
  std::vector<MessageReader> from;
  for (const std::string& message : messages) from.push_back(read_message(message));
  for (uint32_t row = 0; row < rows; ++row) {
    const uint32_t source = owners_[source_track(row)], target = owners_[target_track(row)];
    if (source == target) continue;
    MessageReader& reader = from[source == exchange_.rank() ? target : source];
    if (reader.number<bool>()) far_end_[row] = reader.number<FarPiece>();
  }
}

// Of messages that end here.
void ShareMatching::find_postings(ThreadPool& pool) {
  std::vector<DependencyGraph::Message> messages;
  for (const uint32_t row : ends_.by_target) {
    if (!is_mine(target_track(row)) || ends_.targets[row] == kNone) continue;
    const bool has_source =
        is_mine(source_track(row)) ? ends_.sources[row] != kNone : far_end_[row].has_value();
    if (has_source) {
      messages.push_back({row, ends_.sources[row], ends_.targets[row], ends_.targets[row]});
    }
  }
  sort_messages(graph_, messages, pool);
  for (const auto& message : messages) postings_[message.link] = message.posting;
}

void ShareMatching::exchange_postings() {
  std::vector<std::string> to(exchange_.ranks());
  const auto rows = static_cast<uint32_t>(far_end_.size());
  for (uint32_t row = 0; row < rows; ++row) {
    const uint32_t source = owners_[source_track(row)];
    if (postings_[row] == kNone || source == exchange_.rank()) continue;
    put(to[source], FarPiece::of(graph_, postings_[row]));
  }
  const auto messages = exchange_.all_to_all(std::move(to));
  std::vector<MessageReader> from;
  for (const std::string& message : messages) from.push_back(read_message(message));
  for (uint32_t row = 0; row < rows; ++row) {
    const uint32_t target = owners_[target_track(row)];
    if (target == exchange_.rank() || ends_.sources[row] == kNone || !far_end_[row]) continue;
    far_posting_[row] = from[target].number<FarPiece>();
  }
}

void ShareMatching::count() {
  std::vector<bool> has_sent(graph_.piece_limit()), has_received(graph_.piece_limit());
  for (uint32_t row = 0; row < far_end_.size(); ++row) {
    const bool starts_here = is_mine(source_track(row)), ends_here = is_mine(target_track(row));
    const bool has_source = starts_here ? ends_.sources[row] != kNone : far_end_[row].has_value();
    const bool has_target = ends_here ? ends_.targets[row] != kNone : far_end_[row].has_value();
    counts_.unmatched_starts += starts_here && !has_source;
    counts_.unmatched_ends += ends_here && !has_target;
    if (!has_source || !has_target) continue;
    counts_.messages += ends_here;
    if (starts_here) has_sent[ends_.sources[row]] = true;
    if (ends_here) has_received[ends_.targets[row]] = true;
  }
  for (uint32_t i = 0; i < graph_.tracks().size(); ++i) {
    if (!is_mine(i)) continue;
    count_without_message(graph_, graph_.tracks()[i], has_sent, has_received, counts_);
  }
}

void ShareMatching::put_far(FarPieces& far) const {
  far.resize(graph_.tracks().size());
  for (uint32_t row = 0; row < far_end_.size(); ++row) {
    if (far_end_[row]) {
      const uint32_t source = source_track(row);
      far[is_mine(source) ? target_track(row) : source].push_back(*far_end_[row]);
    }
    if (far_posting_[row]) far[target_track(row)].push_back(*far_posting_[row]);
  }
}

std::vector<DependencyGraph::Message> ShareMatching::messages(const DependencyGraph& joined) const {
  const auto number = [&](uint32_t track, uint32_t piece) {
    return piece - graph_.tracks()[track].first + joined.tracks()[track].first;
  };
  std::vector<DependencyGraph::Message> messages;
  for (uint32_t row = 0; row < far_end_.size(); ++row) {
    const uint32_t source = source_track(row), target = target_track(row);
    DependencyGraph::Message message;
    message.link = row;
    if (is_mine(source) ? ends_.sources[row] == kNone : !far_end_[row]) continue;
    if (is_mine(target) ? ends_.targets[row] == kNone : !far_end_[row]) continue;
    message.source = is_mine(source) ? number(source, ends_.sources[row])
                                     : find_piece(joined, source, *far_end_[row]);
    message.target = is_mine(target) ? number(target, ends_.targets[row])
                                     : find_piece(joined, target, *far_end_[row]);
    message.posting = is_mine(target) ? number(target, postings_[row])
                                      : find_piece(joined, target, *far_posting_[row]);
    messages.push_back(message);
  }
  std::sort(messages.begin(), messages.end(), [](const auto& a, const auto& b) {
    return std::tie(a.target, a.link) < std::tie(b.target, b.link);
  });
  return messages;
}

}  // namespace paje
