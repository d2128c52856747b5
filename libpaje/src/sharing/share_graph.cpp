// The dependency graph of a run that several processes have a share of.
#include <algorithm>
#include <stdexcept>
#include <utility>

#include "analysis/call_fields.hpp"
#include "analysis/collective_times.hpp"
#include "analysis/graph_builder.hpp"
#include "analysis/match_messages.hpp"
#include "paje/shared_analysis.hpp"
#include "sharing/far_pieces.hpp"
#include "sharing/share_links.hpp"
#include "sharing/share_words.hpp"

namespace paje {

namespace {

// Chooses among the tracks of all processes; returns which process has each of those chosen.
TrackOwners choose_tracks(const Trace& trace, TrackChoice& choice, Exchange& exchange,
                          ThreadPool& pool) {
  struct Known {
    StateTrack track;
    uint32_t rank;
  };
  std::string message;
  for (const StateTrack& track : state_tracks(trace, choice, pool)) put(message, track);
  std::vector<Known> known;
  const auto all = exchange.all_gather(std::move(message));
  for (uint32_t rank = 0; rank < all.size(); ++rank) {
    for (auto from = read_message(all[rank]); has_more(from);) {
      known.push_back({from.number<StateTrack>(), rank});
    }
  }
  const auto place = [](const StateTrack& track) { return std::pair(track.container, track.type); };
  std::sort(known.begin(), known.end(),
            [&](const Known& a, const Known& b) { return place(a.track) < place(b.track); });
  std::vector<StateTrack> tracks;
  for (const Known& each : known) tracks.push_back(each.track);
  paje::choose_tracks(trace, tracks, choice);
  TrackOwners owners;
  for (const DependencyGraph::Track& track : choice.tracks) {
    const auto found = std::partition_point(known.begin(), known.end(), [&](const Known& each) {
      return place(each.track) < std::pair(track.container, track.type);
    });
    owners.push_back(found->rank);
  }
  return owners;
}

// Where the tracks of others begin and end.
void share_bounds(Pieces& pieces, const TrackChoice& choice, const TrackOwners& owners,
                  Exchange& exchange) {
  std::string message;
  for (uint32_t i = 0; i < owners.size(); ++i) {
    if (owners[i] != exchange.rank()) continue;
    put(message, pieces.starts[choice.tracks[i].first]);
    put(message, pieces.starts[choice.tracks[i].last]);
  }
  const auto all = exchange.all_gather(std::move(message));
  std::vector<MessageReader> from;
  for (const std::string& each : all) from.push_back(read_message(each));
  for (uint32_t i = 0; i < owners.size(); ++i) {
    pieces.starts[choice.tracks[i].first] = from[owners[i]].number<double>();
    pieces.starts[choice.tracks[i].last] = from[owners[i]].number<double>();
  }
}

DependencyGraph::Counts sum_counts(const DependencyGraph::Counts& mine, Exchange& exchange) {
  const auto sums =
      exchange.sum({mine.states, mine.pieces, mine.links, mine.unmatched_starts,
                    mine.unmatched_ends, mine.links_outside_tracks, mine.receives_without_message,
                    mine.sends_without_message, mine.messages});
  DependencyGraph::Counts all;
  all.states = sums[0];
  all.pieces = sums[1];
  all.links = sums[2];
  all.unmatched_starts = sums[3];
  all.unmatched_ends = sums[4];
  all.links_outside_tracks = sums[5];
  all.receives_without_message = sums[6];
  all.sends_without_message = sums[7];
  all.messages = sums[8];
  return all;
}

std::vector<SizeEvidence> evidence_of_all(const std::vector<SizeEvidence>& mine,
                                          Exchange& exchange) {
  std::string message;
  for (const SizeEvidence& each : mine) put(message, each);
  std::vector<SizeEvidence> all;
  for (const std::string& each : exchange.all_gather(std::move(message))) {
    for (auto from = read_message(each); has_more(from);) {
      all.push_back(from.number<SizeEvidence>());
    }
  }
  return all;
}

uint64_t links_outside(const Trace& trace, const TrackChoice& choice) {
  const LinkColumns links = trace.links();
  uint64_t count = 0;
  for (uint64_t row = 0; row < links.start.size(); ++row) {
    const auto has_track = [&](ContainerId container) {
      return choice.track_of_container[container.index] != DependencyGraph::kNone;
    };
    count += !has_track(links.start_container[row]) || !has_track(links.end_container[row]);
  }
  return count;
}

// Adds what depends on other processes to the pieces of this one.
class GraphSharer {
 public:
  GraphSharer(const DependencyGraph& mine, TrackChoice choice, const TrackOwners& owners,
              Exchange& exchange, ThreadPool& pool)
      : mine_(mine),
        choice_(std::move(choice)),
        owners_(owners),
        exchange_(exchange),
        pool_(pool),
        matching_(mine, owners, exchange) {
    for (const uint32_t owner : owners) is_mine_.push_back(owner == exchange.rank());
  }

  SharedGraph run(const std::vector<double>& sizes, const std::string& root,
                  DependencyGraph::Counts counts) {
    matching_.run(pool_);
    const CollectiveCalls calls = gather_calls(mine_, is_mine_, exchange_);
    FarPieces far;
    matching_.put_far(far);
    Pieces pieces = join_pieces(mine_, is_mine_, calls, std::move(far), choice_);
    const uint64_t of_other_types = choice_.states_of_other_types;
    GraphBuilder builder(mine_.trace(), mine_.threads());
    builder.set_pieces(std::move(choice_), std::move(pieces));
    const DependencyGraph& graph = builder.graph();
    builder.set_messages(matching_.messages(graph));
    add_counts(counts);
    builder.counts() = sum_counts(counts, exchange_);
    builder.counts().states_of_other_types = of_other_types;
    builder.counts().states -= of_other_types;
    const LaterCalls later(graph, pool_);
    const SendingEvidence found = find_sending_evidence(graph, sizes, later, pool_, is_mine_);
    const EagerSizes eager = find_eager_sizes({evidence_of_all(found.in_sends, exchange_),
                                               evidence_of_all(found.in_later_calls, exchange_)});
    builder.counts().largest_eager_size = eager.largest;
    builder.set_rendezvous(find_rendezvous(graph, sizes, eager, later, pool_, is_mine_));
    builder.set_collectives(
        group_collectives(graph, fields_of_calls(graph, calls), find_root(graph.tracks(), root)));
    builder.counts().ends_in_collectives =
        exchange_.sum({count_ends_in_collectives(graph, is_mine_)})[0];
    return {std::move(builder).take(), is_mine_, owners_};
  }

 private:
  void add_counts(DependencyGraph::Counts& counts) const {
    const DependencyGraph::Counts& found = matching_.counts();
    counts.unmatched_starts = found.unmatched_starts;
    counts.unmatched_ends = found.unmatched_ends;
    counts.receives_without_message = found.receives_without_message;
    counts.sends_without_message = found.sends_without_message;
    counts.messages = found.messages;
    for (uint32_t i = 0; i < is_mine_.size(); ++i) {
      if (is_mine_[i]) counts.pieces += mine_.tracks()[i].size();
    }
  }

  const DependencyGraph& mine_;
  TrackChoice choice_;
  const TrackOwners& owners_;
  Exchange& exchange_;
  ThreadPool& pool_;
  ShareMatching matching_;
  std::vector<bool> is_mine_;
};

}  // namespace

bool needs_one_process(const SharedTrace& share, const Classes& classes, Exchange& exchange) {
  const bool has_links = any_of_all(share.trace.links().start.size() != 0, exchange);
  const TrackChoice choice = number_values(share.trace, classes);
  const bool connects_tasks = has_links && choice.links_connect_tasks;
  const auto is_planned_kind = [](const auto& value) { return is_planned(value.meaning.kind); };
  const bool has_plan = std::any_of(choice.values.begin(), choice.values.end(), is_planned_kind);
  const bool has_categories = has_state_field(share.trace, {"cat", "category"});
  return any_of_all(has_categories || connects_tasks || has_plan, exchange);
}

SharedGraph graph_together(SharedTrace share, const DependencyOptions& options,
                           Exchange& exchange) {
  ThreadPool pool(options.threads);
  share_word_facts(share.trace, TypeKind::state, exchange);
  share_word_facts(share.trace, TypeKind::link, exchange);
  DependencyGraph::Counts counts;
  counts.states = share.trace.states().start.size();
  counts.links = share.trace.links().start.size();
  if (exchange.sum({counts.links})[0] >= DependencyGraph::kNone) {
    throw std::length_error("more than 4 billion links; select containers or a time");
  }
  std::vector<double> sizes = sizes_of_links(share.trace, options.size_field);
  const bool has_sizes = any_of_all(!sizes.empty(), exchange);
  TrackChoice choice = number_values(share.trace, options.classes);
  const TrackOwners owners = choose_tracks(share.trace, choice, exchange, pool);
  counts.links_outside_tracks = links_outside(share.trace, choice);
  sizes = share_links(share, std::move(sizes), has_sizes, choice, owners, exchange);
  // Rows are not where they were.
  for (std::size_t i = 0; i < choice.tracks.size(); ++i) {
    choice.rows[i] = share.trace.track(choice.tracks[i].container, choice.tracks[i].type);
  }
  find_starts(share.trace, choice);
  Pieces pieces = cut_pieces(share.trace, choice, {}, pool);
  share_bounds(pieces, choice, owners, exchange);
  GraphBuilder mine(share.trace, options.threads);
  mine.set_pieces(choice, std::move(pieces));
  return GraphSharer(mine.graph(), std::move(choice), owners, exchange, pool)
      .run(sizes, options.root, counts);
}

}  // namespace paje
